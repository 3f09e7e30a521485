"""Puzzles by name: of the catalogue, composed by the user, or read from files."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.saves import problems

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
            return catalogue.find(name, family, files=files and self._files)
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

    def find_random(self, name: str, family: str) -> Puzzle:
        """Return a random puzzle of the series or group of one of that name, else of its family.

        Raises:
            LookupError, ValueError, OSError: There is no other puzzle, or it cannot be read.
        """
        random_name = catalogue.random_name(name, family)
        if random_name is None:
            raise LookupError("This is the only puzzle")
        return self.find(random_name)

    async def find_or_message(self, name: str) -> Puzzle | str:
        """Return the puzzle of that name, or a message why there is none."""
        try:
            return await find_in_thread(partial(self.find, name, files=True))
        except FIND_ERRORS as error:
            return find_error_text(error)
