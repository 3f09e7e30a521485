"""Puzzles in the palette: saved games, wins, daily puzzles and the catalogue by name and number."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from textual.command import Hits

from ludoscope.games import FAMILIES
from ludoscope.puzzles.daily import DAILY_GROUP
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.word_search import MatchRank, RankedEntry
from ludoscope.tui.saves.library_model import PLAYED_GROUP, LibraryEntry
from ludoscope.tui.saves.overview import Overview, full_title
from ludoscope.tui.screens.palette.providers import BaseProvider, Match, PaletteCommand, Score
from ludoscope.tui.text import formatting

MAX_RESULTS = 30
MAX_RECENT = 10  # saved games, and as many wins
SCORES = {  # of the puzzles that match the words of a query
    MatchRank.NAME: Score.NAME,
    MatchRank.TITLE: Score.WORDS,
    MatchRank.TITLE_PREFIX: Score.WORD_PREFIXES,
    MatchRank.DETAILS: Score.KEYWORD_PREFIXES,
    MatchRank.MISSPELT: Score.KEYWORD_PREFIXES,
}


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
            yield self._daily_command(family, entry)
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
        """Return the puzzles whose names or words match a query, the best first."""
        entries = [(item.family, item.entry) for item in lists.library_entries]
        matches = []
        for index, ranked in enumerate(self.services.puzzle_finder.suggest(query, entries)):
            score = SCORES[ranked.rank] - self.RANK - index / MAX_RESULTS
            command = self._entry_command(ranked)
            matches.append((command, Match(score, self.match_command(query, command).offsets)))
        known = {command.name for command, _ in matches}  # the daily puzzles among them
        for command in lists.recent:
            if command.name not in known and (match := self.match_command(query, command)).score:
                matches.append((command, match))
        return sorted(matches, key=lambda pair: -pair[1].score)[:MAX_RESULTS]

    def _daily_command(self, family: str, entry: Entry) -> PaletteCommand:
        name, title = f"today: {FAMILIES[family].title}", full_title(entry.title, family)
        open_puzzle = partial(self.services.puzzle_opener.open, entry.name)
        return PaletteCommand(name, open_puzzle, entry.detail or title, "daily puzzle")

    def _entry_command(self, ranked: RankedEntry) -> PaletteCommand:
        entry, family = ranked.entry, ranked.family
        if entry.group == DAILY_GROUP:
            return self._daily_command(family, entry)
        title, opener = full_title(entry.title, family), self.services.puzzle_opener
        if entry.group == PLAYED_GROUP:  # it may exist only in the saves
            open_puzzle = partial(opener.reopen, entry.name)
        else:
            open_puzzle = partial(opener.open, entry.name, family)
        return PaletteCommand(title, open_puzzle, entry.group or FAMILIES[family].title)
