"""What ORush positions tell of their distance to a win.

blocker   a boat that stands in A's row, between A and the exit
clearing  the cells that a blocker has to move to leave that row
blocked   lost for good: something on A's way can never leave it
"""

from collections.abc import Callable
from operator import getitem

from ludoscope.games.rush import Boat, Position, RushGame


def distance(game: RushGame) -> Callable[[Position], float]:
    """What A still has to move, and what its blockers have to, at the least.

    In cells: A's cells to the exit, and for each blocker the cells to the nearest place out of
    A's row. In slides: one for A unless it is there, and one for each blocker. Never more than
    is needed, for A can't pass a blocker, so all of these moves must be made, each by a boat of
    its own and each moving one boat only. One move changes one of the terms by at most 1, so the
    estimate is consistent too.
    """
    in_cells = game.measure == "cells"
    ahead = []  # by A's offset, by boat, by the boat's offset
    for place in range(game.goal + 1):
        left = game.goal - place
        tables = [[float(left if in_cells else min(left, 1))] * (game.goal + 1)]
        for boat in game.boats[1:]:
            offsets = range((game.width if boat.across else game.height) - boat.length + 1)
            blocks = not boat.across and boat.x > place
            needed = [(_clearing(game, boat, o) or 0) if blocks else 0 for o in offsets]
            tables.append([float(n if in_cells else min(n, 1)) for n in needed])
        ahead.append(tables)

    def estimate(position: Position) -> float:
        return sum(map(getitem, ahead[position[0]], position))

    return estimate


def blocked(game: RushGame) -> Callable[[Position], str]:
    """The proof that a position is lost because of what lies between A and the exit, or ""."""
    row = game.boats[0].y
    last_wall = max((x for x, y in game.walls if y == row), default=-1)
    suspects: list[tuple[int, Boat, list[bool]]] = []
    for index, boat in enumerate(game.boats[1:], 1):
        if boat.across:
            stuck = [boat.y == row] * (game.width - boat.length + 1)
        else:
            places = range(game.height - boat.length + 1)
            stuck = [_clearing(game, boat, place) is None for place in places]
        if any(stuck):
            suspects.append((index, boat, stuck))

    def proof(position: Position) -> str:
        if position[0] < last_wall:
            return "a wall stands between A and the exit"
        for index, boat, stuck in suspects:
            place = position[index]
            if stuck[place] and boat.at(place).x > position[0]:
                return f"boat {boat.name} can never leave A's way to the exit"
        return ""

    return proof


def _clearing(game: RushGame, boat: Boat, offset: int) -> int | None:
    """The cells that an upright boat at `offset` needs to be out of A's row; None when no number.

    Only walls and the edges are in its way: other boats may go.
    """
    row = game.boats[0].y
    for away in range(game.height):
        for target in (offset - away, offset + away):
            inside = 0 <= target <= game.height - boat.length
            outside_row = target > row or target + boat.length <= row
            if inside and outside_row and _no_wall(game, boat, offset, target):
                return away
    return None


def _no_wall(game: RushGame, boat: Boat, offset: int, target: int) -> bool:
    passed = range(min(offset, target), max(offset, target) + 1)
    return all(game.walls.isdisjoint(boat.at(place).cells) for place in passed)
