"""Queries about the squares and boats of an ORush position, for the keys, mouse and status text."""

from collections.abc import Sequence, Set

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import Move, Position, RushGame

Square = tuple[int, int]  # column and row, from 0 at the top left


def legal_targets(game: RushGame, position: Position, index: int) -> dict[Square, int]:
    """Return the squares that a boat can reach, each with the slide that brings an end there.

    Args:
        game: The game.
        position: The position.
        index: The index of the boat.
    """
    boat = game.boats_at(position)[index]
    targets = {}
    for distance in game.free_distances(position, index):
        if distance:
            front = -1 if distance > 0 else 0
            targets[boat.with_offset(boat.offset + distance).cells[front]] = distance
    return targets


def boat_at(game: RushGame, position: Position, square: Square) -> int | None:
    """Return the index of the boat on a square; None if it is free."""
    for index, boat in enumerate(game.boats_at(position)):
        if square in boat.cells:
            return index
    return None


def squares_left(game: RushGame, position: Position, move: Move) -> Set[Square]:
    """Return the squares that the boat of the last move has left."""
    index, distance = move
    boat = game.boats_at(position)[index]
    previous_offset = boat.offset - distance
    if previous_offset < 0:
        return set()
    return set(boat.with_offset(previous_offset).cells) - set(boat.cells)


def nearest_boat(boats: Sequence[Boat], index: int, right: int, down: int) -> int | None:
    """Return the index of the nearest boat in a direction, None if there is none.

    Boats that are level with the given one come first.

    Args:
        boats: All boats.
        index: The index of the boat to start from.
        right: 1 to the right, -1 to the left, else 0.
        down: 1 down, -1 up, else 0.
    """
    axis = 0 if right else 1
    candidates = []
    for candidate_index, candidate in enumerate(boats):
        ahead, _ = _distances(boats[index], candidate, axis)
        _, gap_aside = _distances(boats[index], candidate, 1 - axis)
        if ahead * (right or down) > 0:
            candidates.append((gap_aside, abs(ahead), candidate_index))
    return min(candidates)[2] if candidates else None


def _distances(boat: Boat, candidate: Boat, axis: int) -> tuple[int, int]:
    """Return twice the signed distance of the middles, and the gap between two boats, in squares.

    `axis` is 0 along the rows, 1 along the columns.
    """
    first, last = boat.cells[0][axis], boat.cells[-1][axis]
    candidate_first, candidate_last = candidate.cells[0][axis], candidate.cells[-1][axis]
    gap = max(0, candidate_first - last, first - candidate_last)
    return candidate_first + candidate_last - first - last, gap


def blockers_text(game: RushGame, position: Position) -> str:
    """Return what stands between A and the exit, in a few words."""
    if game.is_won(position):
        return "A is out"
    hero, *other_boats = game.boats_at(position)
    squares_ahead = {(x, hero.y) for x in range(hero.x + hero.length, game.width)}
    if not squares_ahead.isdisjoint(game.walls):
        return "a wall in A's way"
    names = [boat.name for boat in other_boats if not squares_ahead.isdisjoint(boat.cells)]
    if not names:
        return "A's way is free"
    return f"{' and '.join(names) if len(names) < 3 else f'{len(names)} boats'} in A's way"
