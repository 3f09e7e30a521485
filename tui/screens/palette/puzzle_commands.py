"""Puzzles in the palette: saved games, wins, daily puzzles and the catalogue by name and number."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from textual.command import Hits

from ludoscope.games import FAMILIES
from ludoscope.puzzles import name_search
from ludoscope.puzzles.daily import DAILY_GROUP
from ludoscope.puzzles.names import find_by_name, name_opened_in_app
from ludoscope.tui.saves.library_model import LibraryEntry
from ludoscope.tui.saves.overview import Overview, full_title
from ludoscope.tui.screens.palette.providers import BaseProvider, Match, PaletteCommand
from ludoscope.tui.services.puzzle_finder import FIND_ERRORS
from ludoscope.tui.text import formatting

MAX_RESULTS = 30
MAX_RECENT = 10  # saved games, and as many wins
EXACT_NAME_SCORE = 100.0  # above any other match


class PuzzleLists(NamedTuple):
    """The puzzles that are searched.

    Attributes:
        recent: Daily puzzles, saved games and recent wins.
        library_entries: All puzzles and numbered series of the libraries.
    """

    recent: Sequence[PaletteCommand]
    library_entries: Sequence[LibraryEntry]


class PuzzleCommands(BaseProvider):
    """Puzzles by name; they are searched in a thread and read when the palette opens."""

    RANK = 4
    _lists: asyncio.Task[PuzzleLists]

    async def startup(self) -> None:
        self._lists = asyncio.create_task(self._read_lists())

    async def shutdown(self) -> None:
        self._lists.cancel()

    async def _read_lists(self) -> PuzzleLists:
        library = self.services.library
        recent = list(self._recent_commands(await library.overview()))
        library_entries = [
            item for family in FAMILIES for item in await library.library_entries(family)
        ]
        return PuzzleLists(recent, library_entries)

    def _recent_commands(self, overview: Overview) -> Iterator[PaletteCommand]:
        opener, now = self.services.puzzle_opener, time.time()
        for family, entry in overview.dailies.items():
            name = f"today: {FAMILIES[family].title}"
            yield PaletteCommand(
                name, partial(opener.open, entry.name), entry.title, "daily puzzle"
            )
        for save in overview.unfinished[:MAX_RECENT]:
            name = f"continue: {full_title(save.title, save.family)}"
            age = formatting.format_age(now - save.updated)
            yield PaletteCommand(name, partial(opener.open_saved, save), age, "recent")
        for win in overview.recent_wins[:MAX_RECENT]:
            name = f"play again: {full_title(win.title, win.family)}"
            age = formatting.format_age(now - win.won_at)
            yield PaletteCommand(name, partial(opener.reopen, win.name), age, "recent")

    async def search(self, query: str) -> Hits:
        lists = await asyncio.shield(self._lists)  # the next query needs them, too
        for command, match in await asyncio.to_thread(self._best_matches, query, lists):
            yield self.hit(command, match)

    def _best_matches(self, query: str, lists: PuzzleLists) -> list[tuple[PaletteCommand, Match]]:
        """Return the puzzles that the query names, then others whose text it matches."""
        named_matches = [
            (command, Match(EXACT_NAME_SCORE, self.match_command(query, command).offsets))
            for command in self._named_commands(query, lists.library_entries)
        ]
        named_titles = {command.name for command, _ in named_matches}
        matches = []
        for command in (
            *lists.recent,
            *map(self._entry_command, single_puzzles(lists.library_entries)),
        ):
            if command.name in named_titles:
                continue
            match = self.match_command(query, command)
            # below a puzzle named by the query only titles count: a number is in many details
            if match.score and (match.offsets or not named_matches):
                matches.append((command, match))
        matches.sort(key=lambda pair: -pair[1].score)
        return [*named_matches, *matches][:MAX_RESULTS]

    def _entry_command(self, item: LibraryEntry) -> PaletteCommand:
        entry = item.entry
        title = full_title(entry.title, item.family)
        open_puzzle = partial(self.services.puzzle_opener.open, entry.name, item.family)
        return PaletteCommand(title, open_puzzle, entry.group, f"{title} {item.search_text}")

    def _named_commands(
        self, query: str, library_entries: Sequence[LibraryEntry]
    ) -> Iterator[PaletteCommand]:
        """Yield the puzzles that the query names in any spelling, unlisted deals included."""
        family_entries = [(item.family, item.entry) for item in library_entries]
        entries = name_search.matching_entries(query, family_entries, fuzzy=True)
        names = [(family, entry.name, entry.title) for family, entry in entries]
        if not names:
            with suppress(*FIND_ERRORS):
                for candidate in name_search.candidate_names(query):
                    if puzzle := find_by_name(name_opened_in_app(candidate)):
                        names.append((puzzle.game.family, puzzle.name, puzzle.title))
                        break
        for family, name, title in names:
            open_puzzle = partial(self.services.puzzle_opener.open, name, family)
            yield PaletteCommand(
                full_title(title, family), open_puzzle, FAMILIES[family].title, query
            )


def single_puzzles(library_entries: Sequence[LibraryEntry]) -> Iterator[LibraryEntry]:
    """Yield the entries that stand for one puzzle, without the daily ones."""
    for item in library_entries:
        if item.entry.group != DAILY_GROUP and not item.entry.is_numbered_series:
            yield item
