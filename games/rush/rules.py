"""ORush: Rush Hour with boats. A boat moves only along its line; A has to reach the exit.

    ~ ~ B B ~ C         B A   boats, each a straight piece with a letter
    D ~ ~ E ~ C         ~     water
    D A A E ~ C  ►      ►     the exit, at the right end of A's row; won when A is next to it
    D F F ~ ~ ~
    G ~ H I I I         a grid may also have walls x, which no boat enters
    G ~ H ~ J J

The measure says what counts as one move: one cell, or one slide of any distance.

    Position  the offset of each boat, boats sorted by identifier (A first)
    Move      (index of the boat, cells: positive right or down, negative left or up)
    hull      the cells that a boat covers, as a bit mask
    swept     the cells that must be free for a move, as a bit mask
"""

from collections.abc import Iterable
from functools import cached_property
from operator import getitem
from typing import Any

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.rush.boats import Boat, Cell, Grid
from ludoscope.games.rush.notation import WATER, Step, read_grid, rows
from ludoscope.games.rush.slides import read_slides, slides

Position = tuple[int, ...]
Move = tuple[int, int]

MEASURES = ("cells", "slides")


class RushGame:
    """The game on one grid; `boats`, sorted by identifier, are at their start."""

    family = "rush"
    players = 1

    def __init__(
        self,
        width: int,
        height: int,
        boats: Iterable[Boat],
        walls: Iterable[Cell] = (),
        measure: str = "cells",
    ) -> None:
        """ValueError when the grid is invalid or `measure` is neither cells nor slides."""
        if measure not in MEASURES:
            raise ValueError(f"found the measure {shown(measure)}, expected cells or slides")
        grid = Grid(width, height, walls)
        for boat in boats:
            grid.add(boat)
        grid.require_hero()
        self.width = width
        self.height = height
        self.boats = grid.boats
        self.walls = grid.walls
        self.measure = measure
        self.start: Position = tuple(boat.offset for boat in self.boats)
        self.goal = width - self.boats[0].length
        self._index = {boat.name: i for i, boat in enumerate(self.boats)}
        self._walls = sum(map(self._bit, self.walls))

    def _bit(self, cell: Cell) -> int:
        return 1 << (cell[1] * self.width + cell[0])

    # Tables are made on first use: many games are only shown, or solved by kernels.

    @cached_property
    def _hulls(self) -> list[list[int]]:
        """By boat and offset: the cells it covers."""
        return [
            [sum(map(self._bit, boat.at(offset).cells)) for offset in range(self._last(boat) + 1)]
            for boat in self.boats
        ]

    @cached_property
    def _swept(self) -> list[list[dict[Move, int]]]:
        """By boat and offset: move of any distance → the cells swept."""
        return [
            [self._swept_from(index, hulls, offset) for offset in range(len(hulls))]
            for index, hulls in enumerate(self._hulls)
        ]

    @cached_property
    def _offers(self) -> list[list[tuple[tuple[Move, int], ...]]]:
        """By boat and offset: (move, cells swept) of the moves in this measure."""
        farthest = 1 if self.measure == "cells" else max(self.width, self.height)
        return [
            [tuple((m, s) for m, s in table.items() if abs(m[1]) <= farthest) for table in swept]
            for swept in self._swept
        ]

    def _last(self, boat: Boat) -> int:
        """The greatest offset, at the right or lower edge."""
        return (self.width if boat.across else self.height) - boat.length

    def _swept_from(self, index: int, hulls: list[int], offset: int) -> dict[Move, int]:
        """Move → cells swept, for the moves from `offset` that pass no wall, by distance."""
        swept: dict[Move, int] = {}
        for target in range(len(hulls)):
            cells = 0
            for passed in range(min(offset, target), max(offset, target) + 1):
                cells |= hulls[passed]
            cells &= ~hulls[offset]
            if target != offset and not cells & self._walls:
                swept[index, target - offset] = cells
        return swept

    def moves(self, position: Position) -> list[Move]:
        """Sorted by boat, then by distance from far left (up) to far right (down)."""
        occupied = sum(map(getitem, self._hulls, position))
        return [
            move
            for offers in map(getitem, self._offers, position)
            for move, swept in offers
            if not swept & occupied
        ]

    def play(self, position: Position, move: Move) -> Position:
        """Moves of any distance are legal, in either measure."""
        index, distance = move
        if not 0 <= index < len(position):
            raise ValueError(f"there is no boat number {index}")
        offset = position[index]
        swept = self._swept[index][offset].get(move)
        if swept is None or swept & sum(map(getitem, self._hulls, position)):
            raise ValueError(self._obstacle(position, move))
        return (*position[:index], offset + distance, *position[index + 1 :])

    def _obstacle(self, position: Position, move: Move) -> str:
        """Why an illegal move is illegal: what is on the first cell that is not free."""
        index, distance = move
        boat = self.at(position)[index]
        if not distance:
            return f"boat {boat.name} does not move"
        reach = self.reach(position, index)
        stop = reach.stop if distance > 0 else reach.start - 1
        cell = boat.at(boat.offset + stop).cells[-1 if distance > 0 else 0]
        for other in self.at(position):
            if cell in other.cells:
                return f"{boat.name} is blocked by {other.name}"
        what = "a wall" if cell in self.walls else "the edge"
        return f"{boat.name} is blocked by {what}"

    def reach(self, position: Position, index: int) -> range:
        """The distances that a boat can move, 0 included."""
        occupied = sum(map(getitem, self._hulls, position))
        table = self._swept[index][position[index]]
        free = [0, *(distance for (_, distance), swept in table.items() if not swept & occupied)]
        return range(min(free), max(free) + 1)

    def is_won(self, position: Position) -> bool:
        return position[0] == self.goal

    def key(self, position: Position) -> Position:
        """The position itself: because of the exit there is no symmetry."""
        return position

    def at(self, position: Position) -> tuple[Boat, ...]:
        """The boats in `position`."""
        return tuple(map(Boat.at, self.boats, position))

    def rows(self, position: Position, water: str = WATER) -> list[str]:
        """The rows from the top: letters for boats, `water`, `x` for walls."""
        return rows(self.width, self.height, self.at(position), self.walls, water)

    def text(self, position: Position) -> str:
        """The rows joined by `/`."""
        return "/".join(self.rows(position))

    def parse(self, text: str) -> Position:
        """Any format of a grid is read (see `games.rush.notation`)."""
        grid = read_grid(text)
        if (grid.width, grid.height) != (self.width, self.height):
            raise NotationError(
                f"found a grid of {grid.width}×{grid.height}, expected {self.width}×{self.height}"
            )
        if grid.walls != self.walls:
            raise NotationError("the walls are not those of this game")
        position = tuple(boat.offset for boat in grid.boats)
        if len(position) != len(self.boats) or self.at(position) != grid.boats:
            raise NotationError("the boats are not those of this game, each on its line")
        return position

    def move_text(self, position: Position, move: Move) -> str:
        index, distance = move
        return str(Step(self.boats[index].name, distance, 0)) * abs(distance)

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """Any form of `games.rush.slides`; in cells, each cell is a move.

        In slides, cells that a boat goes one after the other in one direction are one move.
        """
        read = read_slides(text)
        if not read:
            raise NotationError("found no move, expected one such as A> or B↓2")
        moves: list[Move] = []
        for name, across, distance in read:
            index = self._index.get(name)
            if index is None:
                raise ValueError(f"there is no boat {name}")
            if across not in (None, self.boats[index].across):
                lies = "is vertical, expected up or down"
                if not across:
                    lies = "is horizontal, expected left or right"
                raise ValueError(f"boat {name} {lies}")
            moves += [(index, 1 if distance > 0 else -1)] * abs(distance)
        if self.measure == "slides":
            moves = slides(moves)
        for move in moves:
            position = self.play(position, move)
        return moves

    def in_measure(self, measure: str) -> "RushGame":
        """The same game in another measure."""
        return RushGame(self.width, self.height, self.boats, self.walls, measure)

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "grid": self.text(self.start), "measure": self.measure}


def in_slides(game: RushGame) -> RushGame:
    """The game as a person plays it, who counts slides."""
    return game.in_measure("slides")


def read_game(text: str, measure: str = "cells") -> RushGame:
    """The game whose start is a text in any of the formats; NotationError when it is malformed."""
    grid = read_grid(text)
    return RushGame(grid.width, grid.height, grid.boats, grid.walls, measure)


def from_spec(spec: dict[str, Any]) -> RushGame:
    """The game that `RushGame.spec` described; ValueError when it is malformed."""
    grid, measure = spec.get("grid"), spec.get("measure")
    if not isinstance(grid, str) or not isinstance(measure, str):
        raise ValueError("expected a grid and a measure, both texts")
    return read_game(grid, measure)
