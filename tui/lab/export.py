"""The table of a race as text: for people, as CSV, as Markdown and as JSON."""

import csv
import io
import json
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from ludoscope.puzzles.published_figures import NO_FIGURES, REPORT_METHOD, find_figures
from ludoscope.search.result_text import SOLVED, UNSOLVABLE
from ludoscope.tui.lab.preset_table import FULL, build_tables, preset_notes, render_tables
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.lab.race import Figures
from ludoscope.tui.text.formatting import metric, unit

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
"""What scripts get, of each row: `rate` a second, `memory` in bytes, None or empty if unknown."""

PRESET_FIELDS = (*FIELDS, "published", "published_width", "published_seconds", "remark")
"""The same of a preset; `published` is what a report says was explored."""

Form = Callable[[Sequence[Figures]], str]
MOST_PROSE = 100  # columns of notes

HEAD = ("solver", "explored", "rate", "length", "time", "memory", "bytes/position", "verdict")
WIDTHS = (-22, 13, 9, 10, 9, 8, 14, -1)  # negative: set to the left


def row_record(row: Figures) -> dict[str, Any]:
    """One row for scripts."""
    found = {name: asdict(row)[name] for name in FIELDS}
    found["rate"] = None if row.rate is None else round(row.rate)
    each = row.bytes_per_position
    found["bytes_per_position"] = None if each is None else round(each)
    found["seconds"] = round(row.seconds, 6)
    return found


def format_json(rows: Sequence[Figures]) -> str:
    return _json([row_record(row) for row in rows])


def format_csv(rows: Sequence[Figures]) -> str:
    return _csv(FIELDS, [row_record(row) for row in rows])


def _json(records: list[dict[str, Any]]) -> str:
    return json.dumps(records, ensure_ascii=False, indent=1) + "\n"


def _csv(fields: Sequence[str], records: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def format_markdown(rows: Sequence[Figures]) -> str:
    """A table below the name of the puzzle, "" without a row."""
    table = _markdown(HEAD, [row_texts(row) for row in rows], WIDTHS)
    return f"### {_cell(rows[0].puzzle)}\n\n{table}" if rows else ""


def format_text(rows: Sequence[Figures]) -> str:
    """The same in columns."""
    return _columns(HEAD, [row_texts(row) for row in rows], WIDTHS)


def row_texts(row: Figures) -> list[str]:
    """One row for people, in the order of `HEAD`."""
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


def format_rate(row: Figures) -> str:
    return "–" if row.rate is None else f"{metric(row.rate)}/s"


def format_memory(row: Figures) -> str:
    if row.memory is None:
        return "–"
    return f"{row.memory / 2**20:,.0f} MB" if row.memory >= 2**20 else "< 1 MB"


def format_bytes_per_position(row: Figures) -> str:
    """Bytes for each position that is remembered."""
    return "–" if row.bytes_per_position is None else f"{row.bytes_per_position:,.0f}"


def format_length(row: Figures) -> str:
    """ "15 moves", "+19 plies"; "–" where it is not known."""
    if row.length is None:
        return "–"
    sign = "+" if row.measure == "plies" else ""
    return f"{row.length:{sign}} {unit(row.measure)}"


def format_verdict(row: Figures) -> str:
    """What came out, with the reason where there is one."""
    if row.verdict == SOLVED:
        return "solved, proved fewest" if row.optimal and row.measure != "plies" else SOLVED
    return f"{row.verdict}: {row.reason}" if row.reason else row.verdict


def exit_code(rows: Sequence[Figures]) -> int:
    """0 when somebody solved it, 2 when somebody proved that nobody can, 1 when nothing is known.

    Somebody, not everybody: what the others came to is in the table.
    """
    verdicts = {row.verdict for row in rows}
    return 0 if SOLVED in verdicts else 2 if UNSOLVABLE in verdicts else 1


# Presets


def preset_record(row: Figures) -> dict[str, Any]:
    """One row for scripts, with what was published: None where nothing was."""
    known = find_figures(row.puzzle, row.solver)
    if known == NO_FIGURES and (other := find_figures(row.puzzle, REPORT_METHOD)) != NO_FIGURES:
        known = other._replace(remark="by a method of its own")
    return row_record(row) | {
        "published": known.explored,
        "published_width": known.width,
        "published_seconds": known.seconds,
        "remark": known.remark,
    }


def format_preset_text(preset: Preset, rows: Sequence[Figures], width: int | None = None) -> str:
    """The tables in at most `width` columns, and the notes."""
    lines = [
        "".join(text for text, _ in line).rstrip() for line in render_tables(preset, rows, width)
    ]
    for note in preset_notes(preset):
        lines += ["", *textwrap.wrap(note, min(width or MOST_PROSE, MOST_PROSE))]
    return "\n".join(lines) + "\n"


def format_preset_markdown(preset: Preset, rows: Sequence[Figures]) -> str:
    text = f"### {_cell(preset.title)}\n\n"
    for grid in build_tables(preset, rows):
        columns = [(group, column) for group in grid.groups for column in group.columns]
        heads = [
            f"{group.head[FULL]} {column.head[FULL].strip()}".strip() for group, column in columns
        ]
        lines = [
            [name[FULL], *(column.cells[at].full.strip() for _, column in columns)]
            for at, name in enumerate(grid.names)
        ]
        text += f"**{grid.title}**\n\n" if grid.title else ""
        text += _markdown(["problem", *heads], lines, [-1, *(1 for _ in heads)]) + "\n"
    said = (note.replace("*", "\\*") for note in preset_notes(preset))  # else it would be a list
    return text + "\n".join(f"{note}\n" for note in said)


def preset_forms(preset: Preset, width: int | None = None) -> dict[str, Form]:
    """How the table of a preset is written; `width` are the columns that the text has."""

    return {
        "csv": lambda rows: _csv(PRESET_FIELDS, [preset_record(row) for row in rows]),
        "json": lambda rows: _json([preset_record(row) for row in rows]),
        "markdown": lambda rows: format_preset_markdown(preset, rows),
        "text": lambda rows: format_preset_text(preset, rows, width),
    }


# Tables


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    return "".join(
        " ".join(
            cell.ljust(-width) if width < 0 else cell.rjust(width)
            for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        + "\n"
        for line in (head, *rows)
    )


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    rule = ["---" if width < 0 else "---:" for width in widths]
    lines = [list(map(_cell, line)) for line in (head, *rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in [lines[0], rule, *lines[1:]])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


FORMS: dict[str, Form] = {
    "csv": format_csv,
    "json": format_json,
    "markdown": format_markdown,
    "text": format_text,
}
SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown"}
