"""How a peg board lies on the screen: discs of four sizes, and where each hole's disc stands.

glyph   what a hole shows: rows of characters, each as wide as the others
kind    "peg", "picked", "hole", "target"; "faded", a peg that is just being jumped over
step    cells between neighbouring holes, across and down
centre  of a hole, in half steps: rows of a triangular lattice are shifted by one

A peg is ● and an empty hole ○ at every size; ASCII has x and a dot.

The cursor's brackets stand in the columns beside the glyph, as high as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludoscope.games.peg.board import Board
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.peg.overlay import Overlay
from ludoscope.tui.text.drawing import line_of

Glyph = tuple[str, ...]
Discs = dict[str, Glyph]

DOT: Discs = {"peg": ("●",), "hole": ("○",), "target": ("◌",)}
MEDIUM: Discs = {
    "peg": ("▗███▖", "▝███▘"),
    "picked": ("▗▛▀▜▖", "▝▙▄▟▘"),
    "hole": (" ╭─╮ ", " ╰─╯ "),
    "target": ("╭╌╌╌╮", "╰╌╌╌╯"),
}
LARGE: Discs = {
    "peg": ("▗▟███▙▖", "███████", "▝▜███▛▘"),
    "picked": ("▗▟▀▀▀▙▖", "█▌   ▐█", "▝▜▄▄▄▛▘"),
    "hole": (" ╭───╮ ", " │   │ ", " ╰───╯ "),
    "target": ("╭╌╌╌╌╌╮", "╎  ◌  ╎", "╰╌╌╌╌╌╯"),
}
HUGE: Discs = {
    "peg": ("  ▄▟███▙▄  ", "▗█████████▖", "███████████", "▝█████████▘", "  ▀▜███▛▀  "),
    "picked": ("  ▄▟▀▀▀▙▄  ", "▗█▀     ▀█▖", "█▌       ▐█", "▝█▄     ▄█▘", "  ▀▜▄▄▄▛▀  "),
    "hole": ("   ╭───╮   ", " ╭─╯   ╰─╮ ", " │       │ ", " ╰─╮   ╭─╯ ", "   ╰───╯   "),
    "target": ("  ╭╌╌╌╌╌╮  ", "╭╌╯     ╰╌╮", "╎    ◌    ╎", "╰╌╮     ╭╌╯", "  ╰╌╌╌╌╌╯  "),
}
DOT_ASCII: Discs = {"peg": ("x",), "hole": (".",), "target": ("o",)}
MEDIUM_ASCII: Discs = {
    "peg": ("/###\\", "\\###/"),
    "picked": ("/@\\", "\\@/"),
    "hole": ("     ", "  .  "),
    "target": ("/ooo\\", "\\ooo/"),
}
LARGE_ASCII: Discs = {
    "peg": (" /###\\ ", "(#####)", " \\###/ "),
    "picked": (" /@\\ ", "(@   @)", " \\@/ "),
    "hole": ("       ", "   .   ", "       "),
    "target": (" / - \\ ", "(  o  )", " \\ - / "),
}
HUGE_ASCII: Discs = {
    "peg": ("  /#####\\  ", " /#######\\ ", "(#########)", " \\#######/ ", "  \\#####/  "),
    "picked": ("  /@\\  ", " /@     @\\ ", "(@       @)", " \\@     @/ ", "  \\@/  "),
    "hole": (" " * 11, " " * 11, "     .     ", " " * 11, " " * 11),
    "target": ("  / - - \\  ", " /       \\ ", "(    o    )", " \\       / ", "  \\ - - /  "),
}


class Size(NamedTuple):
    """Steps, and the discs with and without characters beyond ASCII."""

    across: int
    down: int
    discs: Discs
    plain: Discs


BOTH = (
    Size(14, 6, HUGE, HUGE_ASCII),
    Size(10, 4, LARGE, LARGE_ASCII),
    Size(9, 4, LARGE, LARGE_ASCII),
    Size(8, 3, MEDIUM, MEDIUM_ASCII),
)
SIZES = {  # from the roomiest down
    "square": (
        *BOTH,
        Size(5, 2, DOT, DOT_ASCII),
        Size(4, 2, DOT, DOT_ASCII),
        Size(4, 1, DOT, DOT_ASCII),
        Size(3, 1, DOT, DOT_ASCII),
    ),
    "triangular": (
        *BOTH,
        Size(6, 2, DOT, DOT_ASCII),
        Size(4, 2, DOT, DOT_ASCII),
        Size(4, 1, DOT, DOT_ASCII),
    ),
}
TINY = Size(2, 1, DOT, DOT_ASCII)  # no cursor, no coordinates: the board as a picture
LABELS = 4  # cells for the row numbers
LETTERED = 3  # rows of a disc from which on a label stands within it
ALONE = {"last": "fresh"}  # roles of the rows above the lowest: lines would tear a disc apart


@dataclass(frozen=True, slots=True)
class Layout:
    """A size, cells left of the holes, cells and rows in all."""

    size: Size
    left: int
    width: int
    height: int

    @property
    def wide(self) -> int:
        """Cells of a glyph."""
        return len(self.size.discs["peg"][0])

    @property
    def high(self) -> int:
        """Rows of a glyph."""
        return len(self.size.discs["peg"])

    @property
    def label(self) -> tuple[int, int]:
        """Cells from a glyph's left to what is laid over its hole, and how many there are."""
        if self.high >= LETTERED:
            return self.wide // 2 - 1, 3
        gap = self.wide + (self.high == 1 and self.size.across > 3)
        return gap, max(0, self.size.across - 1 - gap)


class Field:
    """Where the holes of a board are, at any size."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._skew = board.lattice == "triangular"
        self.centres = [(2 * x + (y if self._skew else 0), 2 * y) for x, y in board.holes]
        self._least = min(x for x, _ in self.centres)
        self._widest = max(x for x, _ in self.centres) - self._least

    def layout(self, width: int, height: int, labelled: bool, bare: bool = False) -> Layout:
        """The roomiest that fits; where none does, the tiny one.

        `labelled`: with an overlay. `bare`: without coordinates and cursor.
        """
        for size in SIZES[self._board.lattice]:
            layout = self._measured(size, 0 if bare else LABELS, labelled)
            if layout.width <= width and layout.height <= height:
                return layout
        return self._measured(TINY, 0, labelled)

    def least(self, labelled: bool) -> Layout:
        """The smallest one in which the cursor can be seen."""
        return self._measured(SIZES[self._board.lattice][-1], LABELS, labelled)

    def _measured(self, size: Size, left: int, labelled: bool) -> Layout:
        bare = Layout(size, left, 0, 0)
        used = left + 1 + self._widest * size.across // 2 + bare.wide + (1 if left else 0)
        if labelled and bare.high < LETTERED:
            used += sum(bare.label) - bare.wide + 1
        rows = (self._board.height - 1) * size.down + bare.high + (1 if left else 0)
        return replace(bare, width=used, height=rows)

    def column(self, layout: Layout, centre: int) -> int:
        return layout.left + 1 + (centre - self._least) * layout.size.across // 2

    def at(self, layout: Layout, hole: int) -> tuple[int, int]:
        """The upper left cell of a hole's glyph."""
        x, y = self.centres[hole]
        return self.column(layout, x), (self._board.height - y // 2) * layout.size.down

    def nearest(self, layout: Layout, x: int, y: int) -> int | None:
        """The hole at a cell of the picture; None when none is near."""

        def distance(hole: int) -> int:
            left, top = self.at(layout, hole)
            return abs(left + layout.wide // 2 - x) + 2 * abs(top + (layout.high - 1) // 2 - y)

        found = min(range(len(self.centres)), key=distance)
        reach = max(layout.size.across, 2 * layout.size.down)
        return found if distance(found) <= reach else None

    def coordinates(self, layout: Layout) -> Iterator[tuple[int, int, str]]:
        """Column, row and text of what is written at the edges."""
        board, size = self._board, layout.size
        middle = layout.high // 2
        for y in range(1, board.height + 1):
            yield 0, (board.height - y) * size.down + middle, f"{y:>3}"
        for x in range(1, board.width + 1):
            left = self.column(layout, 2 * x + (1 if self._skew else 0))
            yield left + (layout.wide - 1) // 2, layout.height - 1, f"{x:<2}"


class Sketch:
    """One picture in the making."""

    def __init__(self, field: Field, layout: Layout, ascii_only: bool) -> None:
        self._field, self._layout = field, layout
        self._discs = layout.size.plain if ascii_only else layout.size.discs
        self._brackets = _upright(layout.high, ascii_only)
        self._cells = [[(" ", "")] * layout.width for _ in range(layout.height)]

    def stamp(self, hole: int, kind: str, role: str, cursor: bool) -> None:
        """Draw a hole; where discs are small, kinds look alike and roles tell them apart."""
        x, y = self._field.at(self._layout, hole)
        if (kind, role) == ("picked", "picked") and kind in self._discs:
            role = "held"
        if role == "mover" and self._layout.high > 1:
            role = "piece"  # weight says little on a disc, and costs bytes at every jump
        rows = self._discs.get(kind) or self._discs["peg" if kind == "picked" else "target"]
        lowest = max(row for row, text in enumerate(rows) if not text.isspace())
        for row, text in enumerate(rows):
            line = self._cells[y + row]
            ink = role if row == lowest else ALONE.get(role, role)
            blank = "tint" if role == "last" else ""
            for i, char in enumerate(text):
                line[x + i] = (char, ink if char != " " else blank)
            if blank and self._layout.size.across > len(text) + 1 and self._layout.left:
                line[x - 1] = line[x + len(text)] = (" ", blank)
            if cursor and self._layout.left:
                for at, side in ((x - 1, 0), (x + len(text), 1)):
                    line[at] = (self._brackets[side][row], "cursor")

    def lay(self, overlay: Overlay) -> None:
        """Set a label by each hole; one that is too long for its place is a sign for itself."""
        gap, room = self._layout.label
        for hole, label in enumerate(overlay.labels):
            x, y = self._field.at(self._layout, hole)
            line, start = self._cells[y + self._layout.high // 2], x + gap
            text = label if len(label) <= room else "*"[:room]
            if self._layout.high >= LETTERED:
                text = text.center(room)
            for i, char in enumerate(text):
                if line[start + i][1] != "cursor":
                    line[start + i] = (char, "dim")

    def number(self) -> None:
        """Write the coordinates."""
        for x, y, text in self._field.coordinates(self._layout):
            for i, char in enumerate(text[: self._layout.width - x]):
                self._cells[y][x + i] = (char, "dim")

    def lines(self, width: int, height: int) -> list[Line]:
        return [line_of(row[:width]) for row in self._cells[:height]]


def _upright(high: int, ascii_only: bool) -> Sequence[str]:
    """Brackets of so many rows, the left one and the right one from the top down."""
    if high == 1 or ascii_only:
        return "[" * high, "]" * high
    middle = "│" * (high - 2)
    return f"┌{middle}└", f"┐{middle}┘"
