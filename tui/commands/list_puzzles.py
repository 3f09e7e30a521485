"""The command `list`: the catalogue, a line each."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection, listed_entries
from ludoscope.tui.commands.arguments import FAMILY, TYPEABLE_NAMES
from ludoscope.tui.commands.typeable import print_typeable
from ludoscope.tui.text.puzzle_counts import puzzle_count_text


class CatalogueRow(NamedTuple):
    """An entry of the catalogue and the name of its family."""

    family: str
    entry: Entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", **FAMILY)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true")
    output.add_argument("--names", **TYPEABLE_NAMES)


def run(options: argparse.Namespace) -> int:
    """Print the catalogue of one family or of all, and return the exit code."""
    if options.family:
        rows = [
            CatalogueRow(options.family, entry) for entry in collection(options.family).entries()
        ]
    else:
        rows = [CatalogueRow(family, entry) for family, entry in listed_entries()]
    if options.names:
        entries = (row.entry for row in rows)
        print_typeable(entry.name for entry in entries if not entry.is_numbered_series)
        return 0
    if options.json:
        print(json.dumps([_to_json(row) for row in rows], ensure_ascii=False, indent=1))
        return 0
    # written at once: each `print` goes through `sanitized_streams`
    print("".join(map(_format_row, rows)), end="")
    if sys.stderr.isatty():  # scripts count lines
        _print_counts(rows)
    return 0


def _format_row(row: CatalogueRow) -> str:
    family, entry = row
    line = f"{entry.name:<22} {family:<9} {entry.group:<24} {entry.title:<26} {entry.detail}"
    return f"{line.rstrip()}\n"


def _to_json(row: CatalogueRow) -> dict[str, str | float | None]:
    family, entry = row
    difficulty = collection(family).known_difficulty(entry.name)
    return {
        "name": entry.name,
        "game": family,
        "title": entry.title,
        "group": entry.group,
        "detail": entry.detail,
        "difficulty": difficulty and difficulty.value,
        "grade": difficulty and difficulty.grade,
    }


def _print_counts(rows: Sequence[CatalogueRow]) -> None:
    """Print on standard error how many puzzles each family has."""
    for family in dict.fromkeys(row.family for row in rows):
        count = puzzle_count_text(family, (row.entry for row in rows if row.family == family))
        print(f"{FAMILIES[family].title}: {count}, and today's", file=sys.stderr)
