"""ORush, Rush Hour with boats: the game and its rules.

A boat moves only along the row or column on which it lies. Boat A has to reach the exit.

    ~ ~ B B ~ C         B A   boats, each a straight piece with a letter
    D ~ ~ E ~ C         ~     water
    D A A E ~ C  ►      ►     the exit, at the right end of A's row; won when A is next to it
    D F F ~ ~ ~
    G ~ H I I I         a grid may also have walls x, which no boat enters
    G ~ H ~ J J

`RushGame` is the game; `read_game` makes one from a text. The measure of a game is the unit
of a move: "cells" if a move is one cell, "slides" if it is a slide of any distance.

    position    the offset of each boat on its line (see `games.rush.boats`), boat A first
    move        (index of the boat, distance): in cells, positive for right or down, negative for
                left or up
    boat mask   the cells that a boat covers, as an int with bit `y * width + x` set
    swept mask  the cells, apart from its own, that a boat enters in a move; they must be free
"""

from collections.abc import Iterable
from functools import cached_property
from operator import getitem
from typing import Any

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.game import ComparedBySpec
from ludoscope.games.rush.boats import Boat, Cell, Grid
from ludoscope.games.rush.notation import WATER, Step, draw_rows, read_grid
from ludoscope.games.rush.slides import group_into_slides, read_slides

Position = tuple[int, ...]
Move = tuple[int, int]

MEASURES = ("cells", "slides")


class RushGame(ComparedBySpec):
    """ORush on one grid.

    Implements `games.game.Game`.

    Args:
        width: The number of columns, 2 to 8.
        height: The number of rows, 2 to 8.
        boats: The boats at their places at the start, in any order; A must be one of them.
        walls: The cells that no boat can enter.
        measure: "cells" or "slides", one of `MEASURES`.

    Attributes:
        boats: The boats at the start, sorted by name. Positions and moves refer to them by index.
        goal_offset: The offset of boat A at the exit.

    Raises:
        ValueError: If the grid is invalid (see `games.rush.boats.Grid`) or the measure is unknown.
    """

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
        if measure not in MEASURES:
            raise ValueError(f"found the measure {short_repr(measure)}, expected cells or slides")
        grid = Grid(width, height, walls)
        for boat in boats:
            grid.add(boat)
        grid.require_target_boat()
        self.width = width
        self.height = height
        self.boats = grid.boats
        self.walls = grid.walls
        self.measure = measure
        self.start: Position = tuple(boat.offset for boat in self.boats)
        self.goal_offset = width - self.boats[0].length
        self._index_by_name = {boat.name: i for i, boat in enumerate(self.boats)}
        self._wall_mask = self._mask(self.walls)

    @property
    def exit_row(self) -> int:
        """The row of the exit, which is that of boat A."""
        return self.boats[0].y

    def _mask(self, cells: Iterable[Cell]) -> int:
        """Return the bit mask of `cells`."""
        return sum(1 << (y * self.width + x) for x, y in cells)

    # The tables are made on first use: many games are only displayed, or solved by kernels.

    @cached_property
    def _boat_masks(self) -> list[list[int]]:
        """The mask of each boat at each offset, indexed [boat][offset]."""
        return [
            [
                self._mask(boat.with_offset(offset).cells)
                for offset in range(self._max_offset(boat) + 1)
            ]
            for boat in self.boats
        ]

    @cached_property
    def _swept_masks(self) -> list[list[dict[Move, int]]]:
        """The moves of any distance and their swept masks, indexed [boat][offset][move]."""
        return [
            [self._swept_from(index, masks, offset) for offset in range(len(masks))]
            for index, masks in enumerate(self._boat_masks)
        ]

    @cached_property
    def _candidate_moves(self) -> list[list[tuple[tuple[Move, int], ...]]]:
        """The pairs (move, swept mask) of the moves in this measure, indexed [boat][offset]."""
        max_distance = 1 if self.measure == "cells" else max(self.width, self.height)
        return [
            [
                tuple(
                    (move, swept)
                    for move, swept in swept_by_move.items()
                    if abs(move[1]) <= max_distance
                )
                for swept_by_move in boat_table
            ]
            for boat_table in self._swept_masks
        ]

    def _max_offset(self, boat: Boat) -> int:
        """Return the offset at which `boat` touches the right or lower edge."""
        return (self.width if boat.is_horizontal else self.height) - boat.length

    def _swept_from(self, index: int, masks: list[int], offset: int) -> dict[Move, int]:
        """Return the swept mask of each move of a boat, without moves that cross a wall.

        Args:
            index: The index of the boat.
            masks: The mask of the boat at each offset.
            offset: The offset from which it moves.
        """
        swept_by_move: dict[Move, int] = {}
        for target in range(len(masks)):
            swept = 0
            for passed_offset in range(min(offset, target), max(offset, target) + 1):
                swept |= masks[passed_offset]
            swept &= ~masks[offset]
            if target != offset and not swept & self._wall_mask:
                swept_by_move[index, target - offset] = swept
        return swept_by_move

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves in the measure of the game.

        They are sorted by boat, and for each boat by distance, from left (up) to right (down).
        """
        occupied = sum(map(getitem, self._boat_masks, position))
        return [
            move
            for candidates in map(getitem, self._candidate_moves, position)
            for move, swept in candidates
            if not swept & occupied
        ]

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; a slide of any distance is legal in either measure.

        Raises:
            ValueError: If the move is illegal; the message gives the reason.
        """
        index, distance = move
        if not 0 <= index < len(position):
            raise ValueError(f"there is no boat number {index}")
        offset = position[index]
        swept = self._swept_masks[index][offset].get(move)
        if swept is None or swept & sum(map(getitem, self._boat_masks, position)):
            raise ValueError(self._illegal_reason(position, move))
        return (*position[:index], offset + distance, *position[index + 1 :])

    def _illegal_reason(self, position: Position, move: Move) -> str:
        """Return the reason why `move` is illegal: the first obstacle on its way."""
        index, distance = move
        boat = self.boats_at(position)[index]
        if not distance:
            return f"boat {boat.name} does not move"
        free_distances = self.free_distances(position, index)
        blocked_distance = free_distances.stop if distance > 0 else free_distances.start - 1
        blocked_boat = boat.with_offset(boat.offset + blocked_distance)
        cell = blocked_boat.cells[-1 if distance > 0 else 0]
        for other_boat in self.boats_at(position):
            if cell in other_boat.cells:
                return f"{boat.name} is blocked by {other_boat.name}"
        if index == 0 and distance > 0 and self.is_won(position):
            return f"{boat.name} is at the exit already"
        obstacle = "a wall" if cell in self.walls else "the edge"
        return f"{boat.name} is blocked by {obstacle}"

    def free_distances(self, position: Position, index: int) -> range:
        """Return the distances that a boat can move, in cells; the range includes 0."""
        occupied = sum(map(getitem, self._boat_masks, position))
        swept_by_move = self._swept_masks[index][position[index]]
        distances = [
            0,
            *(distance for (_, distance), swept in swept_by_move.items() if not swept & occupied),
        ]
        return range(min(distances), max(distances) + 1)

    def is_won(self, position: Position) -> bool:
        """Return True if boat A is at the exit."""
        return position[0] == self.goal_offset

    def key(self, position: Position) -> Position:
        """Return the position itself: no symmetries are used, because of the exit."""
        return position

    def boats_at(self, position: Position) -> tuple[Boat, ...]:
        """Return the boats at their places in `position`, sorted by name."""
        return tuple(map(Boat.with_offset, self.boats, position))

    def to_rows(self, position: Position, water: str = WATER) -> list[str]:
        """Return the rows of the grid, from the top: letters of boats, `water`, `x` for walls."""
        return draw_rows(self.width, self.height, self.boats_at(position), self.walls, water)

    def text(self, position: Position) -> str:
        """Return the rows of the grid joined by `/`."""
        return "/".join(self.to_rows(position))

    def parse(self, text: str) -> Position:
        """Return the position of a grid in any of the notations of `games.rush.notation`.

        Raises:
            NotationError: If the text is malformed or is not a position of this game.
        """
        grid = read_grid(text)
        if (grid.width, grid.height) != (self.width, self.height):
            raise NotationError(
                f"found a grid of {grid.width}×{grid.height}, expected {self.width}×{self.height}"
            )
        if grid.walls != self.walls:
            raise NotationError("the walls are not those of this game")
        position = tuple(boat.offset for boat in grid.boats)
        if len(position) != len(self.boats) or self.boats_at(position) != grid.boats:
            raise NotationError("the boats are not those of this game, each on its line")
        return position

    def move_text(self, position: Position, move: Move) -> str:
        """Return the move in steps of one cell, such as `A>A>`."""
        index, distance = move
        return str(Step(self.boats[index].name, distance, 0)) * abs(distance)

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """Return the moves that `text` describes in any form of `games.rush.slides`.

        If the measure is "cells", each cell is a move; if it is "slides", successive moves of one
        boat in the same direction are one move.

        Raises:
            NotationError: If the text is malformed or empty.
            ValueError: If a move is illegal; the message gives the reason.
        """
        parsed_slides = read_slides(text)
        if not parsed_slides:
            raise NotationError("found no move, expected one such as A> or B↓2")
        moves: list[Move] = []
        for name, is_horizontal, distance in parsed_slides:
            index = self._index_by_name.get(name)
            if index is None:
                raise ValueError(f"there is no boat {name}")
            if is_horizontal is not None and is_horizontal != self.boats[index].is_horizontal:
                direction = "vertical, expected up or down"
                if not is_horizontal:
                    direction = "horizontal, expected left or right"
                raise ValueError(f"boat {name} is {direction}")
            moves += [(index, 1 if distance > 0 else -1)] * abs(distance)
        if self.measure == "slides":
            moves = group_into_slides(moves)
        for move in moves:
            position = self.play(position, move)
        return moves

    def with_measure(self, measure: str) -> "RushGame":
        """Return the same game in another measure."""
        return RushGame(self.width, self.height, self.boats, self.walls, measure)

    def spec(self) -> dict[str, Any]:
        """Return the parameters as JSON values, which `from_spec` reads."""
        return {"family": self.family, "grid": self.text(self.start), "measure": self.measure}


def read_game(text: str, measure: str = "cells") -> RushGame:
    """Return the game that starts in a grid in any of the notations of `games.rush.notation`.

    Raises:
        NotationError: If the text is malformed; `line` is set if the error is on one line.
    """
    grid = read_grid(text)
    return RushGame(grid.width, grid.height, grid.boats, grid.walls, measure)


def from_spec(spec: dict[str, Any]) -> RushGame:
    """Return the game that `RushGame.spec` describes.

    Raises:
        ValueError: If an entry is missing or malformed.
    """
    grid, measure = spec.get("grid"), spec.get("measure")
    if not isinstance(grid, str) or not isinstance(measure, str):
        raise ValueError("expected a grid and a measure, both texts")
    return read_game(grid, measure)
