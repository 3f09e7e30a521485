"""A hexapawn board where there are colours: squares of two shades, white pawns and black ones.

square   `side` lines high and about twice as many cells wide; from three lines on pawns are
         drawn in quarters of cells, at any size
ground   of a square, dark or light; a dot in its corner is a sign of the last move, since
             another ground would be many bytes
place    the first column and line of a square
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot

from ludoscope.games.hexapawn.rules import LETTERS, HexapawnGame
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.hexapawn.picture import seen
from ludoscope.tui.boards.raster import raster
from ludoscope.tui.boards.tints import DARK, LIGHT, on
from ludoscope.tui.text.drawing import line_of

Figures = Mapping[str, tuple[str, ...]]
LARGEST = 40  # lines of a square
SMALL: Sequence[tuple[tuple[int, int], Figures]] = (  # by cells and lines of a square
    (
        (8, 4),
        {
            "pawn": ("   ▄▄   ", "  ▝██▘  ", "  ▗██▖  ", " ▝▀▀▀▀▘ "),
            "target": ("", "   ▄▄   ", "   ▀▀   "),
        },
    ),
    ((6, 3), {"pawn": ("  ▄▄  ", "  ██  ", " ▟██▙ "), "target": ("", "  ██  ")}),
    ((5, 2), {"pawn": (" ▄ ", "▟█▙"), "target": (" ▄ ", " ▀ ")}),
    ((5, 1), {"pawn": ("●",), "target": ("◌",)}),
    ((3, 1), {"pawn": ("●",), "target": ("◌",)}),
)
CORNERS, MOVED = "┌┐└┘", "•"
# A bold block looks as any other does, and all pawns would be drawn again with each move.
ROLES = {"mover": "piece", "rival mover": "rival"}


@dataclass(frozen=True, slots=True)
class Squares:
    """Cells and lines of a square, cells for the row numbers, cells and lines in all.

    `side` is the player from whose side the board is seen.
    """

    game: HexapawnGame
    side: int
    across: int
    down: int
    left: int
    width: int
    height: int

    @property
    def worn(self) -> bool:
        """Whether there is room for a value on a square."""
        return self.across >= 5

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The column and the row, from 0 at the bottom, of a cell of the picture."""
        column, row = (x - self.left) // self.across, self.game.rows - 1 - y // self.down
        return seen(self.game, self.side, column, row)

    def sketch(self, ascii_only: bool) -> "Sketch":
        """An empty picture; without colours, as in ASCII, there is another board."""
        return Sketch(self)


def squares(
    game: HexapawnGame, width: int, height: int, labels: int, side: int = 0
) -> Squares | None:
    """The roomiest that fits, None where none does."""
    below = 1 if labels else 0
    sizes = [(2 * side, side) for side in range(LARGEST, 4, -1)]
    for across, down in (*sizes, *(size for size, _ in SMALL)):
        found = Squares(
            game,
            side,
            across,
            down,
            labels,
            labels + game.columns * across,
            game.rows * down + below,
        )
        if found.width <= width and found.height <= height:
            return found
    return None


class Sketch:
    """One picture in the making."""

    def __init__(self, shape: Squares) -> None:
        self._shape = shape
        self._cells = [[(" ", "")] * shape.width for _ in range(shape.height)]
        self._figures = _figures(shape.across, shape.down)

    def at(self, cell: int) -> tuple[int, int]:
        shape = self._shape
        across, up = divmod(cell, shape.game.columns)[::-1]
        column, row = seen(shape.game, shape.side, across, up)
        return shape.left + column * shape.across, (shape.game.rows - 1 - row) * shape.down

    def stand(self, place: tuple[int, int], kind: str, role: str, marks: str, ink: str) -> None:
        """Draw a figure at a place, with `marks` around it in the role `ink`."""
        x, y = place
        shape = self._shape
        if role.endswith("last") and shape.down > 1:
            self._write(x + shape.across - 1, y, MOVED, "fresh")
            role = role.removesuffix(" last")
        if shape.down > 1:
            role = ROLES.get(role, role)
        if figure := self._figures.get("pawn" if kind in ("white", "black") else kind):
            for row, text in enumerate(figure):
                self._write(x + (shape.across - len(text)) // 2, y + row, text, role)
        if marks == "[]" and shape.down > 1:
            right, under = x + shape.across - 1, y + shape.down - 1
            for column, line, corner in zip(
                (x, right, x, right), (y, y, under, under), CORNERS, strict=True
            ):
                self._write(column, line, corner, ink)
        else:
            aside = 0 if shape.down > 1 or shape.across == 3 else 1
            middle = y + shape.down // 2
            self._write(x + aside, middle, marks[0], ink)
            self._write(x + shape.across - 1 - aside, middle, marks[1], ink)

    def wear(self, cell: int, text: str, role: str, pawn: bool, cursor: bool) -> None:
        """Write the value of going to a cell: on it, or at the feet of a pawn there."""
        x, y = self.at(cell)
        shape = self._shape
        line = y + (shape.down - 1 if pawn else shape.down // 2)
        for at, char in enumerate(text, start=x + (shape.across - 3) // 2):
            self._cells[line][at] = (char, role)

    def _write(self, x: int, y: int, text: str, role: str) -> None:
        for at, char in enumerate(text, start=x):
            if char != " " and 0 <= at < self._shape.width:
                self._cells[y][at] = (char, role)

    def lines(self, width: int, height: int) -> list[Line]:
        shape, game = self._shape, self._shape.game
        for cell in range(game.rows * game.columns):
            x, y = self.at(cell)
            ground = (DARK, LIGHT)[sum(divmod(cell, game.columns)) % 2]
            for line in self._cells[y : y + shape.down]:
                line[x : x + shape.across] = [
                    (char, on(role, ground)) for char, role in line[x : x + shape.across]
                ]
        if shape.left:
            self._label()
        return [line_of(row[:width]) for row in self._cells[:height]]

    def _label(self) -> None:
        shape, game = self._shape, self._shape.game
        for row in range(game.rows):
            _, y = self.at(row * game.columns)
            self._write(0, y + shape.down // 2, f"{row + 1:>{shape.left - 1}}", "dim")
        for column in range(game.columns):
            x, _ = self.at(column)
            self._write(x + shape.across // 2, shape.height - 1, LETTERS[column], "dim")


@cache
def _figures(across: int, down: int) -> Figures:
    """What stands on a square of that size: a pawn, or the sign that one may go there."""
    if small := dict(SMALL).get((across, down)):
        return small
    high = 2 * down - 2
    dot = 0.16 * high + 0.3

    def target(x: float, y: float) -> bool:
        return hypot(x - across / 2, y - high / 2) < dot

    def pawn(x: float, y: float) -> bool:
        aside, depth = abs(x - across / 2) / high, y / high
        if depth > 0.86:
            return aside < 0.35
        head = hypot(aside, depth - 0.21) < 0.2
        collar = 0.38 < depth < 0.46 and aside < 0.21
        return head or collar or (depth > 0.35 and aside < 0.11 + 0.65 * (depth - 0.35) ** 2)

    return {
        "pawn": raster(pawn, across, high, low=True),
        "target": raster(target, across, high, low=True),
    }
