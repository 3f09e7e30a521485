"""The difficulty of an ORush puzzle: the fewest slides, ties by moves of boat A away from the exit.

Start with `measure_slides`.
"""

from typing import NamedTuple

from ludoscope.games.rush.rules import Position, RushGame
from ludoscope.search.rush.explore import Component, explore

MEASURE = "slides"
MEMORY_BYTES = 1 << 28  # a million positions or more


class SlideCounts(NamedTuple):
    """The slides of a puzzle.

    Attributes:
        fewest: The fewest slides of a solution.
        backward: The fewest of these with which boat A moves away from the exit.
    """

    fewest: int
    backward: int


def measure_slides(game: RushGame) -> SlideCounts | None:
    """Return the slides of a puzzle; None if it has no solution or its positions are too many."""
    game = game.with_measure(MEASURE)
    component = explore(game, game.start, MEMORY_BYTES)
    fewest = component.distance(game.start, MEASURE) if component else None
    if component is None or fewest is None:
        return None
    return SlideCounts(fewest, _count_backward(game, component, fewest))


def _count_backward(game: RushGame, component: Component, fewest: int) -> int:
    """Return the fewest backward slides of boat A in a solution of the fewest slides."""
    backward_by_position: dict[Position, int] = {game.start: 0}
    for distance in range(fewest - 1, -1, -1):
        previous, backward_by_position = backward_by_position, {}
        for position, backward in previous.items():
            for move in game.moves(position):
                child = game.play(position, move)
                if component.distance(child, MEASURE) == distance:
                    count = backward + _is_backward(game, position, child)
                    backward_by_position[child] = min(count, backward_by_position.get(child, count))
    return min(backward_by_position.values())


def _is_backward(game: RushGame, position: Position, child: Position) -> bool:
    """Return True if boat A is farther from the exit in the child."""
    return abs(game.goal_offset - child[0]) > abs(game.goal_offset - position[0])
