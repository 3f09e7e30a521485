"""A hexapawn board where there are colours: squares of two shades, white pawns and black ones.

square   `side` lines high and about twice as many cells wide; from three lines on pawns are
         drawn in quarters of cells, at any size
ground   of a square, dark or light; a dot in its corner is a sign of the last move, since
             another ground would be many bytes
"""

from collections.abc import Sequence
from functools import cache
from math import hypot

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.hexapawn.layout import Figures, Layout, Size, Sketch
from ludoscope.tui.boards.raster import raster
from ludoscope.tui.boards.tints import DARK, LIGHT, on

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


def squares(
    game: HexapawnGame, width: int, height: int, labels: int, side: int = 0
) -> Layout | None:
    """The roomiest that fits, None where none does."""
    sizes = [(2 * down, down) for down in range(LARGEST, 4, -1)]
    for across, down in (*sizes, *(size for size, _ in SMALL)):
        used, rows = labels + game.columns * across, game.rows * down + (1 if labels else 0)
        if used <= width and rows <= height:
            size = Size(across, down, _figures(across, down), shaded=True)
            return Layout(game, side, size, labels, used, rows)
    return None


class ShadedSketch(Sketch):
    """Figures on squares of two shades."""

    def at(self, cell: int) -> tuple[int, int]:
        """The first column and line of a square."""
        return self._shape.corner(cell)

    def middle(self, cell: int) -> tuple[int, int]:
        x, y = self.at(cell)
        return x + self._shape.size.across // 2, y + self._shape.size.down // 2

    def stand(self, place: tuple[int, int], kind: str, role: str, marks: str, ink: str) -> None:
        x, y = place
        size = self._shape.size
        if role.endswith("last") and size.down > 1:
            self.stamp(x + size.across - 1, y, MOVED, "fresh")
            role = role.removesuffix(" last")
        if size.down > 1:
            role = ROLES.get(role, role)
        if figure := size.figures.get("pawn" if kind in ("white", "black") else kind):
            for row, text in enumerate(figure):
                self.stamp(x + (size.across - len(text)) // 2, y + row, text, role)
        if marks == "[]" and size.down > 1:
            right, under = x + size.across - 1, y + size.down - 1
            for column, line, corner in zip(
                (x, right, x, right), (y, y, under, under), CORNERS, strict=True
            ):
                self.stamp(column, line, corner, ink)
        else:
            aside = 0 if size.down > 1 or size.across == 3 else 1
            middle = y + size.down // 2
            self.stamp(x + aside, middle, marks[0], ink)
            self.stamp(x + size.across - 1 - aside, middle, marks[1], ink)

    def wear(self, cell: int, text: str, role: str, pawn: bool, cursor: bool) -> None:
        (x, y), size = self.at(cell), self._shape.size
        line = y + (size.down - 1 if pawn else size.down // 2)
        self.write(x + (size.across - 3) // 2, line, text, role)

    def lines(self, width: int, height: int) -> list[Line]:
        game, size = self._shape.game, self._shape.size
        for cell in range(game.rows * game.columns):
            x, y = self.at(cell)
            ground = (DARK, LIGHT)[sum(divmod(cell, game.columns)) % 2]
            for line in self.cells[y : y + size.down]:
                line[x : x + size.across] = [
                    (char, on(role, ground)) for char, role in line[x : x + size.across]
                ]
        if self._shape.labels:
            self.label()
        return super().lines(width, height)


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
