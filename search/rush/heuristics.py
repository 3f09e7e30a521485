"""Heuristics of ORush: a lower bound of the distance to a win, and proofs that a game is lost.

Each function takes a game, prepares tables for it and returns the heuristic for its positions.

blocker    a vertical boat that crosses A's row between A and the exit
clearance  the cells that a blocker has to move to leave A's row
"""

from collections.abc import Callable
from operator import getitem

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import Position, RushGame


def distance(game: RushGame) -> Callable[[Position], float]:
    """Return a lower bound of the moves to a win, in the measure of the game.

    In cells: A's cells to the exit, plus the clearance of each blocker. In slides: one for A unless
    it is at the exit, plus one for each blocker. The bound is admissible: A cannot pass a blocker,
    so all these moves are necessary, each by another boat. One move changes only one of the terms,
    and by at most 1, so the bound is consistent too.
    """
    in_cells = game.measure == "cells"
    tables = []  # by offset of A, by boat, by offset of the boat: the necessary moves of the boat
    for hero_offset in range(game.goal_offset + 1):
        remaining = game.goal_offset - hero_offset
        moves_by_boat = [
            [float(remaining if in_cells else min(remaining, 1))] * (game.goal_offset + 1)
        ]
        for boat in game.boats[1:]:
            offsets = range((game.width if boat.is_horizontal else game.height) - boat.length + 1)
            is_ahead = not boat.is_horizontal and boat.x > hero_offset
            cells = [(_clearance(game, boat, o) or 0) if is_ahead else 0 for o in offsets]
            moves_by_boat.append([float(n if in_cells else min(n, 1)) for n in cells])
        tables.append(moves_by_boat)

    def estimate(position: Position) -> float:
        return sum(map(getitem, tables[position[0]], position))

    return estimate


def blocked(game: RushGame) -> Callable[[Position], str]:
    """Return a test for positions in which a wall or a boat blocks A for ever.

    The test returns the proof in a few words, "" if it finds none. A boat blocks for ever if it is
    horizontal and ahead of A in A's row, or if walls and edges never let it leave that row.
    """
    row = game.boats[0].y
    last_wall = max((x for x, y in game.walls if y == row), default=-1)
    stuck_boats: list[tuple[int, Boat, list[bool]]] = []  # index, boat, by offset: is it stuck?
    for index, boat in enumerate(game.boats[1:], 1):
        if boat.is_horizontal:
            stuck_at = [boat.y == row] * (game.width - boat.length + 1)
        else:
            offsets = range(game.height - boat.length + 1)
            stuck_at = [_clearance(game, boat, offset) is None for offset in offsets]
        if any(stuck_at):
            stuck_boats.append((index, boat, stuck_at))

    def proof(position: Position) -> str:
        if position[0] < last_wall:
            return "a wall is between A and the exit"
        for index, boat, stuck_at in stuck_boats:
            offset = position[index]
            if stuck_at[offset] and boat.with_offset(offset).x > position[0]:
                return f"boat {boat.name} can never leave A's row"
        return ""

    return proof


def _clearance(game: RushGame, boat: Boat, offset: int) -> int | None:
    """Return the cells that a vertical boat at `offset` has to move to leave A's row.

    None if it cannot. Only walls and edges stop it here: other boats may move away.
    """
    row = game.boats[0].y
    for cells in range(game.height):
        for target in (offset - cells, offset + cells):
            is_inside = 0 <= target <= game.height - boat.length
            is_outside_row = target > row or target + boat.length <= row
            if is_inside and is_outside_row and _is_free_of_walls(game, boat, offset, target):
                return cells
    return None


def _is_free_of_walls(game: RushGame, boat: Boat, offset: int, target: int) -> bool:
    offsets = range(min(offset, target), max(offset, target) + 1)
    return all(game.walls.isdisjoint(boat.with_offset(offset).cells) for offset in offsets)
