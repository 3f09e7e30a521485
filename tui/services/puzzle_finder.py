"""Puzzles by name: of the catalogue, composed by the user, or read from files."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import wait_for_file
from ludoscope.puzzles.name_search import FamilyEntry, deal_entry
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import listed_entries
from ludoscope.puzzles.series import RANDOM_NUMBER
from ludoscope.tui import lazy
from ludoscope.tui.saves import problems

if TYPE_CHECKING:
    from ludoscope.puzzles.word_search import RankedEntry

FIND_ERRORS = (LookupError, ValueError, OSError)  # raised by `find`; the message is for the user


async def find_in_thread(find: Callable[[], Puzzle]) -> Puzzle:
    """Return the puzzle that a function finds, called in a thread of its own if one can be started.

    Cancelling this leaves the thread behind. The app quits without waiting for it, while it would
    wait for a thread of `asyncio.to_thread`; a file that never answers may keep it.

    Raises:
        LookupError, ValueError, OSError: As the function.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Puzzle] = loop.create_future()

    def deliver(set_result: Callable[[], None]) -> None:
        if not result.done():
            set_result()

    def run() -> None:
        try:
            set_result = partial(result.set_result, find())
        except BaseException as error:  # raised again in the event loop
            set_result = partial(result.set_exception, error)
        with suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(deliver, set_result)

    try:
        Thread(target=run, daemon=True).start()
    except RuntimeError:  # at the system's limit of threads
        return find()
    return await result


def find_error_text(error: Exception) -> str:
    """Return the message of one of FIND_ERRORS for the user."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


class PuzzleFinder:
    """Finds puzzles by name.

    Args:
        folder: The folder of the saves, with the problems that the user has composed.
        files: False if puzzles must not be read from other files.
    """

    def __init__(self, folder: Path, files: bool) -> None:
        self.folder = folder
        self._files = files

    def find(self, name: str, family: str | None = None, files: bool = False) -> Puzzle:
        """Return a puzzle of the catalogue, else one composed by the user, else one in a file.

        Raises:
            LookupError, ValueError, OSError: There is no such puzzle, or it cannot be read.
        """
        problem = problems.find(self.folder, name)
        if problem:
            with suppress(catalogue.UnknownPuzzle):
                if problem.name != name and (puzzle := find_by_name(name)):
                    return puzzle
            return problem
        try:
            return catalogue.find(name, family, files=files and self._is_path(name))
        except catalogue.UnknownName as error:
            if not self._files and "/" in name:
                raise catalogue.UnknownPuzzle(f"{error}; visitors cannot open files") from None
            raise

    def find_adjacent(self, name: str, step: int) -> Puzzle:
        """Return the next (`step` 1) or previous (−1) puzzle of the catalogue or the user's own.

        Raises:
            LookupError, ValueError, OSError: There is no such puzzle, or it cannot be read.
        """
        adjacent = problems.adjacent_name(self.folder, name, step)
        adjacent = adjacent or catalogue.adjacent_name(name, step)
        if adjacent is None:
            raise LookupError(f"This is the {'last' if step > 0 else 'first'} puzzle")
        return self.find(adjacent)

    def name_of(self, text: str, family: str | None = None) -> str:
        """Return the name of the puzzle that words mean, such as "oil 3" or "random seahaven".

        Returns:
            The name of the puzzle that matches best; the text if it is a name or a path, or if no
            puzzle or several match.
        """
        if self._is_path(text):
            return text
        with suppress(*FIND_ERRORS):
            if not self._is_ambiguous(text, family):
                return text
        found = lazy.word_search.best_match(
            lazy.word_search.rank_entries(text, listed_entries([family] if family else None))
        )
        return _single_entry(found[1]).name if found else text

    def _is_ambiguous(self, text: str, family: str | None) -> bool:
        """Return True if several puzzles have a name; raise UnknownName if none has."""
        try:
            self.find(text, family)
        except catalogue.AmbiguousName:
            return True
        return False

    def _is_path(self, text: str) -> bool:
        """Return True if a text looks like a path, or names a file."""
        if not self._files or "/" in text:
            return self._files
        with suppress(OSError):
            return wait_for_file(Path(text).is_file, text)
        return False

    def suggest(
        self, text: str, candidates: Iterable[FamilyEntry] | None = None
    ) -> "list[RankedEntry]":
        """Return the puzzles that a text may mean, the best first; those in no list, too.

        The name of a puzzle means that puzzle, even if it reads like the title of another one:
        "FreeCell.5" is xpat2's deal, "FreeCell 5" Microsoft's.

        Args:
            text: Words, or a name.
            candidates: The entries to search; those of the catalogue if None.
        """
        if self._is_path(text):
            return []
        word_search = lazy.word_search
        ranked = [
            match._replace(entry=_single_entry(match.entry))
            for match in word_search.rank_entries(
                text, listed_entries() if candidates is None else candidates
            )
        ]
        if sum(match.rank is word_search.MatchRank.NAME for match in ranked) != 1:
            with suppress(*FIND_ERRORS):
                puzzle = self.find(text)
                found = Entry(puzzle.name, puzzle.title, "")
                entry = next((m.entry for m in ranked if m.entry.name == puzzle.name), found)
                named = word_search.RankedEntry(
                    word_search.MatchRank.NAME, 0, puzzle.game.family, entry
                )
                others = [match for match in ranked if match.entry.name != puzzle.name]
                return [named, *others]
        return ranked

    async def find_or_message(self, name: str) -> Puzzle | str:
        """Return the puzzle of that name, or a message why there is none."""
        try:
            return await find_in_thread(lambda: self.find(self.name_of(name), files=True))
        except FIND_ERRORS as error:
            return find_error_text(error)


def _single_entry(entry: Entry) -> Entry:
    """Return an entry, or for a numbered series that of a random deal."""
    if not entry.is_numbered_series:
        return entry
    return deal_entry(entry, entry.group, RANDOM_NUMBER)
