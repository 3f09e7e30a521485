"""Numbered series: puzzles that are named by a number, such as the deals of patience.

    parse_member("FreeCell.12-free")    pattern "FreeCell.{}-free", number 12
    parse_member("ms-N")                pattern "ms-{}", number None

The catalogue lists a series as one entry with "N" in place of the number, see `Entry`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.registry import UnknownPuzzle, collections, listed_entries

NUMBER_PLACEHOLDER = "N"  # the end of the names of entries that stand for numbered puzzles
RANDOM_NUMBER = "random"  # in place of the number

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

    def names_from(self, step: int) -> Iterator[str]:
        """Yield the names of the following (`step` 1) or the previous (−1) puzzles that exist."""
        assert self.number is not None
        number = self.number
        while (puzzle_name := self._existing_name(number := number + step)) is not None:
            yield puzzle_name

    def random_names(self) -> Iterator[str]:
        """Yield the names of random puzzles, without end."""
        while puzzle := find_by_name(self.pattern.format(RANDOM_NUMBER)):
            yield puzzle.name

    def _existing_name(self, number: int) -> str | None:
        """Return the name of the puzzle with that number; None if there is none."""
        try:
            puzzle = find_by_name(self.name_with_number(number))
        except UnknownPuzzle:
            return None
        return puzzle.name if puzzle else None


def parse_member(name: str) -> Member | None:
    """Return the number and the series in the name of a puzzle or of a series; None if none."""
    for family in FAMILIES:
        for _, entry in listed_entries([family]):
            if not entry.is_numbered_series:
                continue
            prefix = re.escape(entry.name.removesuffix(NUMBER_PLACEHOLDER))
            if match := re.fullmatch(f"({prefix})([0-9]+|{NUMBER_PLACEHOLDER})([^0-9].*|)", name):
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
    for family, puzzles in collections():
        try:
            day = daily.parse_day(name, family)
        except ValueError:  # no such day
            return None
        if day:
            return parse_member(puzzles.name_opened_in_app(daily.line_for(family, day)))
    return None
