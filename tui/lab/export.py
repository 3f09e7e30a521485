"""The results of a race as text: tables for people, CSV, JSON and Markdown.

`FORMATTERS` has the functions for a race on one puzzle, `preset_formatters` returns those of a
preset.
"""

import csv
import io
import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from ludoscope.games import count_text
from ludoscope.puzzles.published_figures import NO_FIGURES, REPORT_METHOD, find_figures
from ludoscope.search.result_text import SOLVED, UNSOLVABLE
from ludoscope.tui.lab.preset_table import build_tables, preset_notes, render_tables
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.lab.race import RaceRow
from ludoscope.tui.text.formatting import format_metric

FIELDS = (
    "puzzle",
    "solver",
    "verdict",
    "reason",
    "explored",
    "rate",
    "length",
    "measure",
    "optimal",
    "seconds",
    "memory",
    "bytes_per_position",
    "width",
)
"""Columns of CSV and JSON, see `RaceRow`; an unknown value is empty in CSV, null in JSON."""

PRESET_FIELDS = (*FIELDS, "published", "published_width", "published_seconds", "remark")
"""Columns of a preset; `published` is the published number of explored positions."""

TableFormatter = Callable[[Sequence[RaceRow]], str]
Record = Mapping[str, str | float | None]

MAX_NOTE_WIDTH = 100  # columns

COLUMN_WIDTHS = {  # negative: flush left
    "solver": -22,
    "explored": 13,
    "rate": 9,
    "length": 10,
    "time": 9,
    "memory": 8,
    "bytes/position": 14,
    "verdict": -1,
}


def row_record(row: RaceRow) -> dict[str, str | float | None]:
    """Return a row of CSV or JSON, with rounded numbers."""
    values = asdict(row)
    record = {name: values[name] for name in FIELDS}
    record["rate"] = None if row.rate is None else round(row.rate)
    record["seconds"] = round(row.seconds, 6)
    if row.bytes_per_position is not None:
        record["bytes_per_position"] = round(row.bytes_per_position)
    return record


def format_json(rows: Sequence[RaceRow]) -> str:
    return format_json_records([row_record(row) for row in rows])


def format_csv(rows: Sequence[RaceRow]) -> str:
    return format_csv_records(FIELDS, [row_record(row) for row in rows])


def format_json_records(records: Sequence[Record]) -> str:
    return json.dumps(records, ensure_ascii=False, indent=1) + "\n"


def format_csv_records(fields: Sequence[str], records: Sequence[Record]) -> str:
    output = io.StringIO()
    writer = csv.DictWriter(output, fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return output.getvalue()


def format_markdown(rows: Sequence[RaceRow]) -> str:
    """Return a table with the puzzle's name as heading, or "" if there are no rows."""
    if not rows:
        return ""
    cells = [row_texts(row) for row in rows]
    table = _markdown_table([*COLUMN_WIDTHS], cells, [*COLUMN_WIDTHS.values()])
    return f"### {_escape_cell(rows[0].puzzle)}\n\n{table}"


def format_text(rows: Sequence[RaceRow]) -> str:
    """Return a plain table with a heading line."""
    cells = [row_texts(row) for row in rows]
    return _text_table([*COLUMN_WIDTHS], cells, [*COLUMN_WIDTHS.values()])


def row_texts(row: RaceRow) -> list[str]:
    """Return the cells of a table for people, in the order of `COLUMN_WIDTHS`."""
    return [
        row.solver,
        f"{row.explored:,}",
        format_rate(row),
        format_length(row),
        f"{row.seconds:.3f} s" if row.seconds else "–",
        format_memory(row),
        format_bytes_per_position(row),
        format_verdict(row),
    ]


def format_rate(row: RaceRow) -> str:
    return "–" if row.rate is None else f"{format_metric(row.rate)}/s"


def format_memory(row: RaceRow) -> str:
    if row.memory is None:
        return "–"
    return f"{row.memory / 2**20:,.0f} MB" if row.memory >= 2**20 else "< 1 MB"


def format_bytes_per_position(row: RaceRow) -> str:
    return "–" if row.bytes_per_position is None else f"{row.bytes_per_position:,.0f}"


def format_length(row: RaceRow) -> str:
    """Return the length of the solution: "15 moves", "+19 plies", or "–" if it is unknown."""
    if row.length is None:
        return "–"
    sign = "+" if row.measure == "plies" and row.length >= 0 else ""
    return sign + count_text(row.length, row.unit)


def format_verdict(row: RaceRow) -> str:
    """Return the verdict with its reason, if it has one."""
    if row.verdict == SOLVED:
        return "solved, fewest possible" if row.optimal and row.measure != "plies" else SOLVED
    return f"{row.verdict}: {row.reason}" if row.reason else row.verdict


def exit_code(rows: Sequence[RaceRow]) -> int:
    """Return 0 if any solver solved it, 2 if any proved it unsolvable, otherwise 1."""
    verdicts = {row.verdict for row in rows}
    if SOLVED in verdicts:
        return 0
    return 2 if UNSOLVABLE in verdicts else 1


# Presets


def preset_record(row: RaceRow) -> dict[str, str | float | None]:
    """Return a row of CSV or JSON with the published figures, None where there are none."""
    published = find_figures(row.puzzle, row.solver)
    if published == NO_FIGURES:
        report = find_figures(row.puzzle, REPORT_METHOD)
        if report != NO_FIGURES:
            published = report._replace(remark="by a method of its own")
    return row_record(row) | {
        "published": published.explored,
        "published_width": published.width,
        "published_seconds": published.seconds,
        "remark": published.remark,
    }


def format_preset_text(preset: Preset, rows: Sequence[RaceRow], width: int | None = None) -> str:
    """Return the tables and notes as text of at most `width` columns; None means no limit."""
    lines = [
        "".join(text for text, _ in line).rstrip() for line in render_tables(preset, rows, width)
    ]
    for note in preset_notes(preset):
        lines += ["", *textwrap.wrap(note, min(width or MAX_NOTE_WIDTH, MAX_NOTE_WIDTH))]
    return "\n".join(lines) + "\n"


def format_preset_markdown(preset: Preset, rows: Sequence[RaceRow]) -> str:
    """Return the tables and notes as Markdown."""
    text = f"### {_escape_cell(preset.title)}\n\n"
    for table in build_tables(preset, rows):
        headings, columns = ["problem"], []
        for group in table.groups:
            for column in group.columns:
                headings.append(f"{group.heading.full} {column.heading.full.strip()}".strip())
                columns.append([cell.full.strip() for cell in column.cells])
        names = [name.full for name in table.names]
        cells = [list(row) for row in zip(names, *columns, strict=True)]
        text += f"**{table.title}**\n\n" if table.title else ""
        text += _markdown_table(headings, cells, [-1] + [1] * len(columns)) + "\n"
    # an asterisk at the beginning would make the note a list item
    notes = [note.replace("*", "\\*") for note in preset_notes(preset)]
    return text + "\n".join(f"{note}\n" for note in notes)


def preset_formatters(preset: Preset, width: int | None = None) -> dict[str, TableFormatter]:
    """Return the functions that write the results of a preset, by the name of the format.

    Args:
        preset: The preset.
        width: Maximum columns of the text format; None means no limit.
    """
    return {
        "csv": lambda rows: format_csv_records(PRESET_FIELDS, [preset_record(row) for row in rows]),
        "json": lambda rows: format_json_records([preset_record(row) for row in rows]),
        "markdown": lambda rows: format_preset_markdown(preset, rows),
        "text": lambda rows: format_preset_text(preset, rows, width),
    }


# Tables


def _text_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> str:
    """Return aligned columns; a negative width means flush left."""
    text = ""
    for cells in (headings, *rows):
        padded = [
            cell.ljust(-width) if width < 0 else cell.rjust(width)
            for cell, width in zip(cells, widths, strict=True)
        ]
        text += " ".join(padded).rstrip() + "\n"
    return text


def _markdown_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> str:
    """Return a Markdown table; columns of negative width are flush left."""
    rule = ["---" if width < 0 else "---:" for width in widths]
    heading, *body = [[_escape_cell(cell) for cell in cells] for cells in (headings, *rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in (heading, rule, *body))


def _escape_cell(text: str) -> str:
    return text.replace("|", "\\|")


FORMATTERS: dict[str, TableFormatter] = {
    "csv": format_csv,
    "json": format_json,
    "markdown": format_markdown,
    "text": format_text,
}
FORMAT_BY_SUFFIX = {".csv": "csv", ".json": "json", ".md": "markdown"}
