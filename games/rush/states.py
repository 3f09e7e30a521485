"""Two representations of a position as bytes: a list of boats, or a grid and a list of boats.

Each class has the part of a game that a search uses (`moves`, `play`, `is_won`, `key`) and its own
states. The moves are those of `RushGame`, in the same order; `play` takes only legal moves.

BoatList    one byte for each boat, its offset; every boat is checked to test whether a cell is free
BoatGrid    one byte for each cell, row by row, and the same list; the grid is read to test whether
            a cell is free, and a move changes both
"""

from typing import NamedTuple

from ludoscope.games.rush.boats import Boat, Cell
from ludoscope.games.rush.rules import Move, Position, RushGame

FREE, WALL = 0, 255  # bytes of the grid; a boat is its number, counted from 1


class Hull(NamedTuple):
    """The constant data of a boat: the line it lies on, its length, and its greatest offset."""

    across: bool
    line: int
    length: int
    last: int


def _hull(game: RushGame, boat: Boat) -> Hull:
    side = game.width if boat.across else game.height
    return Hull(boat.across, boat.line, boat.length, side - boat.length)


class BoatList:
    """States are bytes: the offsets of the boats, A first."""

    def __init__(self, game: RushGame) -> None:
        self.measure = game.measure
        self._goal = game.goal
        self._walls = game.walls
        self._hulls = [_hull(game, boat) for boat in game.boats]
        self._farthest = 1 if game.measure == "cells" else max(game.width, game.height)

    def state(self, position: Position) -> bytes:
        return bytes(position)

    def position(self, state: bytes) -> Position:
        return tuple(state)

    def moves(self, state: bytes) -> list[Move]:
        found: list[Move] = []
        for index, hull in enumerate(self._hulls):
            offset = state[index]
            back = self._way(state, hull, range(offset - 1, -1, -1)[: self._farthest])
            bow = offset + hull.length
            ahead = self._way(state, hull, range(bow, bow + hull.last - offset)[: self._farthest])
            found += [(index, -distance) for distance in range(back, 0, -1)]
            found += [(index, distance) for distance in range(1, ahead + 1)]
        return found

    def _way(self, state: bytes, hull: Hull, cells: range) -> int:
        """How many of `cells` on the line of a boat are free before the first that is not."""
        for distance, cell in enumerate(cells):
            if self._taken(state, (cell, hull.line) if hull.across else (hull.line, cell)):
                return distance
        return len(cells)

    def _taken(self, state: bytes, cell: Cell) -> bool:
        x, y = cell
        for (across, line, length, _), offset in zip(self._hulls, state, strict=True):
            along, beside = (x, y) if across else (y, x)
            if beside == line and offset <= along < offset + length:
                return True
        return cell in self._walls

    def play(self, state: bytes, move: Move) -> bytes:
        index, distance = move
        after = bytearray(state)
        after[index] += distance
        return bytes(after)

    def is_won(self, state: bytes) -> bool:
        return state[0] == self._goal

    def key(self, state: bytes) -> bytes:
        return state


Gridded = tuple[bytes, bytes]
"""The grid, and the offsets of the boats."""


class BoatGrid:
    """States are the grid and the offsets."""

    def __init__(self, game: RushGame) -> None:
        self.measure = game.measure
        self._game = game
        self._goal = game.goal
        self._farthest = 1 if game.measure == "cells" else max(game.width, game.height)
        self._lines = []
        for boat in game.boats:
            hull = _hull(game, boat)
            step = 1 if boat.across else game.width
            first = hull.line * (game.width if boat.across else 1)
            self._lines.append((first, step, hull.length, hull.last))

    def state(self, position: Position) -> Gridded:
        width = self._game.width
        grid = bytearray(width * self._game.height)
        for x, y in self._game.walls:
            grid[y * width + x] = WALL
        for number, boat in enumerate(self._game.at(position), 1):
            for x, y in boat.cells:
                grid[y * width + x] = number
        return bytes(grid), bytes(position)

    def position(self, state: Gridded) -> Position:
        return tuple(state[1])

    def moves(self, state: Gridded) -> list[Move]:
        grid, offsets = state
        farthest = self._farthest
        found: list[Move] = []
        for index, (first, step, length, last) in enumerate(self._lines):
            offset = offsets[index]
            stern = first + offset * step
            back, most = 0, min(offset, farthest)
            while back < most and grid[stern - (back + 1) * step] == FREE:
                back += 1
            bow = stern + (length - 1) * step
            ahead, most = 0, min(last - offset, farthest)
            while ahead < most and grid[bow + (ahead + 1) * step] == FREE:
                ahead += 1
            found += [(index, -distance) for distance in range(back, 0, -1)]
            found += [(index, distance) for distance in range(1, ahead + 1)]
        return found

    def play(self, state: Gridded, move: Move) -> Gridded:
        index, distance = move
        first, step, length, _ = self._lines[index]
        grid, offsets = bytearray(state[0]), bytearray(state[1])
        stern = first + offsets[index] * step
        grid[stern : stern + length * step : step] = bytes(length)
        stern += distance * step
        grid[stern : stern + length * step : step] = bytes([index + 1]) * length
        offsets[index] += distance
        return bytes(grid), bytes(offsets)

    def is_won(self, state: Gridded) -> bool:
        return state[1][0] == self._goal

    def key(self, state: Gridded) -> Gridded:
        return state
