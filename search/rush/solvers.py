"""The solvers of ORush; the first available one is the default.

The fields are those of `search.solver.Solver`.
"""

from functools import partial

from ludoscope.search import counters
from ludoscope.search.guarantees import (
    A_STAR,
    ANY_SOLUTION,
    BEAM,
    BEST_FIRST,
    BREADTH_FIRST,
    BREADTH_FIRST_ONE_WORD,
    DEPTH_FIRST,
    FEWEST_MOVES,
)
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

HEURISTICS = "ludoscope.search.rush.heuristics"

RUSH_KERNELS = (
    "ludoscope.search.rush.kernels.line",
    "ludoscope.search.rush.kernels.layout",
    "ludoscope.search.rush.kernels.breadth_first",
)

LEVEL_SEARCH = "ludoscope.search.generic.uninformed:level_search"

_swift_solver = partial(
    Solver,
    guarantee=FEWEST_MOVES,
    start_check=f"{HEURISTICS}:blocked",
    summary=BREADTH_FIRST_ONE_WORD,
    implementation="ludoscope.search.rush.compiled:swift",
    kernels=RUSH_KERNELS,
    kernel_sources=(
        "ludoscope.search.rush.kernels.breadth_first:BreadthFirst.advance",
        "ludoscope.search.rush.kernels.layout:assemble",
    ),
)

_representation_solver = partial(Solver, guarantee=FEWEST_MOVES, measure="cells")

SOLVERS = SolverSet(
    solvers=(
        _swift_solver("swift", measure="cells"),
        _swift_solver("swift-slides", measure="slides"),
        Solver(
            "breadth-first",
            FEWEST_MOVES,
            BREADTH_FIRST,
            "ludoscope.search.generic.uninformed:breadth_first",
            measure="cells",
        ),
        Solver(
            "breadth-first-slides",
            FEWEST_MOVES,
            BREADTH_FIRST,
            "ludoscope.search.generic.uninformed:breadth_first",
            measure="slides",
        ),
        Solver(
            "a-star",
            FEWEST_MOVES,
            A_STAR,
            "ludoscope.search.generic.informed:a_star",
            {"estimate": f"{HEURISTICS}:distance", "dead": f"{HEURISTICS}:blocked"},
            measure="cells",
            counters=counters.A_STAR,
        ),
        Solver(
            "a-star-slides",
            FEWEST_MOVES,
            A_STAR,
            "ludoscope.search.generic.informed:a_star",
            {"estimate": f"{HEURISTICS}:distance", "dead": f"{HEURISTICS}:blocked"},
            measure="slides",
            counters=counters.A_STAR,
        ),
        _representation_solver(
            "breadth-first-boats",
            summary=f"{BREADTH_FIRST}; a position is the list of boats",
            implementation="ludoscope.search.rush.states:breadth_first_boats",
            sources=("ludoscope.games.rush.encodings:BoatListGame", LEVEL_SEARCH),
        ),
        _representation_solver(
            "breadth-first-grid",
            summary=f"{BREADTH_FIRST}; a position is the grid and the list of boats",
            implementation="ludoscope.search.rush.states:breadth_first_grid",
            sources=("ludoscope.games.rush.encodings:BoatGridGame", LEVEL_SEARCH),
        ),
        Solver(
            "depth-first",
            ANY_SOLUTION,
            DEPTH_FIRST,
            "ludoscope.search.generic.uninformed:depth_first",
            counters=counters.DEPTH_FIRST,
        ),
        Solver(
            "best-first",
            ANY_SOLUTION,
            BEST_FIRST + "prefers A near the exit, few boats before it",
            "ludoscope.search.generic.informed:best_first",
            {"score": f"{HEURISTICS}:distance"},
            counters=counters.BEST_FIRST,
        ),
        Solver(
            "beam",
            ANY_SOLUTION,
            BEAM + "A near the exit, few boats before it",
            "ludoscope.search.generic.informed:beam",
            {"score": f"{HEURISTICS}:distance"},
            sources=(LEVEL_SEARCH,),
        ),
    ),
    value_moves="ludoscope.search.rush.values:value_moves",
    explainer="ludoscope.search.rush.explainer:RushExplainer",
    distances="ludoscope.search.rush.explore:distance_function",
    race_lineup=("swift", "swift-slides", "a-star", "best-first"),
    readable_pairs=(("swift", "breadth-first"), ("swift-slides", "breadth-first-slides")),
    representations=("breadth-first", "breadth-first-boats", "breadth-first-grid"),
)
