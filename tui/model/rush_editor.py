"""The ORush grid in the editor: boats, walls and the size of the grid."""

import re
from collections.abc import Sequence
from contextlib import suppress
from string import ascii_uppercase
from typing import NamedTuple

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.games.rush.boats import STANDARD_EXIT_ROW, TARGET_BOAT, Boat, Cell, Grid
from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.tui.model.editor import Editor, parse_size
from ludoscope.tui.text import formatting

STANDARD_SIZE = (6, 6)  # columns and rows of a new grid
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}  # right, down
_X_AS_TARGET = str.maketrans("AX", "XA")  # the boxed game calls the red car X
_ENTRY = re.compile(r"([A-Z])([0-9])([HV])([0-9])([0-9])", re.IGNORECASE)


class GridState(NamedTuple):
    """A grid that may have no boat A yet.

    Attributes:
        width: The number of columns.
        height: The number of rows.
        boats: The boats, sorted by name.
        walls: The cells that no boat can enter.
    """

    width: int
    height: int
    boats: tuple[Boat, ...] = ()
    walls: frozenset[Cell] = frozenset()

    @property
    def exit_row(self) -> int | None:
        """The row of the exit: that of boat A; on 6×6 it is known without a boat A."""
        target = next((boat for boat in self.boats if boat.name == TARGET_BOAT), None)
        if target:
            return target.y
        return STANDARD_EXIT_ROW if (self.width, self.height) == STANDARD_SIZE else None

    def boat_at(self, cell: Cell) -> Boat | None:
        return next((boat for boat in self.boats if cell in boat.cells), None)

    def with_boats(self, *boats: Boat) -> "GridState":
        """Return the grid with boats added, in place of those of the same names.

        Raises:
            NotationError: A boat does not fit, or the rules do not allow it.
        """
        names = {boat.name for boat in boats}
        kept = [boat for boat in self.boats if boat.name not in names]
        grid = Grid(self.width, self.height, self.walls)
        for boat in (*kept, *boats):
            grid.add(boat)
        return self._replace(boats=grid.boats)

    def without_boats(self, *names: str) -> "GridState":
        return self._replace(boats=tuple(boat for boat in self.boats if boat.name not in names))


class RushEditor(Editor[GridState]):
    """A grid of boats that is being set up. The cursor is a cell: column and row from the top left.

    Attributes:
        measure: The unit of moves, kept from the game that was opened.
    """

    family = "rush"

    def __init__(self, state: GridState, name: str = "", measure: str = "slides") -> None:
        super().__init__(state, (0, 0), name)
        self.measure = measure

    def _create_game(self) -> RushGame:
        state = self.state
        return RushGame(state.width, state.height, state.boats, state.walls, self.measure)

    def problems(self) -> Sequence[str]:
        state = self.state
        target = next((boat for boat in state.boats if boat.name == TARGET_BOAT), None)
        if not target:
            row = state.exit_row
            where = "" if row is None else f" of 2 in row {row}, where the exit is"
            return [f"no boat {TARGET_BOAT} yet: lay a horizontal boat{where}"]
        if target.offset == state.width - target.length:
            return [f"boat {TARGET_BOAT} is at the exit already"]
        return ()

    def summary(self) -> str:
        state = self.state
        texts = [f"{state.width}×{state.height}"]
        texts.append(formatting.format_count(len(state.boats), "boat"))
        if state.walls:
            texts.append(formatting.format_count(len(state.walls), "wall"))
        boat = state.boat_at(self.cursor)
        column, row = self.cursor
        texts.append(f"here {boat}" if boat else f"here column {column}, row {row}")
        return ", ".join(texts)

    @property
    def max_length(self) -> int:
        """The greatest length of a boat."""
        return 3 if (self.state.width, self.state.height) == STANDARD_SIZE else 4

    def _free_name(self, state: GridState, length: int, is_horizontal: bool, row: int) -> str:
        """Return the letter of a new boat: A for the first one that may be A, else the next."""
        used = {boat.name for boat in state.boats}
        is_standard = (state.width, state.height) == STANDARD_SIZE
        may_be_target = is_horizontal and (
            not is_standard or (length == 2 and row == STANDARD_EXIT_ROW)
        )
        if may_be_target and TARGET_BOAT not in used:
            return TARGET_BOAT
        free = [name for name in ascii_uppercase if name not in used and name != TARGET_BOAT]
        if not free:
            raise NotationError("all letters from B to Z are in use, which is the most")
        return free[0]

    # Changes

    def lay(self, first: Cell, last: Cell) -> None:
        """Lay a boat from one cell to another in the same row or column.

        Raises:
            NotationError: The boat does not fit there, or it is too long.
        """
        (x, y), (end_x, end_y) = sorted((first, last))
        if x != end_x and y != end_y:
            raise NotationError("a boat lies in one row or in one column")
        is_horizontal = y == end_y
        length = max(end_x - x, end_y - y) + 1
        name = self._free_name(self.state, length, is_horizontal, y)
        self.change(self.state.with_boats(Boat(name, length, is_horizontal, x, y)), first)

    def extend(self, cell: Cell, direction: str) -> None:
        """Lay a boat of 2 from a cell in a direction, or make the boat there longer by one.

        Raises:
            NotationError: There is no room, or the boat lies across.
        """
        right, down = ARROWS[direction]
        boat = self.state.boat_at(cell)
        if not boat:
            self.lay(cell, (cell[0] + right, cell[1] + down))
            return
        if boat.is_horizontal != bool(right):
            axis = "horizontal" if boat.is_horizontal else "vertical"
            raise NotationError(f"boat {boat.name} is {axis}")
        back = right < 0 or down < 0
        longer = boat._replace(length=boat.length + 1)
        if back:
            longer = longer.with_offset(boat.offset - 1)
        self.change(self._renamed_if_needed(self.state, longer), cell)

    @staticmethod
    def _renamed_if_needed(state: GridState, boat: Boat) -> GridState:
        """Return a grid with a boat added or changed; A gets another letter if it may not be A.

        Raises:
            NotationError: The boat does not fit.
        """
        try:
            return state.with_boats(boat)
        except NotationError:
            if boat.name != TARGET_BOAT:
                raise
        state = state.without_boats(boat.name)
        used = {other.name for other in state.boats}
        free = [name for name in ascii_uppercase[1:] if name not in used]
        return state.with_boats(boat._replace(name=free[0] if free else boat.name))

    def put(self, cell: Cell, length: int) -> None:
        """Put a boat of a length at a cell; turn it if there is one of that length already.

        A new boat goes to the right, or down if there is no room to the right. A boat of another
        length gets this one.

        Raises:
            NotationError: There is no room.
        """
        boat = self.state.boat_at(cell)
        if boat and boat.length == length:
            x, y = boat.cells[0]
            self.change(
                self._renamed_if_needed(
                    self.state, boat._replace(is_horizontal=not boat.is_horizontal)
                )
            )
            self.cursor = (x, y)
        elif boat:
            self.change(self._renamed_if_needed(self.state, boat._replace(length=length)))
        else:
            x, y = cell
            try:
                self.lay(cell, (x + length - 1, y))
            except NotationError as error:
                try:
                    self.lay(cell, (x, y + length - 1))
                except NotationError:
                    raise error from None

    def remove(self, cell: Cell) -> None:
        """Remove the boat or the wall at a cell."""
        boat = self.state.boat_at(cell)
        if boat:
            self.change(self.state.without_boats(boat.name), cell)
        else:
            self.change(self.state._replace(walls=self.state.walls - {cell}), cell)

    def move(self, name: str, right: int, down: int) -> None:
        """Move a boat by columns and rows, across other boats if need be.

        Raises:
            NotationError: It does not fit there.
        """
        boat = next(boat for boat in self.state.boats if boat.name == name)
        moved = boat._replace(x=boat.x + right, y=boat.y + down)
        self.change(self._renamed_if_needed(self.state, moved), moved.cells[0])

    def toggle_wall(self, cell: Cell) -> None:
        """Put a wall on water, or remove the wall that is there."""
        if not self.state.boat_at(cell):
            self.change(self.state._replace(walls=self.state.walls ^ {cell}), cell)

    def rename(self, cell: Cell, name: str) -> None:
        """Give the boat at a cell a letter; the boat that has it gets that of this one.

        Raises:
            NotationError: The boat cannot be A, or there is none.
        """
        boat = self.state.boat_at(cell)
        if not boat:
            raise NotationError(f"no boat here that could be called {name}")
        other = next((each for each in self.state.boats if each.name == name), None)
        state = self.state.without_boats(boat.name, name)
        boats = [boat._replace(name=name)]
        if other and other != boat:
            boats.append(other._replace(name=boat.name))
        self.change(state.with_boats(*boats))

    def clear(self) -> None:
        self.change(self.state._replace(boats=(), walls=frozenset()))

    def choose_board(self, value: str) -> None:
        """Use a grid of a size such as "7x6", columns by rows; boats stay where they fit."""
        width, height = parse_size(value, "6x6: columns×rows")
        Grid(width, height)
        state = self.state
        walls = frozenset(cell for cell in state.walls if cell[0] < width and cell[1] < height)
        resized = GridState(width, height, (), walls)
        for boat in reversed(state.boats):  # A last: it may need a letter that no other boat has
            with suppress(NotationError):  # it does not fit
                resized = self._renamed_if_needed(resized, boat)
        self.change(resized, (min(self.cursor[0], width - 1), min(self.cursor[1], height - 1)))

    def load(self, game: AnyGame, position: Position) -> None:
        assert isinstance(game, RushGame)
        boats = game.boats_at(position)
        self.change(GridState(game.width, game.height, boats, game.walls), (0, 0))

    def _load_text(self, text: str) -> None:
        try:
            super()._load_text(text)
        except NotationError as error:
            try:
                super()._load_text(text.translate(_X_AS_TARGET))
            except NotationError:
                raise error from None

    def enter(self, text: str) -> None:
        """Enter boats such as "A2H12 B3V30", in place of those of the same letters."""
        words = re.split(r"[\s,;]+", text.strip())
        boats: dict[str, Boat] = {}
        for word in words:
            match = _ENTRY.fullmatch(word)
            if not match:
                raise NotationError(
                    f"found {short_repr(word)}, expected boats such as A2H12"
                    " (letter, length, H or V, column and row from 0)"
                )
            name, length, direction, x, y = match.groups()
            boat = Boat(name.upper(), int(length), direction in "Hh", int(x), int(y))
            boats[boat.name] = boat
        last = [*boats.values()][-1]
        self.change(self.state.with_boats(*boats.values()), (last.x, last.y))
