"""Boats on a grid, and which grids are valid.

Boat    identifier, length, horizontal (`across`) or vertical, its top-left cell
offset  the coordinate that changes when the boat moves: x if it is horizontal, else y
line    the other coordinate
Grid    the grid: width × height cells, some of them walls, and its boats
hero    boat A, which has to reach the exit
"""

from collections.abc import Iterable
from typing import NamedTuple

from ludoscope.games.errors import NotationError, shown

SIDES = range(2, 9)
HERO = "A"  # the boat that has to reach the exit
COURSE_SIDE = 6
COURSE_ROW = 2

Cell = tuple[int, int]


class Boat(NamedTuple):
    """`x` and `y` are those of the top-left cell, from 0, y downwards."""

    name: str
    length: int
    across: bool
    x: int
    y: int

    @property
    def offset(self) -> int:
        return self.x if self.across else self.y

    @property
    def line(self) -> int:
        return self.y if self.across else self.x

    def at(self, offset: int) -> "Boat":
        """The same boat at another offset."""
        return self._replace(x=offset) if self.across else self._replace(y=offset)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers, from the left or from the top."""
        if self.across:
            return tuple((self.x + i, self.y) for i in range(self.length))
        return tuple((self.x, self.y + i) for i in range(self.length))

    def __str__(self) -> str:
        return f"{self.name}{self.length}{'H' if self.across else 'V'}{self.x}{self.y}"


class Grid:
    """A grid that boats are added to, each checked, so that a reader can name the line at fault.

    On a 6×6 grid boats have length 2 or 3, and A has length 2 and is on row 2 (rule of the course).
    On other grids boats have length 2 to 4, and the exit is on the row of A.
    """

    def __init__(self, width: int, height: int, walls: Iterable[Cell] = ()) -> None:
        """NotationError when a side is not 2 to 8 cells, or a wall is off the grid."""
        if width not in SIDES or height not in SIDES:
            raise NotationError(
                f"the grid is {width}×{height}, expected sides of {SIDES[0]} to {SIDES[-1]} cells"
            )
        self.width = width
        self.height = height
        self.walls = frozenset(walls)
        for x, y in self.walls:
            if not self._holds((x, y)):
                raise NotationError(f"a wall at {x},{y}, expected within the {width}×{height} grid")
        self._boats: dict[str, Boat] = {}
        self._taken: dict[Cell, str] = {}

    @property
    def course(self) -> bool:
        return self.width == self.height == COURSE_SIDE

    @property
    def boats(self) -> tuple[Boat, ...]:
        """Sorted by identifier, so that A comes first."""
        return tuple(self._boats[name] for name in sorted(self._boats))

    def add(self, boat: Boat) -> None:
        """Add a boat; NotationError when its shape or its cells are invalid."""
        fault = self._shape_fault(boat) or self._place_fault(boat)
        if fault:
            raise NotationError(fault)
        self._boats[boat.name] = boat
        self._taken.update(dict.fromkeys(boat.cells, boat.name))

    def require_hero(self) -> None:
        """NotationError when A is missing."""
        if HERO not in self._boats:
            raise NotationError("there is no boat A, expected the one that has to reach the exit")

    def _holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def _shape_fault(self, boat: Boat) -> str:
        name, length = boat.name, boat.length
        if len(name) != 1 or not "A" <= name <= "Z":
            return f"a boat is called {shown(name)}, expected a capital letter from A to Z"
        longest = 3 if self.course else 4
        if not 2 <= length <= longest:
            return f"boat {name} has length {length}, expected 2 to {longest}"
        if name == HERO and not boat.across:
            return "boat A is vertical, expected it to be horizontal, towards the exit"
        if name == HERO and self.course and length != 2:
            return f"boat A has length {length}, expected 2 on a 6×6 grid"
        if name == HERO and self.course and boat.y != COURSE_ROW:
            return f"boat A is on row {boat.y}, expected row {COURSE_ROW}, where the exit is"
        return ""

    def _place_fault(self, boat: Boat) -> str:
        name = boat.name
        if name in self._boats:
            return f"there are two boats {name}, expected each letter once"
        grid = f"{self.width}×{self.height}"
        for x, y in boat.cells:
            if not self._holds((x, y)):
                return f"boat {name} reaches {x},{y}, expected within the {grid} grid"
            if (x, y) in self.walls:
                return f"boat {name} is on the wall at {x},{y}, expected water"
            if (x, y) in self._taken:
                return f"boats {self._taken[x, y]} and {name} overlap at {x},{y}, expected one"
        return ""
