"""How a peg board lies on the screen: where the disc of each hole stands, at any size.

step    from one hole to the next, across in cells and down in half lines
centre  of a hole, in half steps: rows of a triangular lattice are shifted by one
wood    the ground of a board, in its shape

The cursor's brackets stand in the columns beside a disc, as high as it is.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludoscope.games.peg.board import Board
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.peg.discs import FLAT, Size, look_of, sizes, tiny
from ludoscope.tui.boards.peg.overlay import Overlay
from ludoscope.tui.boards.tints import WOOD, on
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import Canvas

LABELS = 4  # cells for the row numbers
LETTERED = 5  # half lines of a disc from which on a label stands within it
ALONE = {"last": "fresh"}  # roles of the rows above the lowest: lines would tear a disc apart


class Layout(NamedTuple):
    """A size, cells left of the holes, cells and rows in all."""

    size: Size
    left: int
    width: int
    height: int

    @property
    def lettered(self) -> bool:
        """Whether what is laid over a hole stands within its disc."""
        return self.size.high >= LETTERED

    @property
    def label(self) -> tuple[int, int]:
        """Cells from a glyph's left to what is laid over its hole, and how many there are."""
        size = self.size
        if self.lettered:
            return (size.wide - 3) // 2, 3
        gap = size.wide + (size.high == 2 and size.across > 3)
        return gap, max(0, size.across - 1 - gap)


class Field:
    """Where the holes of a board are, at any size; `options` say what can be drawn."""

    def __init__(self, board: Board, options: UserOptions) -> None:
        self._board, self._options = board, options
        self._skew = board.lattice == "triangular"
        self.centres = [(2 * x + (y if self._skew else 0), 2 * y) for x, y in board.holes]
        self._least = min(x for x, _ in self.centres)
        self._widest = max(x for x, _ in self.centres) - self._least

    def layout(self, width: int, height: int, labelled: bool, bare: bool = False) -> Layout:
        """The roomiest that fits; where none does, the tiny one.

        `labelled`: with an overlay. `bare`: without coordinates and cursor.
        """
        look = look_of(self._options)
        for size in sizes(self._board.lattice, look):
            layout = self._measured(size, 0 if bare else LABELS, labelled)
            told = layout.label[1] > 0 if labelled else size.high != FLAT or not bare
            if (told or size.high == 2) and layout.width <= width and layout.height <= height:
                return layout
        return self._measured(tiny(look), 0, labelled)

    def least(self, labelled: bool) -> Layout:
        """The smallest one in which the cursor can be seen."""
        smallest = sizes(self._board.lattice, look_of(self._options))[-1]
        return self._measured(smallest, LABELS, labelled)

    def _measured(self, size: Size, left: int, labelled: bool) -> Layout:
        bare = Layout(size, left, 0, 0)
        used = left + 1 + self._widest * size.across // 2 + size.wide + _margin(size, left)
        if labelled and not bare.lettered:
            used += sum(bare.label) - size.wide + 1
        halves = (self._board.height - 1) * size.down + size.high
        return bare._replace(width=used, height=(halves + 1) // 2 + (1 if left else 0))

    def column(self, layout: Layout, centre: int) -> int:
        return layout.left + 1 + (centre - self._least) * layout.size.across // 2

    def top(self, layout: Layout, y: int) -> int:
        """Half lines above the discs of the row that is `y` from 1 at the bottom."""
        return (self._board.height - y) * layout.size.down

    def at(self, layout: Layout, hole: int) -> tuple[int, int]:
        """The first column of a hole's disc, and the half lines above it."""
        x, y = self.centres[hole]
        return self.column(layout, x), self.top(layout, y // 2)

    def middle(self, layout: Layout, top: int) -> int:
        """The line through the middle of a disc."""
        return (top + layout.size.high // 2) // 2

    def nearest(self, layout: Layout, x: int, y: int) -> int | None:
        """The hole at a cell of the picture; None when none is near."""
        size = layout.size

        def distance(hole: int) -> int:
            left, top = self.at(layout, hole)
            return abs(left + size.wide // 2 - x) + abs(top + size.high // 2 - 2 * y - 1)

        found = min(range(len(self.centres)), key=distance)
        return found if distance(found) <= max(size.across, size.down) else None

    def coordinates(self, layout: Layout) -> Iterator[tuple[int, int, str]]:
        """Column, row and text of what is written at the edges."""
        board = self._board
        for y in range(1, board.height + 1):
            yield 0, self.middle(layout, self.top(layout, y)), f"{y:>3}"
        for x in range(1, board.width + 1):
            left = self.column(layout, 2 * x + (1 if self._skew else 0))
            yield left + (layout.size.wide - 1) // 2, layout.height - 1, f"{x:<2}"

    def wood(self, layout: Layout) -> set[tuple[int, int]]:
        """The cells, as (column, line), that are part of the board."""
        size, margin = layout.size, _margin(layout.size, layout.left)
        found: set[tuple[int, int]] = set()
        for x, y in self.centres:
            column, top = self.column(layout, x), self.top(layout, y // 2)
            beside, below = (x + 2, y) in self.centres, y > 2
            right = column + (size.across if beside else size.wide + margin)
            under = (top + size.down) // 2 if below else (top + size.high + 1) // 2
            for line in range(top // 2, under):
                found |= {(cell, line) for cell in range(column - margin, right)}
        return found


def _margin(size: Size, left: int) -> int:
    """Cells at both sides of a row of holes: for brackets, or on wood that is not too small."""
    return 1 if left or (size.shaded and size.across > 2) else 0


class Sketch(Canvas):
    """One picture in the making."""

    def __init__(self, field: Field, layout: Layout, ascii_only: bool) -> None:
        super().__init__(layout.width, layout.height)
        self._field, self._layout, self._ascii = field, layout, ascii_only

    def draw(self, hole: int, kind: str, role: str, cursor: bool) -> None:
        """Draw a hole; where discs are small, kinds look alike and roles tell them apart."""
        size = self._layout.size
        x, top = self._field.at(self._layout, hole)
        y, low = divmod(top, 2)
        if (kind, role) == ("picked", "picked") and size.tells:
            role = "held"
        if role == "mover" and size.tells:
            role = "piece"  # weight says little on a disc, and costs bytes at every jump
        rows = size.disc(kind, bool(low))
        lowest = max(row for row, text in enumerate(rows) if not text.isspace())
        for row, text in enumerate(rows):
            ink = role if row == lowest and not size.shaded else ALONE.get(role, role)
            self.stamp(x, y + row, text, ink)
        if cursor and self._layout.left:
            sides = _upright(len(rows), self._ascii)
            for row in range(len(rows)):
                for at, side in ((x - 1, 0), (x + size.wide, 1)):
                    self.write(at, y + row, sides[side][row], "cursor")

    def lay(self, overlay: Overlay) -> None:
        """Set a label by each hole; one that is too long for its place is a sign for itself.

        Of brackets that are higher than a line it may take a corner.
        """
        gap, room = self._layout.label
        for hole, (label, role) in enumerate(zip(overlay.labels, overlay.roles, strict=True)):
            x, top = self._field.at(self._layout, hole)
            line, start = self.cells[self._field.middle(self._layout, top)], x + gap
            text = label if len(label) <= room else "*"[:room]
            if self._layout.lettered:
                text = text.center(room)
            for i, char in enumerate(text):
                if self._layout.size.tells or line[start + i][1] != "cursor":
                    line[start + i] = (char, role)

    def number(self) -> None:
        """Write the coordinates."""
        for x, y, text in self._field.coordinates(self._layout):
            self.write(x, y, text, "dim")

    def lines(self, width: int, height: int) -> list[Line]:
        if self._layout.size.shaded:
            for x, y in self._field.wood(self._layout):
                char, role = self.cells[y][x]
                self.cells[y][x] = (char, on(role, WOOD))
        return super().lines(width, height)


def _upright(high: int, ascii_only: bool) -> Sequence[str]:
    """Brackets of so many rows, the left one and the right one from the top down."""
    if high == 1 or ascii_only:
        return "[" * high, "]" * high
    middle = "│" * (high - 2)
    return f"┌{middle}└", f"┐{middle}┘"
