"""Puzzles in the palette: those begun, those of the day, and the catalogue by name and number."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from textual.command import Hits

from ludoscope.games import FAMILIES
from ludoscope.puzzles import name_search
from ludoscope.puzzles.daily import DAILY_GROUP
from ludoscope.puzzles.names import find_by_name, name_opened_in_app
from ludoscope.tui.saves.library_model import Book
from ludoscope.tui.saves.overview import Overview, known_as
from ludoscope.tui.screens.palette.providers import Named, Ours
from ludoscope.tui.services.puzzle_finder import REFUSALS
from ludoscope.tui.text import formatting

MOST = 30  # listed
RECENT = 10  # of those begun, and of those won
NAMED = 100.0  # how well a query fits the puzzle that it names: better than any other


class Puzzles(Ours):
    """Searched in a thread; `_lists` is read while the first letters are typed."""

    RANK = 4
    _lists: "asyncio.Task[tuple[list[Named], list[Book]]]"

    async def startup(self) -> None:
        self._lists = asyncio.create_task(self._read())

    async def shutdown(self) -> None:
        self._lists.cancel()

    async def _read(self) -> tuple[list[Named], list[Book]]:
        played = [*self._played(await self.ours.library.overview())]
        books = [book for family in FAMILIES for book in await self.ours.library.books(family)]
        return played, books

    def _played(self, overview: Overview) -> Iterator[Named]:
        """What was begun and won, and the puzzles of the day."""
        opener, now = self.ours.opener, time.time()
        for family, entry in overview.dailies.items():
            name = f"today: {FAMILIES[family].title}"
            yield Named(name, partial(opener.open, entry.name), entry.title, "daily puzzle")
        for save in overview.begun[:RECENT]:
            name = f"continue: {known_as(save.title, save.family)}"
            since = formatting.ago(now - save.updated)
            yield Named(name, partial(opener.resume, save), since, "recent")
        for win in overview.won[:RECENT]:
            name = f"play again: {known_as(win.title, win.family)}"
            since = formatting.ago(now - win.when)
            yield Named(name, partial(opener.reopen, win.name), since, "recent")

    async def search(self, query: str) -> Hits:
        played, books = await asyncio.shield(self._lists)  # the next query waits for them too
        for score, offsets, named in await asyncio.to_thread(self._found, query, played, books):
            yield self.hit(named, score, offsets)

    def _found(
        self, query: str, played: list[Named], books: list[Book]
    ) -> list[tuple[float, Sequence[int], Named]]:
        """The best ones."""
        meant = [(NAMED, self.strength(query, one)[1], one) for one in self._meant(query, books)]
        known = {named.name for _, _, named in meant}
        listed = [*played, *map(self._named, self._single(books))]
        matched = ((*self.strength(query, one), one) for one in listed if one.name not in known)
        # beside what is named, only what has it in its title: a number is in many details
        found = [one for one in matched if one[0] and (one[1] or not meant)]
        return [*meant, *sorted(found, key=lambda one: -one[0])][:MOST]

    def _single(self, books: list[Book]) -> Iterator[Book]:
        """Those that stand for one puzzle, and are not told as today's."""
        for book in books:
            if book.entry.group != DAILY_GROUP and not book.entry.is_numbered_series:
                yield book

    def _named(self, book: Book) -> Named:
        entry = book.entry
        title = known_as(entry.title, book.family)
        does = partial(self.ours.opener.open, entry.name, book.family)
        return Named(title, does, entry.group, f"{title} {book.text}")

    def _meant(self, query: str, books: list[Book]) -> Iterator[Named]:
        """What the query names, however it is spelt, also deals that are not listed."""
        listed = [(book.family, book.entry) for book in books]
        found = [
            (f, e.name, e.title) for f, e in name_search.matching_entries(query, listed, fuzzy=True)
        ]
        if not found:
            with suppress(*REFUSALS):
                puzzles = filter(
                    None,
                    map(find_by_name, map(name_opened_in_app, name_search.candidate_names(query))),
                )
                found = [(one.game.family, one.name, one.title) for one in puzzles][:1]
        for family, name, title in found:
            does = partial(self.ours.opener.open, name, family)
            yield Named(known_as(title, family), does, FAMILIES[family].title, query)
