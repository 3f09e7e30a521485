"""The service behind the home screen and the libraries; everything is read in threads."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.games.game import spec_text
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.names import name_opened_in_app
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection, collections
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.boards.thumbnails import RandomPlayThumbnail, StillThumbnail
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves import overview, problems, puzzle_names, results
from ludoscope.tui.saves.daily_record import DailyRecord
from ludoscope.tui.saves.library_model import PLAYED_GROUP, LibraryEntry
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.statistics import AttemptResult
from ludoscope.tui.services.puzzle_finder import FIND_ERRORS, PuzzleFinder
from ludoscope.tui.services.saves_service import SavesService

MAX_CACHED_LISTS = 32  # of entries, by family and day
MAX_UNFINISHED = 50  # sessions offered on the home screen


class Preview(NamedTuple):
    """The board of a puzzle, None if it cannot be read, and lines of text on the puzzle."""

    picture: StillThumbnail | None
    facts: tuple[str, ...]


class LibraryService:
    """The catalogue, the problems composed by the user, and the results of both."""

    def __init__(
        self,
        options: UserOptions,
        finder: PuzzleFinder,
        saves: SavesService,
        notify: Callable[[str], None],
    ) -> None:
        self._options = options
        self._finder = finder
        self._folder = finder.folder
        self._saves = saves
        self._notify = notify
        self.faults: dict[str, str] = {}
        """The sentence on each family whose puzzles could not be listed at the last attempt."""
        self._reported_errors = 0  # number of load errors of games that the user has seen

    def report_plugin_errors(self) -> None:
        """Notify the user of a game that could not be loaded since the last call."""
        if errors := FAMILIES.load_errors[self._reported_errors :]:
            self._reported_errors += len(errors)
            self._notify(errors[0])

    async def entries(self, family: str) -> Sequence[Entry]:
        """Return the user's own puzzles of a family, then those of the catalogue."""
        if family not in FAMILIES:  # it could not be loaded
            return ()

        def read() -> Sequence[Entry]:
            own_entries = board_family(family).user_entries(self._folder)
            own_problems = problems.library_entries(self._folder, family)
            return [*own_problems, *own_entries, *_catalogue_entries(family, daily.today())]

        self.faults.pop(family, None)
        try:
            return await asyncio.to_thread(read)
        except PluginFault as fault:
            self.faults[family] = str(fault)
            self._notify(str(fault))
            return ()
        except LookupError:  # a plug-in cannot be loaded, and its family is left out from now on
            self.report_plugin_errors()
            return ()

    async def library_entries(self, family: str) -> Sequence[LibraryEntry]:
        """Return all entries of a family ready to be searched, then other puzzles played."""
        entries = await self.entries(family)
        played = await self._played_entries(family, entries)
        return await asyncio.to_thread(
            lambda: [LibraryEntry.from_entry(family, entry) for entry in (*entries, *played)]
        )

    async def _played_entries(self, family: str, entries: Sequence[Entry]) -> list[Entry]:
        """Return puzzles of an endless family that were played and are not listed, newest first."""
        if not collection(family).is_endless:
            return []
        store = await self._saves.saved_store()
        query = partial(results.played_puzzles, family)
        puzzles = await self._saves.wait_and_notify(store.run(query), [])
        names = {entry.name for entry in entries}
        return [
            Entry(puzzle.name, puzzle.title, PLAYED_GROUP)
            for puzzle in puzzles
            if puzzle.name not in names
        ]

    async def puzzle_statuses(self, families: Iterable[str]) -> Mapping[str, str]:
        """Return "won" or "started" by puzzle name; a puzzle that was ever won is "won"."""
        store = await self._saves.saved_store()
        default: dict[str, str] = {}
        statuses: dict[str, str] = {}
        for family in families:
            family_statuses = await self._saves.wait_and_notify(
                store.puzzle_statuses(family), default
            )
            statuses.update(family_statuses)
        return statuses

    async def daily_record(self) -> DailyRecord:
        """Return what the player has made of the daily puzzles."""
        saves, store = self._saves, await self._saves.saved_store()
        wins = await saves.wait_and_notify(store.run(results.daily_wins), {})
        hinted = await saves.wait_and_notify(store.run(results.hinted_dailies), frozenset())
        statuses = await self.puzzle_statuses([*FAMILIES])
        families = [family for family in FAMILIES if collection(family).daily_prefix]
        return DailyRecord(daily.today(), families, wins, hinted, frozenset(statuses))

    async def last_unfinished(self) -> SavedSession | None:
        """Return the session played last, of those that are not over."""
        store = await self._saves.saved_store()
        sessions = await self._saves.wait_and_notify(store.unfinished_sessions(1), [])
        return sessions[0] if sessions else None

    async def outcomes(self) -> Sequence[AttemptResult]:
        """Return all attempts, the current one included."""
        store = await self._saves.saved_store()
        return await self._saves.wait_and_notify(store.outcomes(), [])

    async def best_result(self, name: str) -> results.BestResult | None:
        """Return the best result of a puzzle, None if it was never won."""
        query = partial(results.best_result, name)
        return await self._saves.wait_and_notify(self._saves.store.run(query), None)

    async def best_results(self) -> Mapping[str, results.BestResult]:
        """Return the best result of every puzzle won, by name."""
        store = await self._saves.saved_store()
        return await self._saves.wait_and_notify(store.run(results.best_results), {})

    async def overview(self) -> overview.Overview:
        """Return everything that the home screen shows of the player's games."""
        saves, store = self._saves, await self._saves.saved_store()
        unfinished = await saves.wait_and_notify(store.unfinished_sessions(MAX_UNFINISHED), [])
        wins = await saves.wait_and_notify(store.run(results.recent_wins), [])
        daily_wins = await saves.wait_and_notify(store.run(results.daily_wins), {})
        hinted = await saves.wait_and_notify(store.run(results.hinted_dailies), frozenset())
        perfect_beaten = await saves.wait_and_notify(store.run(results.count_perfect_beaten), 0)
        dailies: dict[str, Entry] = {}
        progress: dict[str, str] = {}
        next_puzzles: dict[str, Entry] = {}
        for family in [*FAMILIES]:  # loading a family may remove it
            entries = await self.entries(family)
            statuses = await self.puzzle_statuses([family])
            if family not in FAMILIES:  # it could not be loaded
                continue
            progress[family] = (
                "failed"
                if family in self.faults
                else overview.progress_text(family, entries, statuses, perfect_beaten)
            )
            for entry in entries:
                if entry.group == daily.DAILY_GROUP:
                    dailies[family] = entry
            if puzzle := overview.next_unsolved(entries, beginner_puzzle(family), statuses):
                next_puzzles[family] = puzzle
        return overview.Overview(
            daily.today(), unfinished, wins, dailies, progress, daily_wins, hinted, next_puzzles
        )

    async def thumbnails(self) -> Mapping[str, RandomPlayThumbnail]:
        """Return a small picture of a puzzle of each family, if it can be drawn."""

        def draw(name: str) -> RandomPlayThumbnail | None:
            try:
                return RandomPlayThumbnail(self._finder.find(name).game, self._options)
            except FIND_ERRORS:  # a fault of a plug-in is shown by a notification
                return None

        def draw_all() -> dict[str, RandomPlayThumbnail | None]:
            return {
                family: draw(puzzles.preview or puzzles.example)
                for family, puzzles in collections()
            }

        pictures = await asyncio.to_thread(draw_all)
        return {family: picture for family, picture in pictures.items() if picture}

    async def preview(self, name: str) -> Preview:
        """Return a preview of a puzzle; if it cannot be read, one with a message instead.

        A puzzle that cannot be found is read from its saved session.
        """

        def read(find: Callable[[], Puzzle]) -> Preview:
            puzzle = find()
            return Preview(StillThumbnail(puzzle.game, self._options), _facts(puzzle))

        try:
            try:
                return await asyncio.to_thread(read, partial(self._finder.find, name))
            except LookupError:
                save, message = await self._saves.load_session(name)
                self._notify(message)
                if save:
                    return await asyncio.to_thread(read, save.puzzle)
                raise
        except FIND_ERRORS as error:
            return Preview(None, (str(error),))

    # Problems composed by the user

    async def delete_problem(self, name: str) -> str:
        """Delete the problem of that puzzle name; return an error message, or ""."""
        delete = partial(problems.delete, self._folder, problems.problem_name(name))
        if error := await self._error_of(delete):
            return error
        await self.delete_analysis(name)
        return ""

    async def delete_analysis(self, name: str) -> None:
        """Delete what solvers have found out about the puzzle of that name, if it has no session.

        Its board may have changed; that of a session is known.
        """
        query = partial(results.delete_analysis, name=name)
        await self._saves.write(query)

    async def change_problem(self, puzzle: Puzzle) -> None:
        """Take note that a problem was saved; what is stored of its earlier board is set aside."""
        query = partial(
            puzzle_names.change_problem,
            name=puzzle.name,
            title=puzzle.title,
            spec=spec_text(puzzle.game),
        )
        await self._saves.write(query)

    async def rename_problem(self, name: str, new_name: str) -> str:
        """Rename the problem of that puzzle name and its results.

        Args:
            name: The puzzle name.
            new_name: The new name of the problem.

        Returns:
            An error message, or "".
        """
        old = problems.problem_name(name)
        if error := await self._error_of(partial(problems.rename, self._folder, old, new_name)):
            return error
        title = problems.safe_name(new_name)
        new = problems.PREFIX + title
        query = partial(puzzle_names.rename_puzzle, old=name, new=new, title=title)
        await self._saves.write(query)
        return ""

    async def _error_of(self, action: Callable[[], object]) -> str:
        """Run an action in a thread; return its error message, or ""."""
        try:
            await asyncio.to_thread(action)
        except OSError as error:
            return error.strerror or str(error)
        except ValueError as error:
            return str(error)
        return ""


def beginner_puzzle(family: str) -> str:
    """Return the name of a puzzle that is good to begin with."""
    puzzles = collection(family)
    return name_opened_in_app(puzzles.first or puzzles.example)


@lru_cache(MAX_CACHED_LISTS)
def _catalogue_entries(family: str, day: date) -> tuple[Entry, ...]:
    """Return the catalogue's entries of a family.

    Args:
        family: The family.
        day: Part of the cache key only: the catalogue lists the daily puzzle of the day.
    """
    list_entry = collection(family).entry_listed_in_app
    return tuple(list_entry(entry) for entry in catalogue.entries(family))


def _facts(puzzle: Puzzle) -> tuple[str, ...]:
    """Return lines of text on a puzzle that its catalogue entry does not have."""
    facts = [puzzle.source]
    if solution := puzzle.published_solution:
        facts.append(f"{solution.title}: {solution.detail}")
    facts.append(board_family(puzzle.game.family).puzzle_fact(puzzle.name))
    return tuple(fact for fact in facts if fact)
