"""Puzzles by name: of the catalogue, composed by the user, or read from files."""

import asyncio
from contextlib import suppress
from pathlib import Path

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.saves import problems

FIND_ERRORS = (LookupError, ValueError, OSError)  # raised by `find`; the message is for the user


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

    async def find_or_message(self, name: str) -> Puzzle | str:
        """Return the puzzle of that name, or a message why there is none."""
        try:
            return await asyncio.to_thread(self.find, name, files=True)
        except FIND_ERRORS as error:
            return str(error)
