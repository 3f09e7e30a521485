"""The table of a race as text: for people, as CSV, as Markdown and as JSON."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from tui.lucas_table import METHODS, PUBLISHED, cells, published
from tui.race import SOLVED, UNSOLVABLE, Figures
from tui.words import metric

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
)
"""What scripts get, of each row: `rate` a second, `memory` in bytes, None or empty if unknown."""

HEAD = ("solver", "explored", "rate", "length", "time", "memory", "bytes/position", "verdict")
WIDTHS = (-22, 13, 9, 10, 9, 8, 14, -1)  # negative: set to the left


def record(row: Figures) -> dict[str, Any]:
    """One row for scripts."""
    found = {name: asdict(row)[name] for name in FIELDS}
    found["rate"] = None if row.rate is None else round(row.rate)
    each = row.bytes_per_position
    found["bytes_per_position"] = None if each is None else round(each)
    found["seconds"] = round(row.seconds, 6)
    return found


def as_json(rows: Sequence[Figures]) -> str:
    return json.dumps([record(row) for row in rows], ensure_ascii=False, indent=1) + "\n"


def as_csv(rows: Sequence[Figures]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(record, rows))
    return out.getvalue()


def as_markdown(rows: Sequence[Figures]) -> str:
    """A table for each puzzle."""
    text = ""
    for name, ours in by_puzzle(rows).items():
        text += f"\n### {_cell(name)}\n\n" if text else f"### {_cell(name)}\n\n"
        text += _markdown(HEAD, [words(row) for row in ours], WIDTHS)
    return text


def as_text(rows: Sequence[Figures]) -> str:
    """The same set in columns."""
    text = ""
    several = len(by_puzzle(rows)) > 1
    for name, ours in by_puzzle(rows).items():
        text += ("\n" if text else "") + (f"{name}\n" if several else "")
        text += _columns(HEAD, [words(row) for row in ours], WIDTHS)
    return text


def words(row: Figures) -> list[str]:
    """One row for people, in the order of `HEAD`."""
    return [
        row.solver,
        f"{row.explored:,}",
        rate(row),
        length(row),
        f"{row.seconds:.3f} s" if row.seconds else "–",
        memory(row),
        each(row),
        verdict(row),
    ]


def rate(row: Figures) -> str:
    return "–" if row.rate is None else f"{metric(row.rate)}/s"


def memory(row: Figures) -> str:
    if row.memory is None:
        return "–"
    return f"{row.memory / 2**20:,.0f} MB" if row.memory >= 2**20 else "< 1 MB"


def each(row: Figures) -> str:
    """Bytes for each position that is remembered."""
    return "–" if row.bytes_per_position is None else f"{row.bytes_per_position:,.0f}"


def length(row: Figures) -> str:
    """ "15 moves", "+19 plies"; "–" where it is not known."""
    if row.length is None:
        return "–"
    sign = "+" if row.measure == "plies" else ""
    return f"{row.length:{sign}} {'steps' if row.measure == 'cells' else row.measure}"


def verdict(row: Figures) -> str:
    """What came out, with the reason where there is one."""
    if row.verdict == SOLVED:
        return "solved, proved fewest" if row.optimal and row.measure != "plies" else SOLVED
    return f"{row.verdict}: {row.reason}" if row.reason else row.verdict


def by_puzzle(rows: Sequence[Figures]) -> dict[str, list[Figures]]:
    found: dict[str, list[Figures]] = {}
    for row in rows:
        found.setdefault(row.puzzle, []).append(row)
    return found


def exit_code(rows: Sequence[Figures]) -> int:
    """0 when somebody solved it, 2 when somebody proved that nobody can, 1 when nothing is known.

    Somebody, not everybody: what the others came to is in the table.
    """
    verdicts = {row.verdict for row in rows}
    return 0 if SOLVED in verdicts else 2 if UNSOLVABLE in verdicts else 1


# Lucas 1 to 12


def lucas_head() -> tuple[str, ...]:
    """The four methods; behind those of which figures are published, these."""
    head = ["problem"]
    for method in METHODS:
        head += [method, "published"] if method in PUBLISHED else [method]
    return tuple(head)


def lucas_rows(rows: Sequence[Figures]) -> list[list[str]]:
    """Positions explored by problem and method."""
    lines = []
    for at, (name, found) in enumerate(cells(rows)):
        line = [name]
        for method, cell in zip(METHODS, found, strict=True):
            line += [cell, published(method, at)] if method in PUBLISHED else [cell]
        lines.append(line)
    return lines


def lucas_text(rows: Sequence[Figures]) -> str:
    return _columns(lucas_head(), lucas_rows(rows), _lucas_widths())


def lucas_markdown(rows: Sequence[Figures]) -> str:
    return _markdown(lucas_head(), lucas_rows(rows), _lucas_widths())


def _lucas_widths() -> tuple[int, ...]:
    return (-9, *(max(10, len(name) + 1) for name in lucas_head()[1:]))


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


Form = Callable[[Sequence[Figures]], str]
FORMS: dict[str, Form] = {"csv": as_csv, "json": as_json, "markdown": as_markdown, "text": as_text}
LUCAS_FORMS: dict[str, Form] = FORMS | {"markdown": lucas_markdown, "text": lucas_text}
SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown"}
