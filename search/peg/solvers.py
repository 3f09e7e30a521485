"""The solvers of peg solitaire; the first available one is the default.

The fields are those of `search.solver.Solver`.
"""

from functools import partial

from ludoscope.search import counters
from ludoscope.search.guarantees import (
    ALTERNATING_BEAM,
    ANY_SOLUTION,
    BEAM,
    BEST_FIRST,
    BIDIRECTIONAL_BEAM,
    BIDIRECTIONAL_BREADTH_FIRST,
    BREADTH_FIRST_BOARDS,
    BREADTH_LIMITED,
    DEPTH_FIRST,
    FEWEST_MOVES,
    PAGODAS_THEN_BEAM,
)
from ludoscope.search.solver import Solver
from ludoscope.search.solver_set import SolverSet

HEURISTICS = "ludoscope.search.peg.heuristics"

ATLAS = "all winnable positions, found once from both ends and kept in a file"

ATLAS_KERNELS = (
    "ludoscope.search.peg.kernels.child_buckets",
    "ludoscope.search.peg.kernels.bucket_tables",
    "ludoscope.search.peg.kernels.packing",
    "ludoscope.search.peg.kernels.pagoda",
    "ludoscope.search.peg.kernels.problem",
)

DEEP_KERNELS = ("ludoscope.search.peg.kernels.problem", "ludoscope.search.peg.kernels.depth_first")

BEAM_KERNELS = (
    *ATLAS_KERNELS,
    "ludoscope.search.peg.kernels.depth_first",
    "ludoscope.search.peg.kernels.goals",
    "ludoscope.search.peg.kernels.beam",
)

SWEEP_KERNELS = (
    *BEAM_KERNELS,
    "ludoscope.search.peg.kernels.bounds",
    "ludoscope.search.peg.kernels.sweep_states",
    "ludoscope.search.peg.kernels.expander",
    "ludoscope.search.peg.kernels.sweep",
)

SWEEP_SOURCES = (
    "ludoscope.search.peg.kernels.expander:Expander.expand",
    "ludoscope.search.peg.kernels.sweep:Sweep",
)

BEAM_SOURCES = (
    "ludoscope.search.peg.kernels.beam:Beam.expand",
    "ludoscope.search.peg.kernels.goals:Goals.add_levels",
)

LEVEL_SEARCH = "ludoscope.search.generic.uninformed:level_search"

# jumps preserve what counting and colouring say of a position, so they are applied once
_peg_solver = partial(Solver, start_check=f"{HEURISTICS}:dead")

_parallel_peg_solver = partial(_peg_solver, uses_several_cores=True)

SOLVERS = SolverSet(
    solvers=(
        _parallel_peg_solver(
            "swift",
            ANY_SOLUTION,
            BIDIRECTIONAL_BEAM,
            "ludoscope.search.peg.swift:swift",
            kernels=BEAM_KERNELS,
            sources=("ludoscope.search.peg.pagoda:collect_pagodas",),
            kernel_sources=BEAM_SOURCES,
            counters=counters.PEG_BEAM,
        ),
        _parallel_peg_solver(
            "prove",
            ANY_SOLUTION,
            PAGODAS_THEN_BEAM,
            "ludoscope.search.peg.prove:prove",
            recommendation="for a problem that may have no solution",
            kernels=BEAM_KERNELS,
            sources=(
                "ludoscope.search.peg.swift:TwoEndedSearch",
                "ludoscope.search.peg.pagoda:find_pagoda",
                "ludoscope.search.certificate:find_flaw",
            ),
            kernel_sources=("ludoscope.search.peg.kernels.pagoda:PagodaProgram", *BEAM_SOURCES[:1]),
            counters=counters.PEG_BEAM,
        ),
        _parallel_peg_solver(
            "fewest",
            FEWEST_MOVES.format("moves"),
            BIDIRECTIONAL_BREADTH_FIRST,
            "ludoscope.search.peg.fewest:fewest",
            recommendation="for the fewest moves; large problems can take minutes",
            kernels=SWEEP_KERNELS,
            sources=("ludoscope.search.peg.regions:minimal_regions",),
            kernel_sources=SWEEP_SOURCES,
            counters=counters.PEG_SWEEP,
        ),
        _parallel_peg_solver(
            "deep",
            ANY_SOLUTION,
            f"{DEPTH_FIRST}; from the start and the finish in turn",
            "ludoscope.search.peg.depth_first:deep",
            kernels=DEEP_KERNELS,
            kernel_sources=("ludoscope.search.peg.kernels.depth_first:DepthFirst.advance",),
            counters=counters.DEPTH_FIRST,
        ),
        _parallel_peg_solver(
            "atlas",
            ANY_SOLUTION,
            ATLAS,
            "ludoscope.search.peg.atlas:solve_by_atlas",
            kernels=(*ATLAS_KERNELS, "ludoscope.search.peg.kernels.depth_first"),
            sources=("ludoscope.search.peg.levels:winnable_levels",),
            kernel_sources=(
                "ludoscope.search.peg.kernels.child_buckets:ChildBuckets.add_children",
                "ludoscope.search.peg.kernels.bucket_tables:BucketTables.insert",
            ),
            counters=counters.PEG_ATLAS,
        ),
        _peg_solver(
            "both-ends",
            ANY_SOLUTION,
            f"{DEPTH_FIRST}; from the start and the finish in turn",
            "ludoscope.search.peg.both_ends:both_ends",
            sources=("ludoscope.search.generic.uninformed:depth_first",),
            counters=counters.DEPTH_FIRST,
        ),
        _peg_solver(
            "beam-both-ends",
            ANY_SOLUTION,
            ALTERNATING_BEAM + "many legal jumps",
            "ludoscope.search.peg.both_ends:beam_both_ends",
            {"score": f"{HEURISTICS}:jumps"},
            sources=("ludoscope.search.generic.informed:beam_pass", LEVEL_SEARCH),
        ),
        _peg_solver(
            "depth-first",
            ANY_SOLUTION,
            DEPTH_FIRST,
            "ludoscope.search.generic.uninformed:depth_first",
            counters=counters.DEPTH_FIRST,
        ),
        _peg_solver(
            "depth-first-pagodas",
            ANY_SOLUTION,
            f"{DEPTH_FIRST}; skips positions that a pagoda function proves lost",
            "ludoscope.search.peg.pagoda_plain:depth_first_pagodas",
            sources=(
                "ludoscope.search.peg.pagoda_plain:find_pagoda_plain",
                "ludoscope.search.generic.uninformed:depth_first",
            ),
            counters=counters.DEPTH_FIRST,
        ),
        _peg_solver(
            "from-finish",
            ANY_SOLUTION,
            f"{DEPTH_FIRST}; backwards from the finish",
            "ludoscope.search.peg.both_ends:from_finish",
            sources=("ludoscope.search.generic.uninformed:depth_first",),
            counters=counters.DEPTH_FIRST,
        ),
        _peg_solver(
            "breadth-first",
            FEWEST_MOVES.format("moves"),
            BREADTH_FIRST_BOARDS,
            "ludoscope.search.peg.breadth_first:breadth_first",
            counters=counters.PEG_BREADTH_FIRST,
        ),
        _peg_solver(
            "breadth-limited",
            ANY_SOLUTION,
            BREADTH_LIMITED + "few blocked pegs",
            "ludoscope.search.generic.informed:breadth_limited",
            {"score": f"{HEURISTICS}:blocked"},
            sources=(LEVEL_SEARCH,),
        ),
        _peg_solver(
            "beam",
            ANY_SOLUTION,
            BEAM + "few blocked pegs",
            "ludoscope.search.generic.informed:beam",
            {"score": f"{HEURISTICS}:blocked"},
            sources=(LEVEL_SEARCH,),
        ),
        _peg_solver(
            "beam-spread",
            ANY_SOLUTION,
            BEAM + "pegs together",
            "ludoscope.search.generic.informed:beam",
            {"score": f"{HEURISTICS}:spread"},
            sources=(LEVEL_SEARCH,),
        ),
        _peg_solver(
            "best-first",
            ANY_SOLUTION,
            BEST_FIRST + "prefers pegs together",
            "ludoscope.search.generic.informed:best_first",
            {"score": f"{HEURISTICS}:spread"},
            counters=counters.BEST_FIRST,
        ),
    ),
    judge="swift",
    hint="fewest",
    value_moves="ludoscope.search.peg.values:value_moves",
    explainer="ludoscope.search.peg.explainer:PegExplainer",
    distances="ludoscope.search.peg.values:distance_function",
    prover="fewest",
    race_lineup=("swift", "breadth-first", "depth-first", "beam"),
    readable_pairs=(("deep", "both-ends"), ("swift", "beam-both-ends")),
    method_pairs=(("fewest", "breadth-first"), ("prove", "beam-both-ends")),
)
