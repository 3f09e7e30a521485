"""The solvers of hexapawn; the first available one is the default.

The fields are those of `search.solver.Solver`.
"""

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ludoscope.games import AnyGame
from ludoscope.search import counters
from ludoscope.search.guarantees import ALPHA_BETA, EXACT_VALUE, MOVE_VALUES, MTD_F, WINNER
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

if TYPE_CHECKING:
    from ludoscope.games.hexapawn.rules import HexapawnGame

MTD_KERNELS = (
    "ludoscope.search.hexapawn.kernels.board",
    "ludoscope.search.hexapawn.kernels.table",
    "ludoscope.search.hexapawn.kernels.null_window",
)

MTD_KERNEL_SOURCES = (
    "ludoscope.search.hexapawn.kernels.null_window:NullWindowKernel.advance",
    "ludoscope.search.hexapawn.kernels.board:Board",
)

_null_window_solver = partial(
    Solver,
    sources=("ludoscope.search.generic.null_window:NullWindowSearch",),
    kernel_sources=MTD_KERNEL_SOURCES,
    uses_several_cores=True,
)


class HexapawnSolvers(SolverSet):
    """The solvers of hexapawn, with a shallow search for positions that none solves in time."""

    def fallback_move(self, game: AnyGame, position: Any) -> Hashable:
        """Return the best move by a depth-limited search."""
        from ludoscope.search.hexapawn.heuristics import look_ahead

        return look_ahead(cast("HexapawnGame", game), position)


SOLVERS = HexapawnSolvers(
    solvers=(
        _null_window_solver(
            "mtd",
            EXACT_VALUE,
            MTD_F,
            "ludoscope.search.hexapawn.compiled:compiled_mtd",
            kernels=MTD_KERNELS,
            counters=counters.COMPILED_NULL_WINDOW,
        ),
        Solver(
            "mtd-readable",
            EXACT_VALUE,
            MTD_F,
            "ludoscope.search.generic.null_window:mtd_f",
            counters=counters.NULL_WINDOW,
        ),
        _null_window_solver(
            "winner",
            WINNER,
            ALPHA_BETA,
            "ludoscope.search.hexapawn.compiled:winner",
            recommendation="to know only who wins; that is faster",
            counters=counters.COMPILED_NULL_WINDOW,
        ),
        _null_window_solver(
            "values",
            MOVE_VALUES,
            f"{MTD_F}, for each move",
            "ludoscope.search.hexapawn.compiled:values",
            recommendation="to compare all moves of a position",
            counters=counters.COMPILED_NULL_WINDOW,
        ),
        Solver(
            "memo-symmetric",
            EXACT_VALUE,
            "tries every line of play; remembers the values of positions, mirrored ones as one",
            "ludoscope.search.generic.adversarial:symmetric_negamax",
            counters=counters.NEGAMAX,
        ),
        Solver(
            "memo",
            EXACT_VALUE,
            "tries every line of play; remembers the values of positions",
            "ludoscope.search.generic.adversarial:memo_negamax",
            counters=counters.NEGAMAX,
        ),
        Solver(
            "recursion",
            EXACT_VALUE,
            "tries every line of play to its end; remembers nothing",
            "ludoscope.search.generic.adversarial:negamax",
            counters=counters.PLAIN_NEGAMAX,
        ),
    ),
    value_moves="ludoscope.search.hexapawn.values:value_moves",
    explainer="ludoscope.search.hexapawn.explainer:HexapawnExplainer",
    race_lineup=("mtd", "mtd-readable", "memo-symmetric", "memo"),
    readable_pairs=(("mtd", "mtd-readable"),),
    method_pairs=(("winner", "mtd-readable"), ("values", "mtd-readable")),
)
