"""Drawing of an ORush grid: water, walls, boats, the border with its exit, at seven scales.

Where there is little room a boat is a line from letter to letter. Else it is a filled hull, in half
rows above and below, so that neighbours do not touch; it has a square stern, and a bow at the right
or at the top. A *shift* is the offset of a moving boat from its square, in columns and rows of the
screen. Start with `GridDrawing`.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import product
from typing import NamedTuple, Protocol

from ludoscope.games.rush.boats import Boat, Cell
from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.rush.squares import Square
from ludoscope.tui.boards.styles import OTHER_BOAT_COLOR_COUNT
from ludoscope.tui.text.drawing import Canvas

HULL_MARGIN = 1  # columns beside a filled hull, where the frame of the selected boat stands
MIN_SQUARE_WIDTH_FOR_WAVES = 9
NO_SHIFT: CellOffset = (0, 0)


class GridShape(Protocol):
    """A grid to draw: that of a game, or of an editor."""

    @property
    def width(self) -> int:
        """The number of columns."""
        ...

    @property
    def height(self) -> int:
        """The number of rows."""
        ...

    @property
    def walls(self) -> frozenset[Cell]:
        """The cells that no boat can enter."""
        ...

    @property
    def exit_row(self) -> int | None:
        """The row of the exit; None if it is not known yet."""
        ...


class Scale(NamedTuple):
    """The size of a square, in cells of the screen; `has_hulls` if boats are filled shapes."""

    square_width: int
    square_height: int
    has_hulls: bool = True

    @property
    def border_width(self) -> int:
        """Columns right of the grid, for the border and the exit."""
        return 5 if self.has_hulls else 3

    def letter_cell(self, x: int, y: int) -> CellOffset:
        """Return the cell of the letter in a square."""
        column = x * self.square_width + self.square_width // 2
        return column, y * self.square_height + (self.square_height - 1) // 2

    def shift(self, boat: Boat, distance: float) -> CellOffset:
        """Return the shift of a boat that is `distance` squares further along its line."""
        if boat.is_horizontal:
            return round(distance * self.square_width), 0
        return 0, round(distance * self.square_height)

    def drawing_size(self, grid: GridShape) -> CellOffset:
        """Return columns and rows of the whole drawing."""
        rows = grid.height * self.square_height
        if not self.has_hulls:
            rows -= self.square_height - 1
        return grid.width * self.square_width + self.border_width, rows


SCALES = (  # from the largest down
    *(Scale(15, 7), Scale(13, 6), Scale(11, 5), Scale(9, 4), Scale(7, 3)),
    *(Scale(4, 2, has_hulls=False), Scale(2, 1, has_hulls=False)),
)


def choose_scale(grid: GridShape, width: int, height: int) -> Scale:
    """Return the largest scale that fits; if none fits, the smallest."""
    for scale in SCALES:
        columns, rows = scale.drawing_size(grid)
        if columns <= width and rows <= height:
            break
    return scale


class HullRow(NamedTuple):
    """The characters of a row of a hull: its left end, what is repeated, its right end."""

    left: str
    middle: str
    right: str


class Hull(NamedTuple):
    """The rows of a filled hull; `has_rim` if the ends of its middle rows are not deck."""

    top: HullRow
    middle: HullRow
    bottom: HullRow
    has_rim: bool = False


class Frame(NamedTuple):
    """The corners and sides of the frame around the selected boat."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    left: str
    right: str


class Border(NamedTuple):
    """The characters of the border, and its ends above and below the gap at the exit."""

    middle: str
    end_above: str
    end_below: str


class Glyphs(NamedTuple):
    """The characters of a character set."""

    horizontal_line: str
    vertical_line: str
    hero_horizontal_line: str
    hero_vertical_line: str
    horizontal_hull: Hull
    vertical_hull: Hull
    hero_bow: str
    brackets: str
    frame: Frame
    target: str
    arrows: Mapping[str, str]  # by key
    wall: str
    border: Border
    exit: str


UNICODE = Glyphs(
    horizontal_line="─",
    vertical_line="│",
    hero_horizontal_line="═",
    hero_vertical_line="║",
    horizontal_hull=Hull(HullRow(*"▄▄▖"), HullRow(*"   "), HullRow(*"▀▀▘")),
    vertical_hull=Hull(HullRow(*"▗▄▖"), HullRow(*"   "), HullRow(*"▀▀▀")),
    hero_bow="►",
    brackets="‹›",
    frame=Frame(*"┏┓┗┛┃┃"),
    target="◌",
    arrows={"left": "←", "right": "→", "up": "↑", "down": "↓"},
    wall="▒",
    border=Border(*"║╨╥"),
    exit="►",
)
ASCII = Glyphs(
    horizontal_line="-",
    vertical_line="|",
    hero_horizontal_line="=",
    hero_vertical_line="|",
    horizontal_hull=Hull(HullRow(*"+-\\"), HullRow(*"| >"), HullRow(*"+-/"), has_rim=True),
    vertical_hull=Hull(HullRow(*"/-\\"), HullRow(*"| |"), HullRow(*"+-+"), has_rim=True),
    hero_bow=">",
    brackets="<>",
    frame=Frame(*"[][][]"),
    target="*",
    arrows={"left": "<", "right": ">", "up": "^", "down": "v"},
    wall="#",
    border=Border(*"|++"),
    exit=">",
)


class Box(NamedTuple):
    """The cells of a filled hull."""

    left: int
    top: int
    width: int
    height: int


class HullCell(NamedTuple):
    """A character of a hull; `is_deck` if letters may stand there."""

    cell: CellOffset
    char: str
    is_deck: bool


class Sign(NamedTuple):
    """A text in a square, and its role."""

    text: str
    role: str


class GridDrawing(Canvas):
    """A drawing of one position; what is drawn later covers what is there."""

    def __init__(self, grid: GridShape, scale: Scale, glyphs: Glyphs) -> None:
        super().__init__(*scale.drawing_size(grid))
        self._grid, self._scale, self._glyphs = grid, scale, glyphs

    def draw_grid(
        self,
        signs: Mapping[Square, Sign],
        left_squares: Set[Square],
        hero_is_out: bool,
    ) -> None:
        """Draw water, walls, border and exit.

        Args:
            signs: The sign in each square that the selected boat can reach.
            left_squares: The squares that a boat has just left.
            hero_is_out: A has left, so that the sign of the exit is not needed.
        """
        for square in product(range(self._grid.width), range(self._grid.height)):
            if square in left_squares:
                self._fill_square(square, " ", "tint")
            if square in signs:
                self.write(*self._scale.letter_cell(*square), *signs[square])
            else:
                self._draw_water(square, "last" if square in left_squares else "dim")
        for wall in self._grid.walls:
            self._fill_square(wall, self._glyphs.wall, "dim")
        self._draw_border()
        if not hero_is_out:
            self._draw_exit()

    def _draw_water(self, square: Square, role: str) -> None:
        column, row = self._scale.letter_cell(*square)
        self.write(column, row, "~", role)
        width = self._scale.square_width
        if width >= MIN_SQUARE_WIDTH_FOR_WAVES:
            self.write(column - width // 4, row + 1, "~", role)
            self.write(column + width // 4, row + 1, "~", role)

    def draw_wake(self, end_column: int) -> None:
        """Draw the wake of A from the middle of the last square of its row up to a column."""
        column, row = self._scale.letter_cell(self._grid.width - 2, self._grid.exit_row or 0)
        self.write(column, row, "~" * (end_column - column), "exit")

    def _fill_square(self, square: Square, char: str, role: str) -> None:
        """Fill a square; at small scales only the letter's cell and one on each side."""
        (x, y), scale = square, self._scale
        if scale.has_hulls:
            for row in range(y * scale.square_height, (y + 1) * scale.square_height):
                self.write(x * scale.square_width, row, char * scale.square_width, role)
        else:
            column, row = scale.letter_cell(x, y)
            self.write(column - 1, row, char * 3, role)

    def _draw_border(self) -> None:
        """Draw the right border, with a gap in the row of the exit."""
        scale, exit_row = self._scale, self._grid.exit_row
        column, (_, rows) = (
            self._grid.width * scale.square_width + 1,
            scale.drawing_size(self._grid),
        )
        gap_start, gap_end = rows + 1, rows + 1  # no gap
        if exit_row is not None:
            gap_start = exit_row * scale.square_height
            if not scale.has_hulls:
                gap_start -= scale.square_height // 2
            gap_end = (exit_row + 1) * scale.square_height
        border = self._glyphs.border
        for row in range(rows):
            if gap_start <= row < gap_end:
                continue
            char = border.middle
            if row == gap_start - 1:
                char = border.end_above
            elif row == gap_end:
                char = border.end_below
            self.write(column, row, char, "dim")

    def _draw_exit(self) -> None:
        scale, exit_row = self._scale, self._grid.exit_row
        if exit_row is None:
            return
        _, row = scale.letter_cell(self._grid.width, exit_row)
        column = self._grid.width * scale.square_width + scale.border_width - 1
        self.write(column, row, self._glyphs.exit, "exit")
        if scale.has_hulls:
            self.write(column - 2, row, self._glyphs.hero_horizontal_line * 2, "exit")
            self.write(column - 3, row - 1, "exit", "exit")

    # Boats

    def draw_boat(
        self, boat: Boat, index: int, shift: CellOffset = NO_SHIFT, *, is_marked: bool = False
    ) -> None:
        """Draw a boat.

        Args:
            boat: The boat.
            index: Its index; A is 0.
            shift: Its offset from its square.
            is_marked: It moved last, or a hint points at it.
        """
        is_hero = index == 0
        color = 0 if is_hero else (index - 1) % OTHER_BOAT_COLOR_COUNT + 1
        deck_role = f"deck{color}"
        letter_cells = [_shifted(self._scale.letter_cell(*square), shift) for square in boat.cells]
        if self._scale.has_hulls:
            for hull_cell in self._hull_cells(boat, shift):
                role = deck_role if hull_cell.is_deck else f"hull{color}"
                self.write(*hull_cell.cell, hull_cell.char, role)
        if is_hero or not self._scale.has_hulls:
            self._draw_boat_line(boat, letter_cells, is_hero, deck_role)
        for cell in letter_cells:
            self.write(*cell, boat.name, f"{deck_role}_last" if is_marked else deck_role)

    def draw_boat_value(self, boat: Boat, index: int, text: str) -> None:
        """Write a value between the first two letters of a boat, if it fits there."""
        color = 0 if index == 0 else (index - 1) % OTHER_BOAT_COLOR_COUNT + 1
        (left, top), (right, bottom) = (
            self._scale.letter_cell(*square) for square in boat.cells[:2]
        )
        if boat.is_horizontal:
            column, room = left + 1 + (right - left - 1 - len(text)) // 2, right - left - 1
        else:
            column, room = left - (len(text) - 1) // 2, self._scale.square_width - 1
        if len(text) <= room and (boat.is_horizontal or bottom - top > 1):
            self.write(column, (top + bottom) // 2, text, f"deck{color}")

    def _draw_boat_line(
        self, boat: Boat, letter_cells: list[CellOffset], is_hero: bool, role: str
    ) -> None:
        """Draw a line from the first letter of a boat to its last one, and A's bow on its hull."""
        glyphs = self._glyphs
        if boat.is_horizontal:
            char = glyphs.hero_horizontal_line if is_hero else glyphs.horizontal_line
        else:
            char = glyphs.hero_vertical_line if is_hero else glyphs.vertical_line
        (left, top), (right, bottom) = letter_cells[0], letter_cells[-1]
        for row in range(top, bottom + 1):
            self.write(left, row, char * (right - left + 1), role)
        if self._scale.has_hulls:
            self.write(right + self._scale.square_width // 4, bottom, glyphs.hero_bow, role)

    def _hull_box(self, boat: Boat, shift: CellOffset) -> Box:
        scale = self._scale
        (x, y), (last_x, last_y) = boat.cells[0], boat.cells[-1]
        origin = (x * scale.square_width + HULL_MARGIN, y * scale.square_height)
        left, top = _shifted(origin, shift)
        width = (last_x - x + 1) * scale.square_width - 2 * HULL_MARGIN
        return Box(left, top, width, (last_y - y + 1) * scale.square_height)

    def _hull_cells(self, boat: Boat, shift: CellOffset) -> Iterator[HullCell]:
        box = self._hull_box(boat, shift)
        glyphs = self._glyphs
        hull = glyphs.horizontal_hull if boat.is_horizontal else glyphs.vertical_hull
        for row in range(box.height):
            if row == 0:
                hull_row = hull.top
            elif row == box.height - 1:
                hull_row = hull.bottom
            else:
                hull_row = hull.middle
            is_middle = hull_row is hull.middle
            last_column = box.width - 1
            if boat.is_horizontal and not is_middle:
                last_column -= 1  # the bow is longest in the middle
            for column in range(last_column + 1):
                char = hull_row.middle
                if column == 0:
                    char = hull_row.left
                elif column == last_column:
                    char = hull_row.right
                is_rim = hull.has_rim and column in (0, last_column)
                cell = (box.left + column, box.top + row)
                yield HullCell(cell, char, is_deck=is_middle and not is_rim)

    def draw_selection(self, boat: Boat, shift: CellOffset = NO_SHIFT) -> None:
        """Draw a frame around a filled hull, or brackets around the letters of a boat.

        A vertical boat's frame has only corners, since each cell is sent again with each key; its
        letters have brackets one by one.
        """
        if self._scale.has_hulls:
            self._draw_frame(self._hull_box(boat, shift), has_sides=boat.is_horizontal)
            return
        ends = [(boat.cells[0], boat.cells[-1])]
        if not boat.is_horizontal:
            ends = [(square, square) for square in boat.cells]
        for first, last in ends:
            column, row = _shifted(self._scale.letter_cell(*first), shift)
            self.write(column - 1, row, self._glyphs.brackets[0], "cursor")
            column, row = _shifted(self._scale.letter_cell(*last), shift)
            self.write(column + 1, row, self._glyphs.brackets[1], "cursor")

    def draw_braces(self, squares: Iterable[Square]) -> None:
        """Draw braces around the letters of a boat, or around walls."""
        for square in squares:
            column, row = self._scale.letter_cell(*square)
            self.write(column - 1, row, "{", "cursor")
            self.write(column + 1, row, "}", "cursor")

    def draw_cursor(self, square: Square) -> None:
        """Draw brackets around the letter or the water of a square."""
        column, row = self._scale.letter_cell(*square)
        self.write(column - 1, row, "[", "cursor")
        self.write(column + 1, row, "]", "cursor")

    def _draw_frame(self, box: Box, has_sides: bool) -> None:
        frame = self._glyphs.frame
        left, right, bottom = box.left - 1, box.left + box.width, box.top + box.height - 1
        if has_sides:
            for row in (box.top + 1, bottom - 1):
                self.write(left, row, frame.left, "cursor")
                self.write(right, row, frame.right, "cursor")
        self.write(left, box.top, frame.top_left, "cursor")
        self.write(right, box.top, frame.top_right, "cursor")
        self.write(left, bottom, frame.bottom_left, "cursor")
        self.write(right, bottom, frame.bottom_right, "cursor")


def _shifted(cell: CellOffset, shift: CellOffset) -> CellOffset:
    return cell[0] + shift[0], cell[1] + shift[1]
