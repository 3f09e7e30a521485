"""Layout of a hexapawn board at one size, and the base class of its drawings.

A *figure* is what stands on a square: rows of characters. *Marks* are the two characters around it,
such as the brackets of the cursor. `line_drawing` and `shaded_drawing` have the sizes and drawings
for terminals without and with colours.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame
from ludoscope.tui.text.drawing import Canvas

ROW_LABEL_WIDTH = 4
MIN_COLUMN_STEP_FOR_VALUES = 4
Figure = tuple[str, ...]
Figures = Mapping[str, Figure]  # by kind: "white", "black", "empty", "target"


class SquareSize(NamedTuple):
    """The steps from square to square in cells, and the figures of this size."""

    column_step: int
    row_step: int
    figures: Figures
    is_shaded: bool = False


class Layout(NamedTuple):
    """A board at one size.

    Attributes:
        game: The game, which has the numbers of rows and columns.
        side: The player whose home row is at the bottom: 0 for white, 1 for black.
        size: The size of squares.
        label_width: Cells for the row numbers.
        width: Cells in all.
        height: Lines in all.
        top: The first line of the top squares; negative if it is left out of the drawing.
    """

    game: HexapawnGame
    side: int
    size: SquareSize
    label_width: int
    width: int
    height: int
    top: int = 0

    @property
    def has_room_for_values(self) -> bool:
        """True if the value of a move can be written on a square."""
        return self.size.column_step >= MIN_COLUMN_STEP_FOR_VALUES

    def square_origin(self, square: int) -> tuple[int, int]:
        """Return the first column and line of a square."""
        row, column = divmod(square, self.game.columns)
        column, row = self._turn(column, row)
        lines_above = (self.game.rows - 1 - row) * self.size.row_step
        return self.label_width + column * self.size.column_step, self.top + lines_above

    def square_at(self, x: int, y: int) -> tuple[int, int]:
        """Return column and row, from 0 at the bottom, of the square at a cell of the drawing.

        They may lie beside the board.
        """
        column = (x - self.label_width) // self.size.column_step
        rows_above = (y - self.top) // self.size.row_step
        return self._turn(column, self.game.rows - 1 - rows_above)

    def _turn(self, column: int, row: int) -> tuple[int, int]:
        """Convert column and row between the board and what `side` sees, either way."""
        if self.side == 0:
            return column, row
        return self.game.columns - 1 - column, self.game.rows - 1 - row


class PawnDrawing(Canvas, ABC):
    """A drawing of one position; created anew for each frame."""

    def __init__(self, layout: Layout, convert: Callable[[str], str] = str) -> None:
        super().__init__(layout.width, layout.height, convert)
        self._layout = layout

    @abstractmethod
    def square_middle(self, square: int) -> tuple[int, int]:
        """Return the cell in the middle of a square."""

    @abstractmethod
    def figure_origin(self, square: int) -> tuple[int, int]:
        """Return the point where `draw_figure` draws the figure of a square."""

    @abstractmethod
    def draw_figure(
        self, origin: tuple[int, int], kind: str, role: str, marks: str, mark_role: str
    ) -> None:
        """Draw a figure with marks, two characters, around it."""

    @abstractmethod
    def draw_value(
        self, square: int, text: str, role: str, has_pawn: bool, has_cursor: bool
    ) -> None:
        """Write the value of a move to a square: in its middle, or at the feet of a pawn there."""

    def draw_coordinates(self) -> None:
        layout, game = self._layout, self._layout.game
        for row in range(game.rows):
            _, y = self.square_middle(row * game.columns)
            self.write_words(0, y, f"{row + 1:>{ROW_LABEL_WIDTH - 1}}", "dim")
        for column in range(game.columns):
            x, _ = self.square_middle(column)
            self.write_words(x, layout.height - 1, COLUMN_LETTERS[column], "dim")
