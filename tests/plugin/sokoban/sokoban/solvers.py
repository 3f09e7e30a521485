"""The solvers of Sokoban, declared to the search of Ludoscope."""

from collections.abc import Callable

from ludoscope.search.guarantees import A_STAR, BREADTH_FIRST, FEWEST_MOVES
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

from .rules import Position, SokobanGame


def distance(game: SokobanGame) -> Callable[[Position], float]:
    """Return a lower bound of the moves: steps from each box to its nearest goal."""
    return lambda position: sum(
        min(abs(x - u) + abs(y - v) for u, v in game.goals) for x, y in position.boxes
    )


SOLVERS = SolverSet(
    (
        Solver(
            "a-star",
            FEWEST_MOVES,
            A_STAR,
            "ludoscope.search.generic.informed:a_star",
            {"estimate": distance},
        ),
        Solver(
            "breadth-first",
            FEWEST_MOVES,
            BREADTH_FIRST,
            "ludoscope.search.generic.uninformed:breadth_first",
        ),
    )
)
