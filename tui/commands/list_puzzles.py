"""The command `list`: the catalogue, a line each."""

import argparse
import json
import sys
from collections.abc import Sequence

from ludoscope.games import FAMILIES
from ludoscope.puzzles.puzzle import Entry
from ludoscope.puzzles.registry import collections
from ludoscope.tui.saves.overview import number_of


def list_puzzles(options: argparse.Namespace) -> int:
    """The catalogue."""
    families = [options.family] if options.family else FAMILIES
    entries = [(family, e) for family, offered in collections(families) for e in offered.entries()]
    if options.json:
        rows = [
            {"name": e.name, "game": f, "title": e.title, "group": e.group, "detail": e.detail}
            for f, e in entries
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for family, entry in entries:
            text = (
                f"{entry.name:<22} {family:<9} {entry.group:<24} {entry.title:<26} {entry.detail}"
            )
            print(text.rstrip())
        if sys.stderr.isatty():  # scripts count lines
            tell_numbers(entries)
    return 0


def tell_numbers(entries: Sequence[tuple[str, Entry]]) -> None:
    """How many puzzles each family has, as the app counts them."""
    for family in dict(entries):
        said = number_of(family, (entry for one, entry in entries if one == family))
        print(f"{FAMILIES[family].title}: {said}, and today's", file=sys.stderr)
