"""Layout and drawing of a peg board at any size. Start with `BoardGeometry.layout`.

Vertical positions of discs are counted in half lines. The *centre* of a hole is counted in half
steps, since the rows of a triangular lattice are shifted by half a step. The brackets of the cursor
stand in the columns beside a disc, as high as it is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludoscope.games.peg.board import Board
from ludoscope.tui.boards.peg.discs import (
    FLAT_HALF_LINES,
    DiscSize,
    disc_sizes,
    disc_style,
    picture_size,
)
from ludoscope.tui.boards.peg.overlays import Overlay
from ludoscope.tui.boards.styles import WOOD, role_on
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import Canvas, StyledLine

ROW_LABEL_WIDTH = 4
MIN_HALF_LINES_FOR_LABEL = 5  # of a disc, from which on an overlay's label stands within it
UPPER_ROW_ROLES = {"last": "fresh"}  # of all rows but the lowest: underlines would cut a disc apart


class LabelPlace(NamedTuple):
    """The place of an overlay's label: cells from the left of its disc, and its width."""

    offset: int
    width: int


class Layout(NamedTuple):
    """A board at one size.

    Attributes:
        size: The size of discs.
        row_number_width: Cells for row numbers, left of the holes.
        width: Cells in all.
        height: Lines in all.
    """

    size: DiscSize
    row_number_width: int
    width: int
    height: int

    @property
    def labels_are_inside(self) -> bool:
        """True if an overlay's label stands within its disc."""
        return self.size.half_lines >= MIN_HALF_LINES_FOR_LABEL

    @property
    def label_place(self) -> LabelPlace:
        size = self.size
        if self.labels_are_inside:
            return LabelPlace((size.width - 3) // 2, 3)
        offset = size.width
        if size.half_lines == 2 and size.column_step > 3:
            offset += 1
        return LabelPlace(offset, max(0, size.column_step - 1 - offset))


class BoardGeometry:
    """The places of the holes of a board, at any size."""

    def __init__(self, board: Board, options: UserOptions) -> None:
        self._board, self._options = board, options
        self._is_triangular = board.lattice == "triangular"
        self.centres = [(2 * x + (y if self._is_triangular else 0), 2 * y) for x, y in board.holes]
        self._min_x = min(x for x, _ in self.centres)
        self._max_offset = max(x for x, _ in self.centres) - self._min_x

    def layout(
        self, width: int, height: int, *, has_overlay: bool, is_picture: bool = False
    ) -> Layout:
        """Return the layout with the largest discs that fits, else the smallest picture.

        Args:
            width: Cells that may be used.
            height: Lines that may be used.
            has_overlay: Leave room for the labels of an overlay.
            is_picture: Leave out coordinates and cursor.
        """
        style = disc_style(self._options.appearance)
        for size in disc_sizes(self._board.lattice, style):
            layout = self._measure(size, 0 if is_picture else ROW_LABEL_WIDTH, has_overlay)
            if has_overlay:
                is_suitable = layout.label_place.width > 0
            else:
                is_suitable = not (is_picture and size.half_lines == FLAT_HALF_LINES)
            is_dot = size.half_lines == 2
            if (is_suitable or is_dot) and layout.width <= width and layout.height <= height:
                return layout
        return self._measure(picture_size(style), 0, has_overlay)

    def min_layout(self, has_overlay: bool) -> Layout:
        """Return the smallest layout with a cursor."""
        sizes = disc_sizes(self._board.lattice, disc_style(self._options.appearance))
        return self._measure(sizes[-1], ROW_LABEL_WIDTH, has_overlay)

    def _measure(self, size: DiscSize, label_width: int, has_overlay: bool) -> Layout:
        layout = Layout(size, label_width, width=0, height=0)
        holes_width = 1 + self._max_offset * size.column_step // 2 + size.width
        width = label_width + holes_width + _margin(size, label_width)
        if has_overlay and not layout.labels_are_inside:
            place = layout.label_place
            width += place.offset + place.width - size.width + 1
        half_lines = (self._board.height - 1) * size.row_step + size.half_lines
        height = (half_lines + 1) // 2 + (1 if label_width else 0)
        return layout._replace(width=width, height=height)

    def _column(self, layout: Layout, centre_x: int) -> int:
        """Return the first column of a disc."""
        offset = (centre_x - self._min_x) * layout.size.column_step // 2
        return layout.row_number_width + 1 + offset

    def _half_lines_above(self, layout: Layout, y: int) -> int:
        """Return the half lines above the discs of row `y`, counted from 1 at the bottom."""
        return (self._board.height - y) * layout.size.row_step

    def disc_origin(self, layout: Layout, hole: int) -> tuple[int, int]:
        """Return the first column of a hole's disc and the half lines above it."""
        x, y = self.centres[hole]
        return self._column(layout, x), self._half_lines_above(layout, y // 2)

    def middle_line(self, layout: Layout, half_lines_above: int) -> int:
        """Return the line through the middle of a disc."""
        return (half_lines_above + layout.size.half_lines // 2) // 2

    def hole_at(self, layout: Layout, x: int, y: int) -> int | None:
        """Return the hole nearest to a cell of the drawing; None if none is near."""
        size = layout.size

        def distance(hole: int) -> int:
            left, top = self.disc_origin(layout, hole)
            return abs(left + size.width // 2 - x) + abs(top + size.half_lines // 2 - 2 * y - 1)

        nearest = min(range(len(self.centres)), key=distance)
        return nearest if distance(nearest) <= max(size.column_step, size.row_step) else None

    def coordinates(self, layout: Layout) -> Iterator[tuple[int, int, str]]:
        """Yield column, line and text of each row and column number."""
        board = self._board
        for y in range(1, board.height + 1):
            line = self.middle_line(layout, self._half_lines_above(layout, y))
            yield 0, line, f"{y:>3}"
        for x in range(1, board.width + 1):
            left = self._column(layout, 2 * x + (1 if self._is_triangular else 0))
            yield left + (layout.size.width - 1) // 2, layout.height - 1, f"{x:<2}"

    def wood_cells(self, layout: Layout) -> set[tuple[int, int]]:
        """Return the cells, as (column, line), that are part of the wooden board."""
        size, margin = layout.size, _margin(layout.size, layout.row_number_width)
        cells: set[tuple[int, int]] = set()
        for x, y in self.centres:
            left, top = self._column(layout, x), self._half_lines_above(layout, y // 2)
            has_right_neighbour, is_bottom_row = (x + 2, y) in self.centres, y <= 2
            right = left + (size.column_step if has_right_neighbour else size.width + margin)
            bottom = (top + size.half_lines + 1) // 2
            if not is_bottom_row:
                bottom = (top + size.row_step) // 2
            for line in range(top // 2, bottom):
                cells |= {(column, line) for column in range(left - margin, right)}
        return cells


def _margin(size: DiscSize, label_width: int) -> int:
    """Return the cells at both sides of a row of holes: for brackets, and on wood if not tiny."""
    return 1 if label_width or (size.is_shaded and size.column_step > 2) else 0


class PegDrawing(Canvas):
    """A drawing of one position; created anew for each frame."""

    def __init__(self, geometry: BoardGeometry, layout: Layout, ascii_only: bool) -> None:
        super().__init__(layout.width, layout.height)
        self._geometry, self._layout, self._ascii_only = geometry, layout, ascii_only

    def draw_hole(self, hole: int, kind: str, role: str, brackets: str) -> None:
        """Draw a hole. Small discs of different kinds look alike; their roles tell them apart.

        Args:
            hole: The hole.
            kind: The kind of its glyph.
            role: Its role.
            brackets: "[]" for the cursor, "{}" for a hole that is highlighted, "" for others.
        """
        size = self._layout.size
        x, half_lines_above = self._geometry.disc_origin(self._layout, hole)
        y, remainder = divmod(half_lines_above, 2)
        if size.picked_differs:
            if (kind, role) == ("picked", "picked"):
                role = "held"
            elif role == "mover":
                role = "piece"  # bold is hardly seen on a disc, and costs bytes at every jump
        rows = size.glyph(kind, begins_low=remainder == 1)
        lowest_row = max(row for row, text in enumerate(rows) if not text.isspace())
        for row, text in enumerate(rows):
            keeps_role = row == lowest_row and not size.is_shaded
            self.write_words(
                x, y + row, text, role if keeps_role else UPPER_ROW_ROLES.get(role, role)
            )
        if brackets and self._layout.row_number_width:
            left, right = _tall_brackets(len(rows), self._ascii_only)
            if brackets != "[]":
                left, right = (bracket * len(rows) for bracket in brackets)
            for row in range(len(rows)):
                self.write(x - 1, y + row, left[row], "cursor")
                self.write(x + size.width, y + row, right[row], "cursor")

    def draw_labels(self, overlay: Overlay) -> None:
        """Draw an overlay's label beside or in each hole; "*" if it is too long.

        A label may cover a corner of brackets that are higher than a line.
        """
        offset, width = self._layout.label_place
        for hole, (label, role) in enumerate(zip(overlay.labels, overlay.roles, strict=True)):
            if not label:
                continue
            x, half_lines_above = self._geometry.disc_origin(self._layout, hole)
            line = self.cells[self._geometry.middle_line(self._layout, half_lines_above)]
            text = label if len(label) <= width else "*"[:width]
            if self._layout.labels_are_inside:
                text = text.center(width)
            for column, char in enumerate(text, start=x + offset):
                if self._layout.size.picked_differs or line[column][1] != "cursor":
                    line[column] = (char, role)

    def draw_coordinates(self) -> None:
        for x, y, text in self._geometry.coordinates(self._layout):
            self.write(x, y, text, "dim")

    def to_lines(self, width: int, height: int) -> list[StyledLine]:
        if self._layout.size.is_shaded:
            for x, y in self._geometry.wood_cells(self._layout):
                char, role = self.cells[y][x]
                self.cells[y][x] = (char, role_on(role, WOOD))
        return super().to_lines(width, height)


def _tall_brackets(height: int, ascii_only: bool) -> tuple[str, str]:
    """Return the characters of a left and a right bracket, from the top down."""
    if height == 1 or ascii_only:
        return "[" * height, "]" * height
    middle = "│" * (height - 2)
    return f"┌{middle}└", f"┐{middle}┘"
