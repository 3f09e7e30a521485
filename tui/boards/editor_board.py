"""The interface between the model of an editor and its screen: `EditorBoard`.

A board of an editor draws what has been set up, and turns keys and mouse events into changes of its
`tui.model.editor.Editor`. It does not use Textual. A plug-in subclasses `EditorBoard` and `Editor`,
and returns one from `BoardFamily.create_editor`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.editor import Editor
from ludoscope.tui.text.drawing import StyledLine

PLAIN_ROLES = {"mover": "piece", "rival mover": "rival"}
"""Roles in an editor, where pieces that can move are not marked."""


class EditorBoard(ABC):
    """A view of an editor, with its cursor, keys and mouse.

    Keys have Textual's names, as in `Board.handle_key`. Capitals, digits and punctuation may be
    the family's own; small letters are commands of the screen. A method that changes the editor
    raises `NotationError` if the change is not possible; the message is shown to the user.

    Attributes:
        editor: The puzzle that is set up.
        options: The options in effect, always current.
        pane: The index of the drawing that has the cursor.
    """

    PURPOSE: str = ""
    """Two sentences on what can be set up, for the help."""

    COMMANDS: tuple[str, ...] = ("fill",)
    """The commands of the editor screen that this family has, besides those of all."""

    KEY_LABELS: tuple[tuple[str, str], ...] = ()
    """The family's own keys, each with its label, for the footer and the help."""

    LEGEND: tuple[tuple[str, str], ...] = ()
    """What the help says of signs and typed texts."""

    ENTRY_LABEL: str = "Enter:"
    """The label of the line on which places and pieces are typed."""

    SIZE_LABEL: str = ""
    """The label of the line on which a size is typed; "" if boards are chosen from a list."""

    editor: Editor[Any]
    options: UserOptions
    pane: int = 0

    def __init__(self, editor: Editor[Any], options: UserOptions) -> None:
        self.editor = editor
        self.options = options

    @property
    def pane_titles(self) -> Sequence[str]:
        """The titles of the drawings, of which there is at least one."""
        return ("",)

    @abstractmethod
    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and rows that `draw` uses of `width` × `height`."""

    def min_size(self) -> tuple[int, int]:
        """Return the smallest columns and rows in which one can edit."""
        return self.drawing_size(0, 0)

    @abstractmethod
    def draw(self, pane: int, width: int, height: int) -> list[StyledLine]:
        """Return the drawing with this index; only the one of `pane` has the cursor."""

    def key_labels(self) -> Sequence[tuple[str, str]]:
        """Return the keys for the footer as they are now."""
        return self.KEY_LABELS

    def entry_hint(self) -> str:
        """Return what can be typed after `ENTRY_LABEL`, with an example."""
        return ""

    def note(self) -> str:
        """Return what is half done, such as "7: press the suit"; "" for nothing."""
        return ""

    # Keys and mouse

    def handles_key(self, key: str) -> bool:
        """Return True if a key is for the board now, and not a command of the screen."""
        return False

    @abstractmethod
    def handle_key(self, key: str) -> bool:
        """Handle a key; return False if it means nothing here."""

    @abstractmethod
    def handle_click(self, pane: int, cell: CellOffset, width: int, height: int) -> bool:
        """Handle a click at a cell of a drawing of that size; return False if nothing is there."""

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        """Return True if two cells belong to one place; see `Board.is_same_place`."""
        return start == end

    def handle_drop(
        self, pane: int, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        """Handle the end of a drag, which may lie outside the drawing: remove the piece there."""
        return self.handle_click(pane, end, width, height)

    @abstractmethod
    def remove(self) -> None:
        """Remove the piece at the cursor."""

    def clear_selection(self) -> bool:
        """Drop what is picked or half typed; return False if there is nothing."""
        return False

    def enter(self, text: str) -> None:
        """Make the changes that a typed text describes."""
        self.editor.enter(text)


def without_movers(lines: Sequence[StyledLine]) -> list[StyledLine]:
    """Return a drawing in which the pieces that can move look like the others."""
    return [[(text, PLAIN_ROLES.get(role, role)) for text, role in line] for line in lines]
