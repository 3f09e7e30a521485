"""The file of the problem in an editor."""

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from ludoscope.games import AnyGame
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.editor import Editor
from ludoscope.tui.saves import problems


class ProblemVersion(NamedTuple):
    """The name and the state of a problem at one time."""

    name: str
    state: Any


class ProblemFile:
    """The saved version of the problem in an editor; a name that is taken must be confirmed.

    Args:
        editor: The editor. What it holds now counts as saved.
        data_folder: The folder of the saves.
    """

    def __init__(self, editor: Editor[Any], data_folder: Path) -> None:
        self._editor = editor
        self._data_folder = data_folder
        self._saved = self.version
        self._name_to_replace = ""  # confirmed: another problem may lose its file

    @property
    def version(self) -> ProblemVersion:
        """The problem as it is now."""
        return ProblemVersion(self._editor.name, self._editor.state)

    @property
    def is_saved(self) -> bool:
        return self._saved == self.version

    def puzzle(self, game: AnyGame) -> Puzzle:
        """Return the puzzle to play, under the name of the file if that is up to date."""
        name = self._editor.name
        if name and self.is_saved:
            return problems.saved_puzzle(name, game)
        return problems.unsaved_puzzle(name, game)

    async def confirm_name(self, name: str) -> bool:
        """Return False if a name belongs to another problem; the next call confirms it."""
        path = await asyncio.to_thread(problems.existing_path, self._data_folder, name)
        is_taken = path is not None
        if is_taken and name not in (self._saved.name, self._name_to_replace):
            self._name_to_replace = name
            return False
        return True

    def withdraw_confirmation(self) -> None:
        """Ask again before the file of another problem is replaced."""
        self._name_to_replace = ""

    async def write(self, version: ProblemVersion, game: AnyGame) -> Path:
        """Write the puzzle of a version to the file; return its path.

        Raises:
            OSError, ValueError: It was not written.
        """
        path = await asyncio.to_thread(problems.save, self._data_folder, version.name, game)
        self._saved = version
        return path
