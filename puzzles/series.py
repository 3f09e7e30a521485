"""Numbered series: puzzles that are named by a number, such as the deals of patience.

    parse_member("FreeCell.12-free")    pattern "FreeCell.{}-free", number 12
    parse_member("ms-N")                pattern "ms-{}", number None

The catalogue lists a series as one entry with "N" in place of the number, see `Entry`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collections, listed_entries

NUMBER_PLACEHOLDER = "N"  # in the names of entries that stand for numbered puzzles
RANDOM_NUMBER = "random"  # in place of the number

_NUMBER = f"[0-9]{{1,12}}|{NUMBER_PLACEHOLDER}"
_RULES = r"(?:[-.]\w+)*"  # suffixes that a name may have besides that of the entry, such as "-free"
_RANDOM = re.compile(rf"\b{RANDOM_NUMBER}\b", re.IGNORECASE)


class Member(NamedTuple):
    """A puzzle of a numbered series, or the series.

    Attributes:
        family: The family of the puzzle.
        pattern: The name with {} in place of the number.
        number: The number; None for the series.
    """

    family: str
    pattern: str
    number: int | None

    def name_with_number(self, number: int) -> str:
        """Return the name of the puzzle of the same series with that number."""
        return self.pattern.format(number)

    def puzzles(self, step: int) -> Iterator[Puzzle]:
        """Yield puzzles of the series.

        Args:
            step: 1 for those that follow the number, −1 for those before it, as far as they exist;
                0 for random ones, without end.
        """
        number = self.number
        while True:
            if step:
                assert number is not None
                number += step
            puzzle = self._find(RANDOM_NUMBER if not step else str(number))
            if not puzzle:
                return
            yield puzzle

    def _find(self, number: str) -> Puzzle | None:
        """Return the puzzle with that number; None if there is none."""
        with suppress(UnknownPuzzle):
            return find_by_name(self.pattern.format(number))
        return None


def parse_member(name: str) -> Member | None:
    """Return the number and the series in the name of a puzzle or of a series; None if none."""
    for family in FAMILIES:
        for _, entry in listed_entries([family]):
            if not entry.is_numbered_series:
                continue
            prefix, suffix = map(re.escape, entry.parts_around_number)
            if match := re.fullmatch(f"({prefix})({_NUMBER})({suffix}{_RULES})", name, re.ASCII):
                number = None if match[2] == NUMBER_PLACEHOLDER else int(match[2])
                return Member(family, f"{match[1]}{{}}{match[3]}", number)
    return None


def is_random_name(name: str) -> bool:
    """Return True if a name stands for a random puzzle of a series, such as "fc.random"."""
    return _RANDOM.search(name) is not None and find_series(name) is not None


def find_series(name: str) -> Member | None:
    """Return the series of a name in any spelling of its collection; None if there is none.

    A daily puzzle belongs to the series of the deal that it is. `parse_member` takes names as the
    catalogue writes them.
    """
    if member := parse_member(name) or parse_daily(name):
        return member
    try:
        puzzle = find_by_name(name)
    except UnknownPuzzle:
        return None
    return parse_member(puzzle.name) if puzzle else None


def parse_daily(name: str) -> Member | None:
    """Return the deal that a daily puzzle is, if it is one of a series; None otherwise."""
    if not daily.is_daily_name(name):  # else it would load the collections of all families
        return None
    for family, puzzles in collections():
        try:
            day = daily.parse_day(name, family)
        except ValueError:  # no such day
            return None
        if day:
            deal = puzzles.daily_deal_name(day)
            return parse_member(puzzles.name_opened_in_app(deal)) if deal else None
    return None
