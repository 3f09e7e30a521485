"""What can be pointed at on the bay: squares that a boat reaches, the next boat one way."""

from collections.abc import Sequence, Set

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import Move, Position, RushGame
from ludoscope.tui.boards.board import Cell


def targets(game: RushGame, position: Position, index: int) -> dict[Cell, int]:
    """By free square within reach of a boat: the distance that brings its end there."""
    boat = game.boats_at(position)[index]
    return {
        boat.with_offset(boat.offset + distance).cells[-1 if distance > 0 else 0]: distance
        for distance in game.free_distances(position, index)
        if distance
    }


def boat_at(game: RushGame, position: Position, square: Cell) -> int | None:
    """The number of the boat on a square."""
    boats = enumerate(game.boats_at(position))
    return next((index for index, boat in boats if square in boat.cells), None)


def left_behind(game: RushGame, position: Position, move: Move) -> Set[Cell]:
    """The squares that the boat of a move, made last, has come from."""
    index, distance = move
    boat = game.boats_at(position)[index]
    back = boat.offset - distance
    return set(boat.with_offset(back).cells) - set(boat.cells) if back >= 0 else set()


def nearest(boats: Sequence[Boat], index: int, right: int, down: int) -> int | None:
    """The nearest boat that way, of those that are level with the given one if there are."""
    found = []
    for number, boat in enumerate(boats):
        columns, rows = _from_to(boats[index], boat, 0), _from_to(boats[index], boat, 1)
        (ahead, _), (_, aside) = (columns, rows) if right else (rows, columns)
        if ahead * (right or down) > 0:
            found.append((aside, abs(ahead), number))
    return min(found)[2] if found else None


def _from_to(one: Boat, other: Boat, axis: int) -> tuple[int, int]:
    """On an axis (0 columns, 1 rows): half cells from middle to middle, cells that part them."""
    (low, high), (first, last) = ([b.cells[end][axis] for end in (0, -1)] for b in (one, other))
    return first + last - low - high, max(0, first - high, low - last)


def in_the_way(game: RushGame, position: Position) -> str:
    """What keeps A from the exit, in a few words."""
    if game.is_won(position):
        return "A is out"
    hero, *others = game.boats_at(position)
    ahead = {(x, hero.y) for x in range(hero.x + hero.length, game.width)}
    if not ahead.isdisjoint(game.walls):
        return "a wall in A's way"
    names = [boat.name for boat in others if not ahead.isdisjoint(boat.cells)]
    if not names:
        return "A's way is free"
    return f"{' and '.join(names) if len(names) < 3 else len(names)} in A's way"
