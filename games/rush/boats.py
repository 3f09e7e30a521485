"""Boats, and grids that check the boats added to them.

    boat    a straight piece of 2 to 4 cells with a letter, horizontal or vertical
    cell    (x, y), counted from the top-left corner: x from 0 to the right, y from 0 downwards
    offset  the coordinate that changes when a boat moves: x if it is horizontal, otherwise y
    line    the other coordinate: the row of a horizontal boat, the column of a vertical one

Boat A is the target boat, which has to reach the exit.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ludoscope.games.errors import NotationError, short_repr

SIDE_LENGTHS = range(2, 9)  # cells
TARGET_BOAT = "A"  # the letter of the boat that has to reach the exit
STANDARD_SIDE = 6  # cells; on grids of 6×6 stricter rules apply, see `Grid`
STANDARD_EXIT_ROW = 2  # the row of boat A and of the exit on grids of 6×6

Cell = tuple[int, int]


class Boat(NamedTuple):
    """A boat and its place on a grid.

    Attributes:
        name: A letter from A to Z.
        length: The number of cells.
        is_horizontal: True if the boat is horizontal, False if it is vertical.
        x: The column of its top-left cell, from 0.
        y: The row of its top-left cell, from 0, downwards.
    """

    name: str
    length: int
    is_horizontal: bool
    x: int
    y: int

    @property
    def offset(self) -> int:
        """The coordinate that changes when the boat moves: x if it is horizontal, otherwise y."""
        return self.x if self.is_horizontal else self.y

    @property
    def line(self) -> int:
        """The coordinate that never changes: the row if it is horizontal, otherwise the column."""
        return self.y if self.is_horizontal else self.x

    def with_offset(self, offset: int) -> "Boat":
        """Return the same boat moved to another offset on its line."""
        return self._replace(x=offset) if self.is_horizontal else self._replace(y=offset)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the boat covers, from the left or from the top."""
        if self.is_horizontal:
            return tuple((self.x + i, self.y) for i in range(self.length))
        return tuple((self.x, self.y + i) for i in range(self.length))

    def __str__(self) -> str:
        """Return the boat as read by `games.rush.notation`: `A2H12`."""
        return f"{self.name}{self.length}{'H' if self.is_horizontal else 'V'}{self.x}{self.y}"


class Grid:
    """A grid to which boats are added one by one, each checked for validity.

    A parser adds boats in the order of the text, so that an error can name the line.

    On grids of 6×6, boats have length 2 or 3, boat A has length 2, and it and the exit are on row
    2. On other grids, boats have length 2 to 4, and the exit is on the row of boat A.

    Args:
        width: The number of columns, 2 to 8.
        height: The number of rows, 2 to 8.
        walls: The cells that no boat can enter.

    Raises:
        NotationError: If the size is unsupported or a wall is off the grid.
    """

    def __init__(self, width: int, height: int, walls: Iterable[Cell] = ()) -> None:
        if width not in SIDE_LENGTHS or height not in SIDE_LENGTHS:
            raise NotationError(
                f"the grid is {width}×{height}, "
                f"expected sides of {SIDE_LENGTHS[0]} to {SIDE_LENGTHS[-1]} cells"
            )
        self.width = width
        self.height = height
        self.walls = frozenset(walls)
        for x, y in self.walls:
            if not self._contains((x, y)):
                raise NotationError(f"a wall at {x},{y}, expected within the {width}×{height} grid")
        self._boats: dict[str, Boat] = {}
        self._names_by_cell: dict[Cell, str] = {}

    @property
    def is_standard_size(self) -> bool:
        """True if the grid is 6×6, where the stricter rules apply."""
        return self.width == self.height == STANDARD_SIDE

    @property
    def boats(self) -> tuple[Boat, ...]:
        """The boats added so far, sorted by name, so that A comes first."""
        return tuple(self._boats[name] for name in sorted(self._boats))

    def add(self, boat: Boat) -> None:
        """Add a boat.

        Raises:
            NotationError: If its name, length, direction or place is invalid.
        """
        error = self._shape_error(boat) or self._place_error(boat)
        if error:
            raise NotationError(error)
        self._boats[boat.name] = boat
        self._names_by_cell.update(dict.fromkeys(boat.cells, boat.name))

    def require_target_boat(self) -> None:
        """Raise NotationError if boat A has not been added."""
        if TARGET_BOAT not in self._boats:
            raise NotationError("there is no boat A, expected the one that has to reach the exit")

    def _contains(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def _shape_error(self, boat: Boat) -> str:
        """Return a message if the name, length or direction of `boat` is invalid, otherwise ""."""
        name, length = boat.name, boat.length
        if len(name) != 1 or not "A" <= name <= "Z":
            return f"a boat is called {short_repr(name)}, expected a capital letter from A to Z"
        max_length = 3 if self.is_standard_size else 4
        if not 2 <= length <= max_length:
            return f"boat {name} has length {length}, expected 2 to {max_length}"
        if name == TARGET_BOAT and not boat.is_horizontal:
            return "boat A is vertical, expected it to be horizontal, towards the exit"
        if name == TARGET_BOAT and self.is_standard_size and length != 2:
            return f"boat A has length {length}, expected 2 on a 6×6 grid"
        if name == TARGET_BOAT and self.is_standard_size and boat.y != STANDARD_EXIT_ROW:
            return f"boat A is on row {boat.y}, expected row {STANDARD_EXIT_ROW}, where the exit is"
        return ""

    def _place_error(self, boat: Boat) -> str:
        """Return a message if the place of `boat` is outside the grid or taken, otherwise ""."""
        name = boat.name
        if name in self._boats:
            return f"there are two boats {name}, expected each letter once"
        grid = f"{self.width}×{self.height}"
        for x, y in boat.cells:
            if not self._contains((x, y)):
                return f"boat {name} reaches {x},{y}, expected within the {grid} grid"
            if (x, y) in self.walls:
                return f"boat {name} is on the wall at {x},{y}, expected water"
            if (x, y) in self._names_by_cell:
                return (
                    f"boats {self._names_by_cell[x, y]} and {name} overlap at {x},{y}, expected one"
                )
        return ""
