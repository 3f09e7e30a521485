"""A hexapawn board of few colours, or none: pawns of one to nine rows, squares if there is room.

    ┌───────┬───────┐
    │   ○   │   ●   │    white is hollow, black is filled
    │  ▟▀▙  │  ▟█▙  │
    │ ▟▙▄▟▙ │ ▟███▙ │
    └───────┴───────┘

figure  what stands on a square: rows of characters, each as wide as the others
steps   cells between neighbours, across and down
marks   what stands left and right of a figure
"""

from dataclasses import dataclass
from typing import NamedTuple

from ludoscope.games.hexapawn.rules import LETTERS, HexapawnGame
from ludoscope.tui.boards.board import Line
from ludoscope.tui.text.drawing import line_of

LABELS = 4  # cells for the row numbers
WORN = 4  # cells from one cell to the next below which there is no room for values
Figure = tuple[str, ...]
Figures = dict[str, Figure]

ONE: Figures = {"white": ("○",), "black": ("●",), "empty": ("·",), "target": ("◌",)}


def _figures(*white: str) -> Figures:
    """The white pawn of so many rows, the black one, which is the same filled, and the rest."""
    wide, high = len(white[0]), len(white)
    blank, across = " " * wide, "╌" * (wide - 2)
    side = f"╎{' ' * (wide - 2)}╎"
    above = high // 2
    return {
        "white": white,
        "black": tuple(map(_filled, white)),
        "empty": (*[blank] * above, "·".center(wide), *[blank] * (high - 1 - above)),
        "target": (f"╭{across}╮", *[side] * (high - 2), f"╰{across}╯"),
    }


def _filled(row: str) -> str:
    """A row of a pawn, filled from edge to edge."""
    inner = row.strip()
    full = inner[0] + "█" * (len(inner) - 2) + inner[-1] if inner[1:] else "●"
    return full.center(len(row))


TWO = _figures(" ○ ", "▟▀▙")
THREE = _figures("  ○  ", " ▟▀▙ ", "▟▙▄▟▙")
FOUR = _figures("   ○   ", "  ▟▀▙  ", " ▟▘ ▝▙ ", "▟▙▄▄▄▟▙")
FIVE = _figures("  ▟▀▙  ", "  ▜▄▛  ", "  ▟▀▙  ", " ▟▘ ▝▙ ", "▟▙▄▄▄▟▙")
SEVEN = _figures(
    "   ▟▀▀▀▙   ",
    "   ▜▄▄▄▛   ",
    "    ▟▀▙    ",
    "   ▟▘ ▝▙   ",
    "  ▟▘   ▝▙  ",
    " ▟▘     ▝▙ ",
    "▟▙▄▄▄▄▄▄▄▟▙",
)
NINE = _figures(
    "   ▟▀▀▀▀▀▙   ",
    "   █     █   ",
    "   ▜▄▄▄▄▄▛   ",
    "     ▟▀▙     ",
    "    ▟▘ ▝▙    ",
    "   ▟▘   ▝▙   ",
    "  ▟▘     ▝▙  ",
    " ▟▘       ▝▙ ",
    "▟▙▄▄▄▄▄▄▄▄▄▟▙",
)
ONE_ASCII: Figures = {"white": ("P",), "black": ("p",), "empty": (".",), "target": ("*",)}
PLAIN = str.maketrans("○●·▟█▙▜▛▝▘▄▀╌╎╭╮╰╯─│┌┬┐├┼┤└┴┘", "Pp./#\\\\/  _ -|/\\\\/-|+++++++++")


def seen(game: HexapawnGame, side: int, column: int, row: int) -> tuple[int, int]:
    """From the board's column and row, or the other way round: the column and row as they are seen.

    Rows count from the bottom; black, side 1, has their own row there.
    """
    if side == 0:
        return column, row
    return game.columns - 1 - column, game.rows - 1 - row


class Size(NamedTuple):
    """Steps, and what the figures look like."""

    across: int
    down: int
    figures: Figures


SIZES = (  # from the roomiest down
    *(Size(22, 10, NINE), Size(18, 8, SEVEN)),
    *(Size(14, 6, FIVE), Size(10, 5, FOUR), Size(8, 4, THREE), Size(6, 3, TWO)),
    *(Size(5, 2, ONE), Size(4, 2, ONE), Size(4, 1, ONE), Size(2, 1, ONE)),
)
ALONE = {"last": "fresh", "piece last": "piece", "rival last": "rival"}
"""Roles of a figure of several rows, but for its base."""
SIDES = {"white": "piece", "black": "rival"}


@dataclass(frozen=True, slots=True)
class Layout:
    """A size, cells for the row numbers, the middle of the first cell, cells and rows in all.

    `side` is the player from whose side the board is seen.
    """

    game: HexapawnGame
    side: int
    size: Size
    labels: int
    left: int
    width: int
    height: int

    @property
    def squared(self) -> bool:
        """Whether squares have edges."""
        return self.size.figures is not ONE

    @property
    def worn(self) -> bool:
        """Whether there is room for a value on a square."""
        return self.size.across >= WORN

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The column and the row, from 0 at the bottom, of a cell of the picture."""
        across, down, _ = self.size
        above = y if self.squared else y + down // 2
        column, row = (x - self.left + across // 2) // across, self.game.rows - 1 - above // down
        return seen(self.game, self.side, column, row)

    def sketch(self, ascii_only: bool) -> "Sketch":
        """An empty picture."""
        return Sketch(self.game, self, ascii_only)

    @property
    def high(self) -> int:
        """Rows of a figure."""
        return len(self.size.figures["empty"])

    @property
    def wide(self) -> int:
        """Cells of a figure."""
        return len(self.size.figures["empty"][0])


def layout(
    game: HexapawnGame, width: int, height: int, labels: int = LABELS, side: int = 0
) -> Layout:
    """The roomiest that fits; where none does, the smallest. Without `labels` no coordinates."""
    for size in SIZES:
        left = labels + size.across // 2
        used = left + (game.columns - 1) * size.across + (2 if labels else 1)
        rows = game.rows * size.down + (1 if labels else 0)
        if size.figures is not ONE:
            used, rows = labels + game.columns * size.across + 1, rows + 1
        found = Layout(game, side, size, labels, left, used, rows)
        if used <= width and rows <= height:
            break
    return found


class Sketch:
    """One picture in the making."""

    def __init__(self, game: HexapawnGame, shape: Layout, ascii_only: bool) -> None:
        self._game, self._shape, self._ascii = game, shape, ascii_only
        self._cells = [[(" ", "")] * shape.width for _ in range(shape.height)]
        if shape.squared:
            self._rule()
        if shape.labels:
            self._label()

    def lines(self, width: int, height: int) -> list[Line]:
        return [line_of(row[:width]) for row in self._cells[:height]]

    def at(self, cell: int) -> tuple[int, int]:
        """The middle column of a cell and the first row of its figure."""
        across, up = divmod(cell, self._game.columns)[::-1]
        column, row = seen(self._game, self._shape.side, across, up)
        down = (self._game.rows - 1 - row) * self._shape.size.down
        x = self._shape.left + column * self._shape.size.across
        return x, down + (1 if self._shape.squared else 0)

    def stand(self, place: tuple[int, int], kind: str, role: str, marks: str, ink: str) -> None:
        """Draw a figure at a place, with `marks` at its sides in the role `ink`."""
        x, y = place
        figure = self._figure(kind)
        if role.endswith("mover") and len(figure) > 1:
            role = SIDES[kind]  # it would be many bytes at every turn
        marked = role.endswith("last")
        for row, text in enumerate(figure):
            torn = kind != "empty" and len(figure) > 1 and not (marked and row == len(figure) - 1)
            self.write(x - len(text) // 2, y + row, text, ALONE.get(role, role) if torn else role)
        beside = self._shape.wide // 2 + 1
        if self._shape.squared:
            ink = ALONE.get(ink, ink)
            if marked:  # the line under a filled foot is not to be seen
                for column in (x - beside, x + beside):
                    self._cells[y + self._shape.high - 1][column] = (" ", role)
                self._tint(x, y)
        for column, mark in ((x - beside, marks[0]), (x + beside, marks[1])):
            self.write(column, y + self._shape.high // 2, mark, ink)

    def _tint(self, x: int, y: int) -> None:
        """What is blank of the square of a figure."""
        half = (self._shape.size.across - 1) // 2
        for row in self._cells[y : y + self._shape.high]:
            for column in range(x - half, x + half + 1):
                if row[column] == (" ", ""):
                    row[column] = (" ", "tint")

    def wear(self, cell: int, text: str, role: str, pawn: bool, cursor: bool) -> None:
        """Write the value of going to a cell: on it, or at the feet of a pawn there."""
        x, y = self.at(cell)
        y += self._shape.high // 2
        if pawn and self._shape.squared:
            y = self.at(cell)[1] + self._shape.high - 1
        elif pawn and self._shape.size.down > 1:
            y += 1
        elif cursor and not self._shape.squared:
            self.write(x - 2, y, "[", "cursor")
            self.write(x + 2, y, "]", "cursor")
        for at, char in enumerate(text, start=x - 1):
            self._cells[y][at] = (char, role)

    def write(self, x: int, y: int, text: str, role: str) -> None:
        """What is not blank, as far as there is room for it."""
        for at, char in enumerate(text, start=x):
            if char != " " and 0 <= at < self._shape.width:
                self._cells[y][at] = (char.translate(PLAIN) if self._ascii else char, role)

    def _figure(self, kind: str) -> Figure:
        figures = self._shape.size.figures
        return ONE_ASCII[kind] if self._ascii and figures is ONE else figures[kind]

    def _rule(self) -> None:
        """The edges of the squares."""
        size, game, left = self._shape.size, self._game, self._shape.labels
        for row in range(game.rows + 1):
            ends = "┌┬┐" if row == 0 else "└┴┘" if row == game.rows else "├┼┤"
            line = (ends[1]).join(["─" * (size.across - 1)] * game.columns)
            self.write(left, row * size.down, ends[0] + line + ends[2], "dim")
        for y in range(game.rows * size.down):
            if y % size.down:
                for column in range(game.columns + 1):
                    self.write(left + column * size.across, y, "│", "dim")

    def _label(self) -> None:
        for row in range(self._game.rows):
            y = self.at(row * self._game.columns)[1] + self._shape.high // 2
            self.write(0, y, f"{row + 1:>{LABELS - 1}}", "dim")
        for column in range(self._game.columns):
            x, _ = self.at(column)
            self.write(x, self._shape.height - 1, LETTERS[column], "dim")
