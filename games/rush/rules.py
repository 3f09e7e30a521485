"""ORush: Rush Hour with boats. A boat moves only along itself; A has to reach the exit.

    ~ ~ B B ~ C         B A   boats, each a straight hull with a letter
    D ~ ~ E ~ C         ~     water
    D A A E ~ C  ►      ►     the exit, at the right end of A's row; won when A touches it
    D F F ~ ~ ~
    G ~ H I I I         a walled sea also has cells x that no boat enters
    G ~ H ~ J J

A move may count as one cell or as one slide of any distance: that is the game's measure.

    Position  where each boat stands on its line, boats sorted by identifier (A first)
    Move      (index of the boat, cells: positive right or down, negative left or up)
    swept     the cells, as a mask of bits, that must be free for a move
"""

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from operator import getitem
from typing import Any

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.rush.boats import Boat, Cell, Sea
from ludoscope.games.rush.notation import WATER, Step, read_sea, read_steps, rows

Position = tuple[int, ...]
Move = tuple[int, int]

MEASURES = ("cells", "slides")


class RushGame:
    """`Game` for one sea. `boats`, sorted by identifier, stand where the game starts."""

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
        """ValueError when the sea is impossible or `measure` is neither cells nor slides."""
        if measure not in MEASURES:
            raise ValueError(f"found the measure {shown(measure)}, expected cells or slides")
        sea = Sea(width, height, walls)
        for boat in boats:
            sea.add(boat)
        sea.require_hero()
        self.width = width
        self.height = height
        self.boats = sea.boats
        self.walls = sea.walls
        self.measure = measure
        self.start: Position = tuple(boat.offset for boat in self.boats)
        self.goal = width - self.boats[0].length
        self._index = {boat.name: i for i, boat in enumerate(self.boats)}
        self._walls = sum(map(self._bit, self.walls))

    def _bit(self, cell: Cell) -> int:
        return 1 << (cell[1] * self.width + cell[0])

    # The tables are made when they are asked for: much is only read, or solved by other means.

    @cached_property
    def _hulls(self) -> list[list[int]]:
        """By boat and offset, the cells it covers."""
        return [
            [sum(map(self._bit, boat.at(offset).cells)) for offset in range(self._last(boat) + 1)]
            for boat in self.boats
        ]

    @cached_property
    def _swept(self) -> list[list[dict[Move, int]]]:
        """By boat and offset, what a move of any distance sweeps."""
        return [
            [self._swept_from(index, hulls, offset) for offset in range(len(hulls))]
            for index, hulls in enumerate(self._hulls)
        ]

    @cached_property
    def _offers(self) -> list[list[tuple[tuple[Move, int], ...]]]:
        """By boat and offset, the moves that `moves` may offer, and what they sweep."""
        farthest = 1 if self.measure == "cells" else max(self.width, self.height)
        return [
            [tuple((m, s) for m, s in table.items() if abs(m[1]) <= farthest) for table in swept]
            for swept in self._swept
        ]

    def _last(self, boat: Boat) -> int:
        """The offset at the right or lower edge."""
        return (self.width if boat.across else self.height) - boat.length

    def _swept_from(self, index: int, hulls: list[int], offset: int) -> dict[Move, int]:
        """What each move from `offset` sweeps, in the order of distance; none through a wall."""
        swept: dict[Move, int] = {}
        for target in range(len(hulls)):
            way = range(min(offset, target), max(offset, target) + 1)
            cells = 0
            for passed in way:
                cells |= hulls[passed]
            cells &= ~hulls[offset]
            if target != offset and not cells & self._walls:
                swept[index, target - offset] = cells
        return swept

    def moves(self, position: Position) -> list[Move]:
        """By boat, then by distance from far left (up) to far right (down)."""
        occupied = sum(map(getitem, self._hulls, position))
        return [
            move
            for offers in map(getitem, self._offers, position)
            for move, swept in offers
            if not swept & occupied
        ]

    def play(self, position: Position, move: Move) -> Position:
        """Any distance that is free, in either measure."""
        index, distance = move
        if not 0 <= index < len(position):
            raise ValueError(f"there is no boat number {index}")
        offset = position[index]
        swept = self._swept[index][offset].get(move)
        if swept is None or swept & sum(map(getitem, self._hulls, position)):
            raise ValueError(self._obstacle(position, move))
        return (*position[:index], offset + distance, *position[index + 1 :])

    def _obstacle(self, position: Position, move: Move) -> str:
        """Why `move`, which is illegal, is so: what its first cell that is not free holds."""
        index, distance = move
        boat = self.at(position)[index]
        if not distance:
            return f"boat {boat.name} does not move"
        reach = self.reach(position, index)
        stop = reach.stop if distance > 0 else reach.start - 1
        cell = boat.at(boat.offset + stop).cells[-1 if distance > 0 else 0]
        for other in self.at(position):
            if cell in other.cells:
                return f"boat {boat.name} is stopped by boat {other.name}"
        what = "a wall" if cell in self.walls else "the edge"
        return f"boat {boat.name} is stopped by {what}"

    def reach(self, position: Position, index: int) -> range:
        """The distances that a boat can go at once, 0 among them."""
        occupied = sum(map(getitem, self._hulls, position))
        table = self._swept[index][position[index]]
        free = [0, *(distance for (_, distance), swept in table.items() if not swept & occupied)]
        return range(min(free), max(free) + 1)

    def is_won(self, position: Position) -> bool:
        return position[0] == self.goal

    def key(self, position: Position) -> Position:
        """The position itself: the exit leaves no symmetry."""
        return position

    def at(self, position: Position) -> tuple[Boat, ...]:
        """The boats as they stand in `position`."""
        return tuple(map(Boat.at, self.boats, position))

    def rows(self, position: Position, water: str = WATER) -> list[str]:
        """The grid from the top: letters of boats, `water`, `x` for walls."""
        return rows(self.width, self.height, self.at(position), self.walls, water)

    def text(self, position: Position) -> str:
        """The rows joined by `/`."""
        return "/".join(self.rows(position))

    def parse(self, text: str) -> Position:
        """From any of the formats that a sea is read from."""
        sea = read_sea(text)
        if (sea.width, sea.height) != (self.width, self.height):
            raise NotationError(
                f"found a grid of {sea.width}×{sea.height}, expected {self.width}×{self.height}"
            )
        if sea.walls != self.walls:
            raise NotationError("the walls are not those of this game")
        position = tuple(boat.offset for boat in sea.boats)
        if len(position) != len(self.boats) or self.at(position) != sea.boats:
            raise NotationError("the boats are not those of this game, each on its line")
        return position

    def move_text(self, position: Position, move: Move) -> str:
        index, distance = move
        return str(Step(self.boats[index].name, distance, 0)) * abs(distance)

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """Cell by cell; in slides, what one boat does in one direction at a stretch is one move."""
        steps = read_steps(text)
        if not steps:
            raise NotationError("found no move, expected one such as A> or A<")
        moves: list[Move] = []
        for name, group in groupby(steps, key=str):
            index = self._index.get(name[0])
            if index is None:
                raise ValueError(f"there is no boat {name[0]}")
            ways = [step.way for step in group]
            moves += (
                [(index, sum(ways))] if self.measure == "slides" else [(index, way) for way in ways]
            )
        for move in moves:
            position = self.play(position, move)
        return moves

    def in_measure(self, measure: str) -> "RushGame":
        """The same sea, counted in cells or in slides."""
        return RushGame(self.width, self.height, self.boats, self.walls, measure)

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "grid": self.text(self.start), "measure": self.measure}


def read_game(text: str, measure: str = "cells") -> RushGame:
    """The game that starts as a text in any of the formats draws; NotationError when none does."""
    sea = read_sea(text)
    return RushGame(sea.width, sea.height, sea.boats, sea.walls, measure)


def from_spec(spec: dict[str, Any]) -> RushGame:
    """The game whose `spec()` this is (`grid` and `measure`); ValueError when it is none."""
    grid, measure = spec.get("grid"), spec.get("measure")
    if not isinstance(grid, str) or not isinstance(measure, str):
        raise ValueError("expected a grid and a measure, both texts")
    return read_game(grid, measure)
