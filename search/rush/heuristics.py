"""Heuristics of ORush: a lower bound of the distance to a win, and a proof of loss.

blocker   a boat in A's row, between A and the exit
clearing  the cells that a blocker has to move to leave that row
blocked   lost: a wall or a boat between A and the exit can never leave the row
"""

from collections.abc import Callable
from operator import getitem

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import Position, RushGame


def distance(game: RushGame) -> Callable[[Position], float]:
    """The least number of moves by A and by its blockers, in the measure of the game.

    In cells: A's cells to the exit, and for each blocker the cells to the nearest place outside
    A's row. In slides: one for A unless it is at the exit, and one for each blocker. This is
    admissible: A cannot pass a blocker, so all these moves are necessary, each by another boat.
    One move changes one of these numbers by at most 1, so the estimate is consistent too.
    """
    in_cells = game.measure == "cells"
    ahead = []  # by offset of A, by boat, by offset of the boat
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
    """The proof that a wall or a boat blocks A for ever, or ""."""
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
            return "a wall is between A and the exit"
        for index, boat, stuck in suspects:
            place = position[index]
            if stuck[place] and boat.at(place).x > position[0]:
                return f"boat {boat.name} can never leave A's row"
        return ""

    return proof


def _clearing(game: RushGame, boat: Boat, offset: int) -> int | None:
    """The cells that a vertical boat at `offset` has to move to leave A's row; None if it cannot.

    Only walls and edges block it here: other boats may move away.
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
