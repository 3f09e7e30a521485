"""Two encodings of a position as bytes, for comparing the speed of searches.

Each class has the methods of `RushGame` that a search uses (`moves`, `play`, `is_won`, `key`), but
with states instead of positions, and methods that convert one to the other. Moves are those of
`RushGame`, in the same order; `play` does not check that a move is legal.

    BoatListGame  one byte for each boat, its offset. To test whether a cell is free, it is
                  compared with all boats.
    BoatGridGame  one byte for each cell, row by row, and the list of offsets. To test whether a
                  cell is free, the grid is read; a move changes both.
"""

from typing import NamedTuple

from ludoscope.games.rush.boats import Boat, Cell
from ludoscope.games.rush.rules import Move, Position, RushGame

# values of the bytes of a grid; any other value is the number of a boat, counted from 1
FREE = 0
WALL = 255


class Lane(NamedTuple):
    """The properties of a boat that never change.

    Attributes:
        is_horizontal: True if the boat is horizontal.
        line: Its row if it is horizontal, otherwise its column.
        length: Its length in cells.
        max_offset: Its offset when it touches the right or lower edge.
    """

    is_horizontal: bool
    line: int
    length: int
    max_offset: int


def _lane(game: RushGame, boat: Boat) -> Lane:
    side = game.width if boat.is_horizontal else game.height
    return Lane(boat.is_horizontal, boat.line, boat.length, side - boat.length)


def _max_distance(game: RushGame) -> int:
    """Return the greatest distance of one move, in cells."""
    return 1 if game.measure == "cells" else max(game.width, game.height)


def _moves_by_distance(index: int, back: int, ahead: int) -> list[Move]:
    """Return the moves of a boat by up to `back` cells left or up and `ahead` right or down."""
    distances = [*range(-back, 0), *range(1, ahead + 1)]
    return [(index, distance) for distance in distances]


class BoatListGame:
    """`RushGame` with states that are the offsets of the boats as bytes, boat A first."""

    def __init__(self, game: RushGame) -> None:
        self.measure = game.measure
        self._goal = game.goal_offset
        self._walls = game.walls
        self._lanes = [_lane(game, boat) for boat in game.boats]
        self._max_distance = _max_distance(game)

    def encode(self, position: Position) -> bytes:
        """Return the state of a position of the game."""
        return bytes(position)

    def decode(self, state: bytes) -> Position:
        """Return the position that `state` encodes."""
        return tuple(state)

    def moves(self, state: bytes) -> list[Move]:
        """Return the legal moves, in the order of `RushGame.moves`."""
        moves: list[Move] = []
        for index, lane in enumerate(self._lanes):
            offset = state[index]
            cells_behind = range(offset - 1, -1, -1)[: self._max_distance]
            end = offset + lane.length
            cells_ahead = range(end, lane.max_offset + lane.length)[: self._max_distance]
            back = self._count_free(state, lane, cells_behind)
            ahead = self._count_free(state, lane, cells_ahead)
            moves += _moves_by_distance(index, back, ahead)
        return moves

    def _count_free(self, state: bytes, lane: Lane, coordinates: range) -> int:
        """Return the number of free cells before the first occupied one.

        Args:
            state: The state.
            lane: The row or column of the cells.
            coordinates: The x (row) or y (column) of each cell, nearest to the boat first.
        """
        for distance, coordinate in enumerate(coordinates):
            cell = (coordinate, lane.line) if lane.is_horizontal else (lane.line, coordinate)
            if self._is_occupied(state, cell):
                return distance
        return len(coordinates)

    def _is_occupied(self, state: bytes, cell: Cell) -> bool:
        x, y = cell
        for (is_horizontal, line, length, _), offset in zip(self._lanes, state, strict=True):
            cell_offset, cell_line = (x, y) if is_horizontal else (y, x)
            if cell_line == line and offset <= cell_offset < offset + length:
                return True
        return cell in self._walls

    def play(self, state: bytes, move: Move) -> bytes:
        """Return the state after a legal move."""
        index, distance = move
        offsets = bytearray(state)
        offsets[index] += distance
        return bytes(offsets)

    def is_won(self, state: bytes) -> bool:
        """Return True if boat A is at the exit."""
        return state[0] == self._goal

    def key(self, state: bytes) -> bytes:
        """Return the state itself."""
        return state


GridState = tuple[bytes, bytes]
"""The bytes of the grid and the offsets of the boats."""


class BoatGridGame:
    """`RushGame` with states that are a grid of bytes and the offsets of the boats."""

    def __init__(self, game: RushGame) -> None:
        self.measure = game.measure
        self._game = game
        self._goal = game.goal_offset
        self._max_distance = _max_distance(game)
        # for each boat: the index of the first cell of its line, the step from one cell of the
        # line to the next, the length of the boat, its greatest offset; plain tuples, for speed
        self._lanes: list[tuple[int, int, int, int]] = []
        for boat in game.boats:
            lane = _lane(game, boat)
            step = 1 if boat.is_horizontal else game.width
            first = lane.line * (game.width if boat.is_horizontal else 1)
            self._lanes.append((first, step, lane.length, lane.max_offset))

    def encode(self, position: Position) -> GridState:
        """Return the state of a position of the game."""
        width = self._game.width
        grid = bytearray(width * self._game.height)
        for x, y in self._game.walls:
            grid[y * width + x] = WALL
        for number, boat in enumerate(self._game.boats_at(position), 1):
            for x, y in boat.cells:
                grid[y * width + x] = number
        return bytes(grid), bytes(position)

    def decode(self, state: GridState) -> Position:
        """Return the position that `state` encodes."""
        _, offsets = state
        return tuple(offsets)

    def moves(self, state: GridState) -> list[Move]:
        """Return the legal moves, in the order of `RushGame.moves`."""
        grid, offsets = state
        max_distance = self._max_distance
        moves: list[Move] = []
        for index, (first, step, length, max_offset) in enumerate(self._lanes):
            offset = offsets[index]
            start = first + offset * step
            back, max_back = 0, min(offset, max_distance)
            while back < max_back and grid[start - (back + 1) * step] == FREE:
                back += 1
            end = start + (length - 1) * step
            ahead, max_ahead = 0, min(max_offset - offset, max_distance)
            while ahead < max_ahead and grid[end + (ahead + 1) * step] == FREE:
                ahead += 1
            moves += _moves_by_distance(index, back, ahead)
        return moves

    def play(self, state: GridState, move: Move) -> GridState:
        """Return the state after a legal move."""
        index, distance = move
        first, step, length, _ = self._lanes[index]
        grid, offsets = bytearray(state[0]), bytearray(state[1])
        start = first + offsets[index] * step
        grid[start : start + length * step : step] = bytes(length)
        start += distance * step
        grid[start : start + length * step : step] = bytes([index + 1]) * length
        offsets[index] += distance
        return bytes(grid), bytes(offsets)

    def is_won(self, state: GridState) -> bool:
        """Return True if boat A is at the exit."""
        _, offsets = state
        return offsets[0] == self._goal

    def key(self, state: GridState) -> GridState:
        """Return the state itself."""
        return state
