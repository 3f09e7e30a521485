"""The file of the problem in an editor."""

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from ludoscope.games import AnyGame
from ludoscope.games.game import spec_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.editor import Editor
from ludoscope.tui.saves import problems


class ProblemVersion(NamedTuple):
    """The name and the state of a problem at one time."""

    name: str
    state: Any


class ProblemFile:
    """The saved version of the problem in an editor.

    A save must be confirmed if it would replace another problem, or a version of this one that the
    editor has neither read nor written.

    Args:
        editor: The editor. What it holds now counts as saved.
        data_folder: The folder of the saves.
    """

    def __init__(self, editor: Editor[Any], data_folder: Path) -> None:
        self._editor = editor
        self._data_folder = data_folder
        self._saved = self.version
        self._saved_spec = _spec_text(editor.game)
        self._name_to_replace = ""  # confirmed: the problem in this file may be lost

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

    async def confirm_name(self, name: str) -> str:
        """Return what a save under a name would replace; the next call confirms it.

        Returns:
            A sentence without the period; "" if nothing would be lost, or if it was confirmed.
        """
        if name == self._name_to_replace:
            return ""
        conflict = await asyncio.to_thread(self._find_conflict, name)
        if conflict:
            self._name_to_replace = name
        return conflict

    def _find_conflict(self, name: str) -> str:
        """Read the file of a name; return a sentence if it does not have the saved version."""
        if not problems.existing_path(self._data_folder, name):
            return ""
        if name != self._saved.name:
            return f"There is already a problem {name}"
        try:
            puzzle = problems.find(self._data_folder, name)
        except (OSError, ValueError, LookupError):  # the file is damaged
            puzzle = None
        if puzzle and _spec_text(puzzle.game) == self._saved_spec:
            return ""
        return f"The file of {name} has been changed elsewhere"

    def withdraw_confirmation(self) -> None:
        """Ask again before a problem is replaced."""
        self._name_to_replace = ""

    async def write(self, version: ProblemVersion, game: AnyGame) -> Path:
        """Write the puzzle of a version to the file; return its path.

        Raises:
            OSError, ValueError: It was not written.
        """
        path = await asyncio.to_thread(problems.save, self._data_folder, version.name, game)
        self._saved, self._saved_spec = version, _spec_text(game)
        self.withdraw_confirmation()
        return path


def _spec_text(game: AnyGame | None) -> str:
    return spec_text(game) if game else ""
