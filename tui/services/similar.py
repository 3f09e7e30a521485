"""SimilarPuzzles: a random puzzle of the same kind, and one that is as hard as another."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.series import find_series
from ludoscope.tui.model.rating import PuzzleDifficulty
from ludoscope.tui.model.result import NextPuzzle
from ludoscope.tui.services.difficulties import DifficultyService
from ludoscope.tui.services.library import LibraryService
from ludoscope.tui.services.puzzle_finder import FIND_ERRORS, PuzzleFinder, find_in_thread
from ludoscope.tui.services.winnable_deals import WinnableDeals


class _Candidates(NamedTuple):
    """The single puzzles of a family.

    Attributes:
        entries: The puzzles, without daily ones and series.
        statuses: "won" or "started", by puzzle name.
    """

    entries: Sequence[Entry]
    statuses: Mapping[str, str]


class SimilarPuzzles:
    """Finds the puzzle to play after another one."""

    def __init__(
        self,
        finder: PuzzleFinder,
        library: LibraryService,
        difficulties: DifficultyService,
        winnable_deals: WinnableDeals,
    ) -> None:
        self._finder = finder
        self._library = library
        self._difficulties = difficulties
        self._winnable_deals = winnable_deals

    async def random_puzzle(self, name: str, family: str) -> str:
        """Return the name of a random puzzle of the same group, one not won yet if there is one.

        For a puzzle that is not listed, it is one of the family.

        Raises:
            LookupError: There is no other puzzle.
        """
        entries, statuses = await self._candidates(family)
        group = _group_of(name, entries)
        others = [entry for entry in entries if entry.name != name]
        in_group = [entry for entry in others if entry.group == group]
        not_won = [entry for entry in in_group if statuses.get(entry.name) != "won"]
        choices = not_won or in_group or others
        if not choices:
            raise LookupError("There is no other puzzle")
        return random.choice(choices).name

    async def similar_puzzle(self, name: str) -> str:
        """Return the name of another puzzle that is not won and as hard as the one of that name.

        For a deal by number it is a random winnable deal of the same grade. Else it is the puzzle
        of the same group and grade that is nearest in difficulty; if all of these are won, one of
        the group; and if all of these are won, one of the same grade.

        Raises:
            LookupError, ValueError, OSError: There is no such puzzle, or no other one is left.
        """
        puzzle = await asyncio.to_thread(partial(self._finder.find, name))
        family = puzzle.game.family
        rating = await self._difficulties.find(puzzle)
        if await asyncio.to_thread(find_series, name):
            return await self._winnable_deals.random_deal(name, rating.grade if rating else "")
        entries, statuses = await self._candidates(family)
        choices = [
            entry for entry in entries if entry.name != name and statuses.get(entry.name) != "won"
        ]
        if not choices:
            raise LookupError(f"All other {FAMILIES[family].puzzle_unit.plural} are won")
        names = [entry.name for entry in choices]
        ratings = await self._difficulties.of_names(family, names)
        group = _group_of(name, entries)
        places = {entry.name: place for place, entry in enumerate(entries)}
        own_place = places.get(name, 0)

        def distance(entry: Entry) -> tuple[int, float, int]:
            """Return the sort key: how much an entry differs from the puzzle."""
            other = ratings.get(entry.name)
            return (
                _kind_distance(entry.group == group, rating, other),
                abs(other.hardness - rating.hardness) if other and rating else 0.0,
                (places[entry.name] - own_place) % len(entries),
            )

        return min(choices, key=distance).name

    async def next_puzzle(self, name: str) -> NextPuzzle | None:
        """Return the similar puzzle, to be named before it is opened; None if it cannot be known.

        No deal is searched for where the host limits the number of workers.
        """
        is_deal = await asyncio.to_thread(find_series, name) is not None
        if is_deal and not self._winnable_deals.can_search_ahead:
            return None
        try:
            found = await self.similar_puzzle(name)
            puzzle = await find_in_thread(partial(self._finder.find, found))
        except FIND_ERRORS:
            return None
        rating = await self._difficulties.find_bundled(puzzle)
        return NextPuzzle(puzzle, rating.grade if rating else "")

    async def _candidates(self, family: str) -> _Candidates:
        entries = [
            entry
            for entry in await self._library.entries(family)
            if not entry.is_numbered_series and entry.group != daily.DAILY_GROUP
        ]
        return _Candidates(entries, await self._library.puzzle_statuses([family]))


def _kind_distance(
    is_same_group: bool, rating: PuzzleDifficulty | None, other: PuzzleDifficulty | None
) -> int:
    """Return 0 for the same group and grade, 1 for the group, 2 for the grade, 3 for neither."""
    is_same_grade = rating is None or (other is not None and other.grade == rating.grade)
    return 2 * (not is_same_group) + (not is_same_grade)


def _group_of(name: str, entries: Sequence[Entry]) -> str:
    """Return the group of the puzzle of that name, "" if it is not listed."""
    return next((entry.group for entry in entries if entry.name == name), "")
