"""The solvers of patience; the first available one is the default.

The fields are those of `search.solver.Solver`.
"""

from functools import partial
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame
from ludoscope.search import counters
from ludoscope.search.guarantees import (
    ANY_SOLUTION,
    BEAM,
    BEST_FIRST,
    BREADTH_FIRST,
    BREADTH_LIMITED,
    DEPTH_FIRST,
    FEWEST_MOVES,
    SHORT_SOLUTION,
    WIDENING_BEAM,
)
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

if TYPE_CHECKING:
    from ludoscope.games.patience.rules import PatienceGame

HEURISTICS = "ludoscope.search.patience.heuristics"

FREECELL_KERNELS = (
    "ludoscope.search.patience.kernels.freecell_state",
    "ludoscope.search.patience.kernels.freecell_moves",
    "ludoscope.search.patience.kernels.freecell_solution",
)
SHORT_KERNELS = (
    "ludoscope.search.patience.kernels.beam_search",
    *FREECELL_KERNELS,
    "ludoscope.search.patience.kernels.freecell_beam",
    "ludoscope.search.patience.kernels.beam_node",
    "ludoscope.search.patience.kernels.beam_score",
    "ludoscope.search.patience.kernels.beam",
)

LEVEL_SEARCH = "ludoscope.search.generic.uninformed:level_search"

_patience_solver = partial(Solver, caveat=f"{HEURISTICS}:caveat")

_short_solver = partial(
    _patience_solver,
    guarantee=SHORT_SOLUTION,
    implementation="ludoscope.search.patience.short:short",
    kernels=SHORT_KERNELS,
    counters=counters.COMPILED_BEAM,
    kernel_sources=(
        "ludoscope.search.patience.kernels.freecell_beam:FreeCellBeam.expand",
        "ludoscope.search.patience.kernels.beam:Beam.add_neighbour",
        "ludoscope.search.patience.kernels.beam_score:Score",
    ),
)


class PatienceSolvers(SolverSet):
    """The solvers of patience, with another default where no kernel is compiled."""

    def readable_default(self, game: AnyGame) -> str | None:
        """Return the readable solver that suits the variant."""
        from ludoscope.search.patience.heuristics import readable_default

        return readable_default(cast("PatienceGame", game))


SOLVERS = PatienceSolvers(
    solvers=(
        _patience_solver(
            "swift",
            ANY_SOLUTION,
            f"{BEST_FIRST}with weights for each variant",
            "ludoscope.search.patience.compiled:swift",
            kernels=(
                *FREECELL_KERNELS,
                "ludoscope.search.patience.kernels.freecell_best_first",
            ),
            sources=(
                "ludoscope.search.patience.freecell_best_first:best_first",
                "ludoscope.search.patience.same_suit:prove",
                "ludoscope.search.patience.bakers_dozen:swift",
            ),
            kernel_sources=(
                "ludoscope.search.patience.kernels.freecell_best_first:FreeCellSearch.advance",
                "ludoscope.search.patience.kernels.same_suit_search:SameSuitSearch.expand",
                "ludoscope.search.patience.kernels.bakers_search:BakersDozenSearch.advance",
            ),
            counters=counters.BEST_FIRST,
        ),
        _patience_solver(
            "prove",
            ANY_SOLUTION,
            DEPTH_FIRST,
            "ludoscope.search.patience.compiled:prove",
            recommendation="for a deal that may have no solution",
            kernels=(
                "ludoscope.search.patience.kernels.position_set",
                "ludoscope.search.patience.kernels.proof",
            ),
            uses_several_cores=True,
            sources=(
                "ludoscope.search.generic.quick_first:quick_first",
                "ludoscope.search.patience.proof:prove",
                "ludoscope.search.patience.same_suit:prove",
                "ludoscope.search.patience.bakers_dozen:swift",
            ),
            kernel_sources=(
                "ludoscope.search.patience.kernels.proof:Proof.advance",
                "ludoscope.search.patience.kernels.same_suit_search:SameSuitSearch.expand",
                "ludoscope.search.patience.kernels.bakers_search:BakersDozenSearch.advance",
            ),
            counters=counters.PATIENCE_PROOF,
        ),
        _short_solver(
            "short",
            summary=f"{WIDENING_BEAM}a run of cards is one move",
            recommendation="for a short solution to replay",
        ),
        _short_solver(
            "short-cards", summary=f"{WIDENING_BEAM}each card is one move", options={"runs": False}
        ),
        _patience_solver(
            "best-first",
            ANY_SOLUTION,
            BEST_FIRST + "prefers cards in sequence, little buried, few moves made",
            "ludoscope.search.generic.informed:best_first",
            {
                "score": f"{HEURISTICS}:score",
                "step": f"{HEURISTICS}:step",
                "dead": f"{HEURISTICS}:dead",
            },
            counters=counters.BEST_FIRST,
        ),
        _patience_solver(
            "depth-first",
            ANY_SOLUTION,
            DEPTH_FIRST,
            "ludoscope.search.generic.uninformed:depth_first",
            {"dead": f"{HEURISTICS}:dead"},
            counters=counters.DEPTH_FIRST,
        ),
        _patience_solver(
            "beam",
            ANY_SOLUTION,
            BEAM + "cards in sequence, little buried",
            "ludoscope.search.generic.informed:beam",
            {"score": f"{HEURISTICS}:score"},
            sources=(LEVEL_SEARCH,),
        ),
        _patience_solver(
            "breadth-first",
            FEWEST_MOVES,
            BREADTH_FIRST,
            "ludoscope.search.generic.uninformed:breadth_first",
            {"dead": f"{HEURISTICS}:dead"},
        ),
        _patience_solver(
            "breadth-limited",
            ANY_SOLUTION,
            BREADTH_LIMITED + "cards in sequence, little buried",
            "ludoscope.search.generic.informed:breadth_limited",
            {"score": f"{HEURISTICS}:score"},
            sources=(LEVEL_SEARCH,),
        ),
    ),
    value_moves="ludoscope.search.patience.values:value_moves",
    explainer="ludoscope.search.patience.explainer:PatienceExplainer",
    judge="swift",
    hint="short",
    race_lineup=("swift", "short", "best-first", "beam"),
    readable_pairs=(("swift", "best-first"), ("prove", "depth-first")),
    method_pairs=(("short", "beam"), ("short-cards", "beam")),
)
