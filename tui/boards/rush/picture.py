"""How a bay lies on the screen: the water, the rocks, hulls at six scales, the way out.

scale   cells of the screen for a cell of the grid, across and down
hull    a line from letter to letter where there is little room, else an outline seen from above:
        a square stern, a bow that is rounded, at the right or at the top
shift   cells of the screen by which a boat on its way is off its place
ink     (character, role) by (column, row) of the screen
"""

from collections.abc import Iterator, Mapping, Set
from itertools import product
from typing import NamedTuple

from ludoscope.games.rush import Boat, RushGame
from ludoscope.tui.boards.board import Line
from ludoscope.tui.text.drawing import line_of

Cell = tuple[int, int]
Ink = dict[Cell, tuple[str, str]]


class Scale(NamedTuple):
    """`boxed`: hulls are outlines."""

    across: int
    down: int
    boxed: bool = True

    @property
    def shore(self) -> int:
        """Columns right of the grid, for the exit."""
        return 5 if self.boxed else 3

    @property
    def bow(self) -> Cell:
        """By how many columns a bow is drawn in, at the right and at the top."""
        return (1 if self.down == 3 else 2), (1 if self.across < 9 else 2)

    def letter(self, x: int, y: int) -> Cell:
        """Where on the screen the letter in a cell of the grid stands."""
        return x * self.across + self.across // 2, y * self.down + (self.down - 1) // 2

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


class Strokes(NamedTuple):
    """What hulls are drawn with.

    Corners in reading order, those of the stern and those of the bow; `tip` ends a bow for which
    there is but one row.
    """

    across: str
    upright: str
    stern: str
    bow: str
    tip: str


class Glyphs(NamedTuple):
    """The characters of one size: of hulls, and of what lies and points around them."""

    hull: Strokes
    hero: Strokes
    brackets: str
    target: str
    arrows: str  # to the left, right, up, down
    wall: str
    exit: str


UNICODE = Glyphs(
    Strokes("─", "│", "┌┐└┘", "╭╮╰╯", ")"),
    Strokes("═", "║", "╔╗╚╝", "╔╗╚╝", "►"),
    *("‹›", "◌", "←→↑↓", "▒", "►"),
)
ASCII = Glyphs(
    Strokes("-", "|", "++++", "/\\\\/", ")"),
    Strokes("=", "|", "####", "####", ">"),
    *("<>", "*", "<>^v", "#", ">"),
)
LEFT_TOP, RIGHT_TOP, LEFT_BOTTOM, RIGHT_BOTTOM = range(4)


class Chart:
    """One picture in the making; what is drawn later covers what is there."""

    def __init__(self, game: RushGame, scale: Scale, glyphs: Glyphs) -> None:
        self._game, self._scale, self._glyphs = game, scale, glyphs
        self._ink: Ink = {}

    def lines(self, columns: int, rows: int) -> list[Line]:
        return [
            line_of([self._ink.get((x, y), (" ", "")) for x in range(columns)]) for y in range(rows)
        ]

    def sea(self, signs: Mapping[Cell, str], left: Set[Cell]) -> None:
        """Water, rocks, signs in the cells that the chosen boat can reach, the exit.

        `left`: the cells that a boat has just left.
        """
        scale = self._scale
        for y, x in product(range(self._game.height), range(self._game.width)):
            column, row = scale.letter(x, y)
            role = "dim"
            if (x, y) in left:
                role = "last"
                self._tint(x, y)
            if (x, y) in signs:
                self._ink[column, row] = (signs[x, y], "target")
                continue
            self._ink[column, row] = ("~", role)
            if scale.across >= 9:
                self._ink[column - scale.across // 4, row + 1] = ("~", role)
                self._ink[column + scale.across // 4, row + 1] = ("~", role)
        for x, y in self._game.walls:
            self._rock(x, y)
        self._exit()

    def _tint(self, x: int, y: int) -> None:
        """What is blank of a cell."""
        scale = self._scale
        column, row = scale.letter(x, y)
        columns, rows = range(column - 1, column + 2), range(row, row + 1)
        if scale.boxed:
            columns = range(x * scale.across, (x + 1) * scale.across)
            rows = range(y * scale.down, (y + 1) * scale.down)
        for place in product(columns, rows):
            self._ink[place] = (" ", "tint")

    def _rock(self, x: int, y: int) -> None:
        scale = self._scale
        column, row = scale.letter(x, y)
        columns, rows = range(column - 1, column + 2), range(row, row + 1)
        if scale.boxed:
            columns = range(x * scale.across, (x + 1) * scale.across)
            rows = range(y * scale.down, (y + 1) * scale.down)
        for place in product(columns, rows):
            self._ink[place] = (self._glyphs.wall, "dim")

    def _exit(self) -> None:
        scale = self._scale
        _, row = scale.letter(self._game.width, self._game.boats[0].y)
        last = self._game.width * scale.across + scale.shore - 1
        self._ink[last, row] = (self._glyphs.exit, "exit")
        if scale.boxed:
            for column in (last - 2, last - 1):
                self._ink[column, row] = (self._glyphs.hero.across, "exit")
            for at, char in enumerate("exit"):
                self._ink[last - 3 + at, row - 1] = (char, "exit")

    # Boats

    def hull(self, boat: Boat, role: str, shift: Cell = (0, 0)) -> None:
        """`role` is that of its letters; lines under a frame's strokes would tear it apart."""
        strokes = self._glyphs.hero if role.startswith("hero") else self._glyphs.hull
        stroke_role = {"last": "fresh", "hero_last": "hero"}.get(role, role)
        places = [_moved(self._scale.letter(*cell), shift) for cell in boat.cells]
        if self._scale.boxed:
            for place, char in self._outline(boat, strokes, shift):
                self._ink[place] = (char, stroke_role)
        else:
            (left, top), (right, bottom) = places[0], places[-1]
            for place in product(range(left, right + 1), range(top, bottom + 1)):
                char = strokes.across if boat.across else strokes.upright
                self._ink[place] = (char, stroke_role)
        for place in places:
            self._ink[place] = (boat.name, role)

    def _outline(self, boat: Boat, strokes: Strokes, shift: Cell) -> Iterator[tuple[Cell, str]]:
        """The cells of a hull, blanks within included."""
        scale = self._scale
        (x, y), (right, bottom) = boat.cells[0], boat.cells[-1]
        wide, high = (right - x + 1) * scale.across, (bottom - y + 1) * scale.down
        rows = _lying(wide, high, strokes, scale.bow[0])
        if not boat.across:
            rows = _upright(wide, high, strokes, scale.bow[1])
        left, top = _moved((x * scale.across, y * scale.down), shift)
        for down, text in enumerate(rows):
            start = len(text) - len(text.lstrip())
            for along, char in enumerate(text.strip(), start):
                yield (left + along, top + down), char

    def bracket(self, boat: Boat, shift: Cell = (0, 0)) -> None:
        """Around the letters, or around each one of an upright boat."""
        cells = boat.cells
        spans = [(cells[0], cells[-1])] if boat.across else [(cell, cell) for cell in cells]
        for first, final in spans:
            column, row = _moved(self._scale.letter(*first), shift)
            self._ink[column - 1, row] = (self._glyphs.brackets[0], "cursor")
            column, row = _moved(self._scale.letter(*final), shift)
            self._ink[column + 1, row] = (self._glyphs.brackets[1], "cursor")


def _moved(place: Cell, shift: Cell) -> Cell:
    return place[0] + shift[0], place[1] + shift[1]


def _lying(wide: int, high: int, strokes: Strokes, inset: int) -> list[str]:
    """The rows of a hull whose bow is at the right."""
    stern, bow = strokes.stern, strokes.bow
    neck = wide - inset - 2  # strokes between the corners
    top = stern[LEFT_TOP] + strokes.across * neck + bow[RIGHT_TOP]
    bottom = stern[LEFT_BOTTOM] + strokes.across * neck + bow[RIGHT_BOTTOM]
    if high == 3:
        return [top, strokes.upright + " " * (wide - 2) + strokes.tip, bottom]
    step = strokes.across * (inset - 1)
    widens = strokes.upright + " " * neck + bow[LEFT_BOTTOM] + step + bow[RIGHT_TOP]
    narrows = strokes.upright + " " * neck + bow[LEFT_TOP] + step + bow[RIGHT_BOTTOM]
    middle = strokes.upright + " " * (wide - 2) + strokes.upright
    return [top, widens, *[middle] * (high - 4), narrows, bottom]


def _upright(wide: int, high: int, strokes: Strokes, inset: int) -> list[str]:
    """The rows of a hull whose bow is at the top."""
    stern, bow = strokes.stern, strokes.bow
    neck, step = wide - 2 * inset - 2, strokes.across * (inset - 1)
    return [
        " " * inset + bow[LEFT_TOP] + strokes.across * neck + bow[RIGHT_TOP],
        bow[LEFT_TOP]
        + step
        + bow[RIGHT_BOTTOM]
        + " " * neck
        + bow[LEFT_BOTTOM]
        + step
        + bow[RIGHT_TOP],
        *[strokes.upright + " " * (wide - 2) + strokes.upright] * (high - 3),
        stern[LEFT_BOTTOM] + strokes.across * (wide - 2) + stern[RIGHT_BOTTOM],
    ]
