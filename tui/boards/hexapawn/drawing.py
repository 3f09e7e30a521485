"""A hexapawn board of few colours, or none: pawns of one to nine rows, squares if there is room.

    ┌───────┬───────┐
    │   ○   │   ●   │    white is hollow, black is filled
    │  ▟▀▙  │  ▟█▙  │
    │ ▟▙▄▟▙ │ ▟███▙ │
    └───────┴───────┘

All rows of a figure are as wide as the others; its marks stand left and right of it.
"""

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.tui.boards.hexapawn.layout import LABELS, Figures, Layout, Size, Sketch

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
_PLAIN = str.maketrans("○●·▟█▙▜▛▝▘▄▀╌╎╭╮╰╯─│┌┬┐├┼┤└┴┘", "Pp./#\\\\/  _ -|/\\\\/-|+++++++++")


def _plain(text: str) -> str:
    return text.translate(_PLAIN)


SIZES = (  # from the roomiest down
    *(Size(22, 10, NINE), Size(18, 8, SEVEN)),
    *(Size(14, 6, FIVE), Size(10, 5, FOUR), Size(8, 4, THREE), Size(6, 3, TWO)),
    *(Size(5, 2, ONE), Size(4, 2, ONE), Size(4, 1, ONE), Size(2, 1, ONE)),
)
ALONE = {"last": "fresh", "piece last": "piece", "rival last": "rival"}
"""Roles of a figure of several rows, but for its base."""
SIDES = {"white": "piece", "black": "rival"}


def layout(
    game: HexapawnGame, width: int, height: int, labels: int = LABELS, side: int = 0
) -> Layout:
    """The roomiest that fits; where none does, the smallest. Without `labels` no coordinates."""
    for size in SIZES:
        used, rows = labels + game.columns * size.across, game.rows * size.down
        top, below = 0, 1 if labels else 0
        if size.figures is not ONE:  # squares have edges
            used, rows = used + 1, rows + 1
        else:  # beside the last figure there is but room for brackets
            used, top = used - (size.across + 1) // 2 + 1 + below, -(size.down // 2)
        found = Layout(game, side, size, labels, used, rows + below, top)
        if used <= width and found.height <= height:
            break
    return found


class LinedSketch(Sketch):
    """Figures drawn in lines, in squares with edges if there is room for these."""

    def __init__(self, shape: Layout, ascii_only: bool) -> None:
        super().__init__(shape, _plain if ascii_only else str)
        self._squared = shape.size.figures is not ONE
        self._figures = shape.size.figures if self._squared or not ascii_only else ONE_ASCII
        self._wide, self._high = len(self._figures["empty"][0]), len(self._figures["empty"])
        if self._squared:
            self._rule()
        if shape.labels:
            self.label()

    def at(self, cell: int) -> tuple[int, int]:
        """The middle column of a square and the first row of its figure."""
        size, (x, y) = self._shape.size, self._shape.corner(cell)
        return x + size.across // 2, y + (1 if self._squared else size.down // 2)

    def middle(self, cell: int) -> tuple[int, int]:
        x, y = self.at(cell)
        return x, y + self._high // 2

    def stand(self, place: tuple[int, int], kind: str, role: str, marks: str, ink: str) -> None:
        x, y = place
        figure = self._figures[kind]
        if role.endswith("mover") and len(figure) > 1:
            role = SIDES[kind]  # it would be many bytes at every turn
        marked = role.endswith("last")
        for row, text in enumerate(figure):
            torn = kind != "empty" and len(figure) > 1 and not (marked and row == len(figure) - 1)
            self.stamp(x - len(text) // 2, y + row, text, ALONE.get(role, role) if torn else role)
        beside = self._wide // 2 + 1
        if self._squared:
            ink = ALONE.get(ink, ink)
            if marked:  # the line under a filled foot is not to be seen
                for column in (x - beside, x + beside):
                    self.write(column, y + self._high - 1, " ", role)
                self._tint(x, y)
        for column, mark in ((x - beside, marks[0]), (x + beside, marks[1])):
            self.stamp(column, y + self._high // 2, mark, ink)

    def _tint(self, x: int, y: int) -> None:
        """What is blank of the square of a figure."""
        half = (self._shape.size.across - 1) // 2
        for row in self.cells[y : y + self._high]:
            for column in range(x - half, x + half + 1):
                if row[column] == (" ", ""):
                    row[column] = (" ", "tint")

    def wear(self, cell: int, text: str, role: str, pawn: bool, cursor: bool) -> None:
        x, y = self.middle(cell)
        if pawn and self._squared:
            y = self.at(cell)[1] + self._high - 1
        elif pawn and self._shape.size.down > 1:
            y += 1
        elif cursor and not self._squared:
            self.stamp(x - 2, y, "[", "cursor")
            self.stamp(x + 2, y, "]", "cursor")
        self.write(x - 1, y, text, role)

    def _rule(self) -> None:
        """The edges of the squares."""
        size, game, left = self._shape.size, self._shape.game, self._shape.labels
        for row in range(game.rows + 1):
            ends = "┌┬┐" if row == 0 else "└┴┘" if row == game.rows else "├┼┤"
            line = (ends[1]).join(["─" * (size.across - 1)] * game.columns)
            self.stamp(left, row * size.down, ends[0] + line + ends[2], "dim")
        for y in range(game.rows * size.down):
            if y % size.down:
                for column in range(game.columns + 1):
                    self.stamp(left + column * size.across, y, "│", "dim")
