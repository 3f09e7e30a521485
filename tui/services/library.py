"""What is read for the home screen and the libraries, all of it in threads."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.names import name_opened_in_app
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.puzzles.registry import collection, collections
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.boards.thumbnails import Miniature, Portrait
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves import overview, problems, results
from ludoscope.tui.saves.library_model import PLAYED, Book
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.statistics import Outcome
from ludoscope.tui.services.puzzle_finder import REFUSALS, Finder
from ludoscope.tui.services.records import Records

LISTS = 32  # of entries, remembered for the day
UNFINISHED = 50  # sessions offered on the home screen


class Preview(NamedTuple):
    """A look at a puzzle: its board, None where there is none, and sentences on it."""

    picture: Portrait | None
    facts: tuple[str, ...]


class Library:
    """The catalogue, what the person has made, and what they made of it; `tell` gets faults."""

    def __init__(
        self, options: UserOptions, finder: Finder, records: Records, tell: Callable[[str], None]
    ) -> None:
        self._options = options
        self._finder = finder
        self._folder = finder.folder
        self._records = records
        self._tell = tell
        self._faults = 0  # of FAMILIES, that the person has been told

    def tell_of_games(self) -> None:
        """Say which game was left out since the last call: any thread may have met its fault."""
        if faults := FAMILIES.load_errors[self._faults :]:
            self._faults += len(faults)
            self._tell(faults[0])

    async def entries(self, family: str) -> Sequence[Entry]:
        """The catalogue of a family, before it the puzzles that the person has made."""
        if family not in FAMILIES:  # left out meanwhile
            return ()

        def read() -> Sequence[Entry]:
            own = board_family(family).user_entries(self._folder)
            return [*own, *_listed(family, daily.today())]

        try:
            return await asyncio.to_thread(read)
        except LookupError:  # a stranger's family, which is left out from now on
            self.tell_of_games()
            return ()

    async def books(self, family: str) -> Sequence[Book]:
        """The same, ready to be searched, and after it what else was played."""
        entries = [*(listed := await self.entries(family)), *await self._played(family, listed)]
        return await asyncio.to_thread(lambda: [Book.of(family, entry) for entry in entries])

    async def _played(self, family: str, listed: Sequence[Entry]) -> list[Entry]:
        """What was played of a family without end and is not listed, the newest first."""
        if not collection(family).is_endless:
            return []
        store = await self._records.settled()
        rows = await self._records.stored(store.run(partial(results.played_puzzles, family)), [])
        names = {entry.name for entry in listed}
        return [Entry(name, title, PLAYED) for name, title in rows if name not in names]

    async def marks(self, families: Iterable[str]) -> Mapping[str, str]:
        """By puzzle name: "won" when it ever was, or "begun"."""
        store = await self._records.settled()
        none: dict[str, str] = {}
        found: dict[str, str] = {}
        for family in families:
            marked = await self._records.stored(store.puzzle_statuses(family), none)
            found |= marked
        return found

    async def last_begun(self) -> Save | None:
        """The session that was played last, of those that are not over."""
        store = await self._records.settled()
        begun = await self._records.stored(store.unfinished_sessions(1), [])
        return begun[0] if begun else None

    async def outcomes(self) -> Sequence[Outcome]:
        """All attempts, that at hand included."""
        store = await self._records.settled()
        return await self._records.stored(store.outcomes(), [])

    async def best(self, name: str) -> results.Best | None:
        """Of one puzzle."""
        return await self._records.stored(
            self._records.store.run(partial(results.best_result, name)), None
        )

    async def bests(self) -> Mapping[str, results.Best]:
        """By puzzle name: the best time and the fewest moves."""
        store = await self._records.settled()
        return await self._records.stored(store.run(results.best_results), {})

    async def overview(self) -> overview.Overview:
        """What was begun and won, and the puzzles of the day."""
        store = await self._records.settled()
        begun = await self._records.stored(store.unfinished_sessions(UNFINISHED), [])
        won = await self._records.stored(store.run(results.recent_wins), [])
        solved = await self._records.stored(store.run(results.daily_wins), {})
        beaten = await self._records.stored(store.run(results.count_perfect_beaten), 0)
        read = {family: await self.entries(family) for family in FAMILIES}
        marks = {family: await self.marks([family]) for family in read}
        listed = {family: entries for family, entries in read.items() if family in FAMILIES}
        tallies = {
            family: overview.progress_text(family, entries, marks[family], beaten)
            for family, entries in listed.items()
        }
        dailies = {
            family: entry
            for family, entries in listed.items()
            for entry in entries
            if entry.group == daily.DAILY_GROUP
        }
        ahead = {
            family: entry
            for family, entries in listed.items()
            if (entry := overview.next_unsolved(entries, first(family), marks[family]))
        }
        return overview.Overview(daily.today(), begun, won, dailies, tallies, solved, ahead)

    async def miniature(self, name: str) -> Miniature | str:
        """A puzzle as a picture, or why there is none."""
        try:
            return await asyncio.to_thread(
                lambda: Miniature(self._finder.find(name).game, self._options)
            )
        except REFUSALS as error:
            return str(error)

    async def miniatures(self) -> Mapping[str, Miniature]:
        """A picture for each family."""
        named = await asyncio.to_thread(
            lambda: {
                family: puzzles.preview or puzzles.example for family, puzzles in collections()
            }
        )
        found = {family: await self.miniature(name) for family, name in named.items()}
        return {family: one for family, one in found.items() if isinstance(one, Miniature)}

    async def preview(self, name: str) -> Preview:
        """A look at a puzzle, or why there is none."""
        try:
            return await asyncio.to_thread(lambda: self._preview(name))
        except REFUSALS as error:
            return Preview(None, (str(error),))

    def _preview(self, name: str) -> Preview:
        puzzle = self._finder.find(name)
        return Preview(Portrait(puzzle.game, self._options), _facts(puzzle))

    # Problems of the person's own

    async def delete_problem(self, name: str) -> str:
        """Take it away; what went wrong, or ""."""
        return await self._tried(partial(problems.delete, self._folder, problems.own_name(name)))

    async def rename_problem(self, name: str, new: str) -> str:
        """Give it another name, with all that was played of it; what went wrong, or ""."""
        own = problems.own_name(name)
        if wrong := await self._tried(partial(problems.rename, self._folder, own, new)):
            return wrong
        title = problems.safe(new)
        renamed = partial(results.rename_puzzle, old=name, new=problems.PREFIX + title, title=title)
        await self._records.stored(self._records.store.run(renamed), None)
        return ""

    async def _tried(self, work: Callable[[], object]) -> str:
        try:
            await asyncio.to_thread(work)
        except OSError as error:
            return error.strerror or str(error)
        except ValueError as error:
            return str(error)
        return ""


def first(family: str) -> str:
    """The name of a puzzle that is good to begin with."""
    puzzles = collection(family)
    return name_opened_in_app(puzzles.first or puzzles.example)


@lru_cache(LISTS)
def _listed(family: str, day: date) -> tuple[Entry, ...]:
    """The catalogue as it is on a day."""
    from ludoscope.puzzles import catalogue

    entries = tuple(catalogue.entries(family))
    return tuple(map(collection(family).entry_listed_in_app, entries))


def _facts(puzzle: Puzzle) -> tuple[str, ...]:
    """What is known of a puzzle besides its entry in the catalogue."""
    facts = [puzzle.source]
    if puzzle.published_solution:
        facts.append(f"{puzzle.published_solution.title}: {puzzle.published_solution.detail}")
    facts.append(board_family(puzzle.game.family).fact(puzzle.name))
    return tuple(filter(None, facts))
