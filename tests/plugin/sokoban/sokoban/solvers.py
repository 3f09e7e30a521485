"""The solvers of Sokoban, the default one first, and what they are told of the game."""

from collections.abc import Callable

from ludoscope.search.promises import A_STAR, FEWEST, LEVELS
from ludoscope.search.solver import Solver

from .rules import Position, SokobanGame

HERE = {"estimate": "distance"}
SOLVERS = (
    Solver("a-star", FEWEST, A_STAR, "ludoscope.search.generic.informed:a_star", HERE),
    Solver("breadth-first", FEWEST, LEVELS, "ludoscope.search.generic.uninformed:breadth_first"),
)


def distance(game: SokobanGame) -> Callable[[Position], float]:
    """The steps from each box to the goal that is nearest to it: none pushes two boxes."""
    return lambda position: sum(
        min(abs(x - u) + abs(y - v) for u, v in game.goals) for x, y in position.boxes
    )
