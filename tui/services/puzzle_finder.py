"""Puzzles by name: those of the catalogue, those that the person has set up, those in files."""

import asyncio
from contextlib import suppress
from pathlib import Path

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.saves import problems

REFUSALS = (LookupError, ValueError, OSError)  # of the catalogue, each with one good sentence


class Finder:
    """`folder` holds the person's own problems; without `files` none is read from elsewhere."""

    def __init__(self, folder: Path, files: bool) -> None:
        self.folder = folder
        self._files = files

    def find(self, name: str, family: str | None = None, files: bool = False) -> Puzzle:
        """A puzzle of the catalogue, else one that the person has set up, else one in a file.

        What it raises is one of `REFUSALS`.
        """
        from ludoscope.puzzles import catalogue
        from ludoscope.puzzles.names import find_by_name

        own = problems.find(self.folder, name)
        if own:
            with suppress(catalogue.UnknownPuzzle):
                return (own.name != name and find_by_name(name)) or own
            return own
        try:
            return catalogue.find(name, family, files=files and self._files)
        except catalogue.UnknownName as error:
            if not self._files and "/" in name:
                raise catalogue.UnknownPuzzle(f"{error}; visitors cannot open files") from None
            raise

    def neighbour(self, name: str, step: int) -> Puzzle:
        """The next or the previous one of the catalogue, or of the person's own."""
        from ludoscope.puzzles import catalogue

        own = problems.adjacent_name(self.folder, name, step)
        neighbour = own or catalogue.adjacent_name(name, step)
        if neighbour is None:
            raise LookupError(f"there is no puzzle {'after' if step > 0 else 'before'} this")
        return self.find(neighbour)

    async def found(self, name: str) -> Puzzle | str:
        """The puzzle of that name, or why there is none."""
        try:
            return await asyncio.to_thread(self.find, name, files=True)
        except REFUSALS as error:
            return str(error)
