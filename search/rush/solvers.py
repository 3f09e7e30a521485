"""The solvers of ORush; the first available one is the default.

The fields are those of `search.solver.Solver`.
"""

from functools import partial

from ludoscope.search.promises import A_STAR, ANY, BEAM, BEST, DOWN, FEWEST, LEVELS, ONE_WORD
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

HEURISTICS = "ludoscope.search.rush.heuristics"

RUSH_KERNELS = (
    "ludoscope.search.rush.kernels.line",
    "ludoscope.search.rush.kernels.layout",
    "ludoscope.search.rush.kernels.breadth_first",
)

SWEEP = "ludoscope.search.generic.uninformed:sweep"

_swift = partial(
    Solver,
    guarantee=FEWEST,
    start_check=f"{HEURISTICS}:blocked",
    summary=ONE_WORD,
    code="ludoscope.search.rush.compiled:swift",
    kernels=RUSH_KERNELS,
    kernel_sources=(
        "ludoscope.search.rush.kernels.breadth_first:BreadthFirst.advance",
        "ludoscope.search.rush.kernels.layout:assemble",
    ),
)

_states = partial(Solver, guarantee=FEWEST, measure="cells")

SOLVERS = SolverSet(
    solvers=(
        _swift("swift", measure="cells"),
        _swift("swift-slides", measure="slides"),
        Solver(
            "breadth-first",
            FEWEST,
            LEVELS,
            "ludoscope.search.generic.uninformed:breadth_first",
            measure="cells",
        ),
        Solver(
            "breadth-first-slides",
            FEWEST,
            LEVELS,
            "ludoscope.search.generic.uninformed:breadth_first",
            measure="slides",
        ),
        Solver(
            "a-star",
            FEWEST,
            A_STAR,
            "ludoscope.search.generic.informed:a_star",
            {"estimate": f"{HEURISTICS}:distance", "dead": f"{HEURISTICS}:blocked"},
            measure="cells",
        ),
        Solver(
            "a-star-slides",
            FEWEST,
            A_STAR,
            "ludoscope.search.generic.informed:a_star",
            {"estimate": f"{HEURISTICS}:distance", "dead": f"{HEURISTICS}:blocked"},
            measure="slides",
        ),
        _states(
            "breadth-first-boats",
            summary=f"{LEVELS}; a position is the list of boats",
            code="ludoscope.search.rush.states:breadth_first_boats",
            sources=("ludoscope.games.rush.states:BoatList", SWEEP),
        ),
        _states(
            "breadth-first-grid",
            summary=f"{LEVELS}; a position is the grid and the list of boats",
            code="ludoscope.search.rush.states:breadth_first_grid",
            sources=("ludoscope.games.rush.states:BoatGrid", SWEEP),
        ),
        Solver("depth-first", ANY, DOWN, "ludoscope.search.generic.uninformed:depth_first"),
        Solver(
            "best-first",
            ANY,
            BEST + "prefers A near the exit, few boats before it",
            "ludoscope.search.generic.informed:best_first",
            {"score": f"{HEURISTICS}:distance"},
        ),
        Solver(
            "beam",
            ANY,
            BEAM + "A near the exit, few boats before it",
            "ludoscope.search.generic.informed:beam",
            {"score": f"{HEURISTICS}:distance"},
            sources=(SWEEP,),
        ),
    ),
    race_lineup=("swift", "swift-slides", "a-star", "best-first"),
    readable_pairs=(("swift", "breadth-first"), ("swift-slides", "breadth-first-slides")),
    representations=("breadth-first", "breadth-first-boats", "breadth-first-grid"),
)
