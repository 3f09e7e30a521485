"""How ORush is drawn: the water, the rocks, hulls at seven scales, the pier and its gap.

scale   cells of the screen for a cell of the grid, across and down
hull    a line from letter to letter where there is little room, else filled, in half rows above and
        below, so that neighbours do not touch: a square stern, a bow at the right or at the top
shift   cells of the screen by which a boat on its way is off its place
"""

from collections.abc import Iterator, Mapping, Set
from itertools import product
from typing import NamedTuple

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import RushGame
from ludoscope.tui.boards.board import Cell
from ludoscope.tui.boards.hulls import OTHERS
from ludoscope.tui.text.drawing import Canvas

MARGIN = 1  # columns beside a filled hull, where the frame of the chosen boat stands


class Scale(NamedTuple):
    """`boxed`: hulls are filled shapes, not lines."""

    across: int
    down: int
    boxed: bool = True

    @property
    def shore(self) -> int:
        """Columns right of the grid, for the pier and the exit."""
        return 5 if self.boxed else 3

    def letter(self, x: int, y: int) -> Cell:
        """Where on the screen the letter in a cell of the grid stands."""
        return x * self.across + self.across // 2, y * self.down + (self.down - 1) // 2

    def shift(self, boat: Boat, cells: float) -> Cell:
        """Columns and rows of the screen for so many cells of the grid along a boat."""
        return (
            (round(cells * self.across), 0) if boat.is_horizontal else (0, round(cells * self.down))
        )

    def extent(self, game: RushGame) -> Cell:
        """Columns and rows of the whole picture."""
        rows = game.height * self.down - (0 if self.boxed else self.down - 1)
        return game.width * self.across + self.shore, rows


SCALES = (  # from the roomiest down
    *(Scale(15, 7), Scale(13, 6), Scale(11, 5), Scale(9, 4), Scale(7, 3)),
    *(Scale(4, 2, boxed=False), Scale(2, 1, boxed=False)),
)


def scale_for(game: RushGame, width: int, height: int) -> Scale:
    """The roomiest that fits; where none does, the smallest."""
    for scale in SCALES:
        columns, rows = scale.extent(game)
        if columns <= width and rows <= height:
            break
    return scale


class Hull(NamedTuple):
    """The rows of a filled hull, each its left end, what is between, its right end.

    `rims`: the ends of the middle rows are no deck.
    """

    top: str
    middle: str
    bottom: str
    rims: bool = False


class Glyphs(NamedTuple):
    """The characters of one size: of hulls, and of what lies and points around them."""

    lines: str  # of a hull, and of A's, across and upright
    lying: Hull
    standing: Hull
    tip: str  # of A's bow
    brackets: str
    frame: str  # corners at the left top, right top, left bottom, right bottom; sides
    target: str
    arrows: str  # to the left, right, up, down
    wall: str
    pier: str  # along it, and its ends above and below the gap
    exit: str


UNICODE = Glyphs(
    *("─│═║", Hull("▄▄▖", "   ", "▀▀▘"), Hull("▗▄▖", "   ", "▀▀▀"), "►"),
    *("‹›", "┏┓┗┛┃┃", "◌", "←→↑↓", "▒", "║╨╥", "►"),
)
ASCII = Glyphs(
    *("-|=|", Hull("+-\\", "| >", "+-/", rims=True), Hull("/-\\", "| |", "+-+", rims=True), ">"),
    *("<>", "[][][]", "*", "<>^v", "#", "|++", ">"),
)


class Chart(Canvas):
    """One picture in the making; what is drawn later covers what is there."""

    def __init__(self, game: RushGame, scale: Scale, glyphs: Glyphs) -> None:
        super().__init__(*scale.extent(game))
        self._game, self._scale, self._glyphs = game, scale, glyphs

    def sea(self, signs: Mapping[Cell, str], left: Set[Cell], gone: bool = False) -> None:
        """Water, rocks, signs in the cells that the chosen boat can reach, the pier, the exit.

        `left`: the cells that a boat has just left. Where A has `gone`, the exit needs no sign.
        """
        scale = self._scale
        for y, x in product(range(self._game.height), range(self._game.width)):
            column, row = scale.letter(x, y)
            role = "dim"
            if (x, y) in left:
                role = "last"
                self._fill(x, y, " ", "tint")
            if (x, y) in signs:
                self.write(column, row, signs[x, y], "target")
                continue
            self.write(column, row, "~", role)
            if scale.across >= 9:
                self.write(column - scale.across // 4, row + 1, "~", role)
                self.write(column + scale.across // 4, row + 1, "~", role)
        for x, y in self._game.walls:
            self._fill(x, y, self._glyphs.wall, "dim")
        self._pier()
        if not gone:
            self._exit()

    def _fill(self, x: int, y: int, char: str, role: str) -> None:
        """All of a cell, or where boats have no frames its letter and a place on both sides."""
        scale = self._scale
        if scale.boxed:
            for row in range(y * scale.down, (y + 1) * scale.down):
                self.write(x * scale.across, row, char * scale.across, role)
        else:
            column, row = scale.letter(x, y)
            self.write(column - 1, row, char * 3, role)

    def _pier(self) -> None:
        """Along the right edge, but for the row of A."""
        scale, hero = self._scale, self._game.boats[0].y
        column, (_, rows) = self._game.width * scale.across + 1, scale.extent(self._game)
        along, above, below = tuple(self._glyphs.pier)
        first = hero * scale.down - (0 if scale.boxed else scale.down // 2)
        last = (hero + 1) * scale.down - 1
        for row in range(rows):
            if not first <= row <= last:
                ends = {first - 1: above, last + 1: below}
                self.write(column, row, ends.get(row, along), "dim")

    def _exit(self) -> None:
        scale = self._scale
        _, row = scale.letter(self._game.width, self._game.boats[0].y)
        last = self._game.width * scale.across + scale.shore - 1
        self.write(last, row, self._glyphs.exit, "exit")
        if scale.boxed:
            self.write(last - 2, row, self._glyphs.lines[2] * 2, "exit")
            self.write(last - 3, row - 1, "exit", "exit")

    # Boats

    def hull(self, boat: Boat, index: int, shift: Cell = (0, 0), *, marked: bool = False) -> None:
        """The boat of that number; `marked`: it moved last, or is meant by a hint."""
        number = index and (index - 1) % OTHERS + 1
        edge, deck = f"hull{number}", f"deck{number}"
        letters = f"{deck}_last" if marked else deck
        places = [_moved(self._scale.letter(*cell), shift) for cell in boat.cells]
        if self._scale.boxed:
            for place, char, on_deck in self._filled(boat, shift):
                self.write(*place, char, deck if on_deck else edge)
        if not (self._scale.boxed and index):
            (left, top), (right, bottom) = places[0], places[-1]
            stroke = self._glyphs.lines[2 * (not index) + (not boat.is_horizontal)]
            for row in range(top, bottom + 1):
                self.write(left, row, stroke * (right - left + 1), deck)
            if self._scale.boxed:
                self.write(right + self._scale.across // 4, bottom, self._glyphs.tip, deck)
        for place in places:
            self.write(*place, boat.name, letters)

    def _box(self, boat: Boat, shift: Cell) -> tuple[int, int, int, int]:
        """Left, top, columns and rows of a filled hull."""
        scale = self._scale
        (x, y), (right, bottom) = boat.cells[0], boat.cells[-1]
        left, top = _moved((x * scale.across + MARGIN, y * scale.down), shift)
        return left, top, (right - x + 1) * scale.across - 2 * MARGIN, (bottom - y + 1) * scale.down

    def _filled(self, boat: Boat, shift: Cell) -> Iterator[tuple[Cell, str, bool]]:
        """(cell, character, whether it is deck) of a hull."""
        left, top, columns, rows = self._box(boat, shift)
        shape = self._glyphs.lying if boat.is_horizontal else self._glyphs.standing
        for row in range(rows):
            inside = 0 < row < rows - 1
            ends = shape.middle if inside else shape.bottom if row else shape.top
            short = (
                1 if boat.is_horizontal and not inside else 0
            )  # a bow goes farthest in the middle
            for column in range(columns - short):
                at = 0 if not column else 2 if column == columns - short - 1 else 1
                yield (left + column, top + row), ends[at], inside and not (shape.rims and at != 1)

    def choose(self, boat: Boat, shift: Cell = (0, 0)) -> None:
        """A frame around a filled hull; brackets around letters, each one of an upright boat.

        Of the frame of an upright boat only the corners: each cell is sent with each key.
        """
        if self._scale.boxed:
            left, top, columns, rows = self._box(boat, shift)
            bottom, corners = top + rows - 1, self._glyphs.frame
            for side, column in enumerate((left - 1, left + columns)):
                for row in (top + 1, bottom - 1) if boat.is_horizontal else ():
                    self.write(column, row, corners[4 + side], "cursor")
                self.write(column, top, corners[side], "cursor")
                self.write(column, bottom, corners[2 + side], "cursor")
            return
        cells = boat.cells
        spans = [(cells[0], cells[-1])] if boat.is_horizontal else [(cell, cell) for cell in cells]
        for first, final in spans:
            column, row = _moved(self._scale.letter(*first), shift)
            self.write(column - 1, row, self._glyphs.brackets[0], "cursor")
            column, row = _moved(self._scale.letter(*final), shift)
            self.write(column + 1, row, self._glyphs.brackets[1], "cursor")


def _moved(place: Cell, shift: Cell) -> Cell:
    return place[0] + shift[0], place[1] + shift[1]
