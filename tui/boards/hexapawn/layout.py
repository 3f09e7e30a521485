"""Where the squares of a hexapawn board are on the screen, and the picture of them in the making.

figure  what stands on a square: rows of characters
steps   cells of the screen from one square to the next, across and down
marks   what stands around a figure
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame
from ludoscope.tui.text.drawing import Canvas

LABELS = 4  # cells for the row numbers
WORN = 4  # cells from one square to the next below which there is no room for values
Figure = tuple[str, ...]
Figures = Mapping[str, Figure]


class Size(NamedTuple):
    """Steps, and what the figures look like; `shaded`: on squares of two shades."""

    across: int
    down: int
    figures: Figures
    shaded: bool = False


class Layout(NamedTuple):
    """A size, cells for the row numbers, cells and rows in all.

    `side` is the player from whose side the board is seen: black, 1, has their own row at the
    bottom. `top` is the first row of the highest squares, which may lie above the picture.
    """

    game: HexapawnGame
    side: int
    size: Size
    labels: int
    width: int
    height: int
    top: int = 0

    @property
    def worn(self) -> bool:
        """Whether there is room for a value on a square."""
        return self.size.across >= WORN

    def corner(self, cell: int) -> tuple[int, int]:
        """The first column and row of a square."""
        row, column = divmod(cell, self.game.columns)
        column, row = self._seen(column, row)
        down = (self.game.rows - 1 - row) * self.size.down
        return self.labels + column * self.size.across, self.top + down

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The column and the row, from 0 at the bottom, of the square at a cell of the picture."""
        column, above = (x - self.labels) // self.size.across, (y - self.top) // self.size.down
        return self._seen(column, self.game.rows - 1 - above)

    def _seen(self, column: int, row: int) -> tuple[int, int]:
        """From the board's column and row, or the other way round: those that are seen."""
        if self.side == 0:
            return column, row
        return self.game.columns - 1 - column, self.game.rows - 1 - row


class Sketch(Canvas, ABC):
    """One picture in the making."""

    def __init__(self, shape: Layout, spell: Callable[[str], str] = str) -> None:
        super().__init__(shape.width, shape.height, spell)
        self._shape = shape

    @abstractmethod
    def middle(self, cell: int) -> tuple[int, int]:
        """The cell of the picture in the middle of a square."""

    @abstractmethod
    def at(self, cell: int) -> tuple[int, int]:
        """The place where the figure of a square stands."""

    @abstractmethod
    def stand(self, place: tuple[int, int], kind: str, role: str, marks: str, ink: str) -> None:
        """Draw a figure at a place, with `marks` around it in the role `ink`."""

    @abstractmethod
    def wear(self, cell: int, text: str, role: str, pawn: bool, cursor: bool) -> None:
        """Write the value of going to a cell: on it, or at the feet of a pawn there."""

    def label(self) -> None:
        """Write the coordinates."""
        shape, game = self._shape, self._shape.game
        for row in range(game.rows):
            _, y = self.middle(row * game.columns)
            self.stamp(0, y, f"{row + 1:>{LABELS - 1}}", "dim")
        for column in range(game.columns):
            x, _ = self.middle(column)
            self.stamp(x, shape.height - 1, COLUMN_LETTERS[column], "dim")
