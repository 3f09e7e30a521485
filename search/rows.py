"""The rows of the solvers: what each guarantees, its heuristics, where its code is.

The first available row of a family is its default. Legend of the guarantees:

    ANY     some solution, or the proof that there is none
    SHORT   the shortest solution that there was time to find
    FEWEST  a solution that no other beats in the measure named, or the proof that there is none
"""

from functools import partial

from ludoscope.search.solver import Solver

ANY = "any solution, or proof that there is none"
SHORT = "a short solution, not proved shortest"
FEWEST = "fewest {}, or proof that there is no solution"
VALUE = "the exact value, in plies"
VALUES = "the exact value of every move, in plies"
WINNER = "which side wins"

LEVELS = "breadth-first, every position once"
BOARDS = "breadth-first, every board once, with the fewest moves that lead to it"
LIMITED = "breadth-first, the 2 best successors of each position, then 3, 4, …; score: "
DOWN = "depth-first, first move first, no position twice"
BEAM = "beam search, repeated with twice the width; score: "
WIDER = "beam search, repeated with up to sixteen times the width; "
ENDS = "beam search from both ends in turn, repeated with greater width; score: "
BEST = "best-first; score: "
BEAMS = "compiled; beam search from both ends, repeated with greater width"
PROOFS = "compiled; proofs by weights of the holes, then beams, then every position"
SWEEPS = "compiled; breadth-first from the start and from the finish until they meet"
ONE_QUESTION = "is it won? in how many plies is not asked"
QUESTIONS = "is it won? in how many plies? one question after the other, answers remembered"
FLOOD = "compiled; breadth-first, every position once, a position in one word"
A_STAR = "A*: moves made plus a lower bound of the moves still needed"

PAWN_KERNELS = ("hexapawn_board", "hexapawn_table", "hexapawn_mtd")
PAWN_LOOPS = (
    "ludoscope.search.kernels.hexapawn_mtd:Questions.advance",
    "ludoscope.search.kernels.hexapawn_board:Board",
)

ATLAS = "compiled; all winnable positions, found once from both ends and kept in a file"
ATLAS_KERNELS = ("peg_feeder", "peg_levels", "peg_packing", "peg_pagoda", "peg_problem")
DEEP_KERNELS = ("peg_problem", "peg_depth_first")
BEAM_KERNELS = (*ATLAS_KERNELS, "peg_depth_first", "peg_goals", "peg_beam")
SWEEP_KERNELS = (*BEAM_KERNELS, "peg_bounds", "peg_states", "peg_expander", "peg_sweep")
SWEEP_LOOPS = (
    "ludoscope.search.kernels.peg_expander:Expander.expand",
    "ludoscope.search.kernels.peg_sweep:Sweep",
)
BEAM_LOOPS = (
    "ludoscope.search.kernels.peg_beam:Beam.expand",
    "ludoscope.search.kernels.peg_goals:Goals.make",
)

RUSH_KERNELS = ("rush_line", "rush_layout", "rush_flood")
SHORT_KERNELS = ("growing", "patience_node", "patience_score", "freecell_beam")

SWEEP = "ludoscope.search.uninformed:sweep"

_peg = partial(Solver, asks="dead")  # no jump changes what counting and colouring say
_peg_on_cores = partial(_peg, cores=True)
_patience = partial(Solver, terms="terms")
_short = partial(
    _patience,
    promise=SHORT,
    code="ludoscope.search.freecell_short:short",
    kernels=SHORT_KERNELS,
    loops=(
        "ludoscope.search.kernels.freecell_beam:Beam.add",
        "ludoscope.search.kernels.patience_score:Score",
    ),
)
_flood = partial(
    Solver,
    promise=FEWEST,
    asks="barred",
    summary=FLOOD,
    code="ludoscope.search.rush:swift",
    kernels=RUSH_KERNELS,
    loops=(
        "ludoscope.search.kernels.rush_flood:Flood.advance",
        "ludoscope.search.kernels.rush_layout:assemble",
    ),
)
_states = partial(Solver, promise=FEWEST, measure="cells")
_pawns = partial(Solver, also=("ludoscope.search.mtd:Search",), loops=PAWN_LOOPS)

PEG = (
    _peg_on_cores(
        "swift",
        ANY,
        BEAMS,
        "ludoscope.search.peg_swift:swift",
        kernels=BEAM_KERNELS,
        also=("ludoscope.search.pagoda:harvest",),
        loops=BEAM_LOOPS,
    ),
    _peg_on_cores(
        "prove",
        ANY,
        PROOFS,
        "ludoscope.search.peg_prove:prove",
        kernels=BEAM_KERNELS,
        also=(
            "ludoscope.search.peg_swift:Ends",
            "ludoscope.search.pagoda:find_pagoda",
            "ludoscope.search.certificate:flaw",
        ),
        loops=("ludoscope.search.kernels.peg_pagoda:Pagodas", *BEAM_LOOPS[:1]),
    ),
    _peg_on_cores(
        "fewest",
        FEWEST.format("moves"),
        SWEEPS,
        "ludoscope.search.peg_fewest:fewest",
        kernels=SWEEP_KERNELS,
        also=("ludoscope.search.regions:regions",),
        loops=SWEEP_LOOPS,
    ),
    _peg_on_cores(
        "deep",
        ANY,
        f"compiled; {DOWN}; from both ends in turn",
        "ludoscope.search.deep:deep",
        kernels=DEEP_KERNELS,
        loops=("ludoscope.search.kernels.peg_depth_first:DepthFirst.advance",),
    ),
    _peg_on_cores(
        "atlas",
        ANY,
        ATLAS,
        "ludoscope.search.peg_atlas:solve",
        kernels=(*ATLAS_KERNELS, "peg_depth_first"),
        also=("ludoscope.search.peg_levels:winnable",),
        loops=(
            "ludoscope.search.kernels.peg_feeder:Feeder.step",
            "ludoscope.search.kernels.peg_levels:Table.insert",
        ),
    ),
    _peg(
        "both-ends",
        ANY,
        f"{DOWN}; from both ends in turn",
        "ludoscope.search.dual:both_ends",
        also=("ludoscope.search.uninformed:depth_first",),
    ),
    _peg(
        "beam-both-ends",
        ANY,
        ENDS + "number of jumps",
        "ludoscope.search.dual:beam_both_ends",
        {"score": "jumps"},
        also=("ludoscope.search.informed:narrow", SWEEP),
    ),
    _peg("depth-first", ANY, DOWN, "ludoscope.search.uninformed:depth_first"),
    _peg(
        "depth-first-pagodas",
        ANY,
        f"{DOWN}; pagoda functions prune",
        "ludoscope.search.pagoda_plain:depth_first_pagodas",
        also=("ludoscope.search.pagoda_plain:find", "ludoscope.search.uninformed:depth_first"),
    ),
    _peg(
        "from-finish",
        ANY,
        f"{DOWN}; from the finish",
        "ludoscope.search.dual:from_finish",
        also=("ludoscope.search.uninformed:depth_first",),
    ),
    _peg(
        "breadth-first",
        FEWEST.format("moves"),
        BOARDS,
        "ludoscope.search.peg_breadth:breadth_first",
    ),
    _peg(
        "breadth-limited",
        ANY,
        LIMITED + "few blocked pegs",
        "ludoscope.search.informed:breadth_limited",
        {"score": "blocked"},
        also=(SWEEP,),
    ),
    _peg(
        "beam",
        ANY,
        BEAM + "few blocked pegs",
        "ludoscope.search.informed:beam",
        {"score": "blocked"},
        also=(SWEEP,),
    ),
    _peg(
        "beam-spread",
        ANY,
        BEAM + "pegs together",
        "ludoscope.search.informed:beam",
        {"score": "spread"},
        also=(SWEEP,),
    ),
    _peg(
        "best-first",
        ANY,
        BEST + "pegs together",
        "ludoscope.search.informed:best_first",
        {"score": "spread"},
    ),
)

PATIENCE = (
    _patience(
        "swift",
        ANY,
        f"compiled; {BEST}weights for each variant",
        "ludoscope.search.patience:swift",
        kernels=("freecell_state", "freecell_moves", "freecell_line", "freecell_swift"),
        also=(
            "ludoscope.search.freecell:best_first",
            "ludoscope.search.samesuit:prove",
            "ludoscope.search.bakers:swift",
        ),
        loops=(
            "ludoscope.search.kernels.freecell_swift:Swift.advance",
            "ludoscope.search.kernels.samesuit_search:Search.expand",
            "ludoscope.search.kernels.bakers_search:BestFirst.advance",
        ),
    ),
    _patience(
        "prove",
        ANY,
        f"compiled; {DOWN}",
        "ludoscope.search.patience:prove",
        kernels=("growing", "freecell_proof"),
        also=(
            "ludoscope.search.freecell_proof:prove",
            "ludoscope.search.samesuit:prove",
            "ludoscope.search.bakers:swift",
        ),
        loops=(
            "ludoscope.search.kernels.freecell_proof:Proof.advance",
            "ludoscope.search.kernels.samesuit_search:Search.expand",
            "ludoscope.search.kernels.bakers_search:BestFirst.advance",
        ),
    ),
    _short("short", summary=f"compiled; {WIDER}a run of cards is one move"),
    _short("short-cards", summary=f"compiled; {WIDER}each card is one move", more={"runs": False}),
    _patience(
        "best-first",
        ANY,
        BEST + "cards in sequence, little buried, few moves made",
        "ludoscope.search.informed:best_first",
        {"score": "score", "step": "step", "dead": "dead"},
    ),
    _patience(
        "depth-first", ANY, DOWN, "ludoscope.search.uninformed:depth_first", {"dead": "dead"}
    ),
    _patience(
        "beam",
        ANY,
        BEAM + "cards in sequence, little buried",
        "ludoscope.search.informed:beam",
        {"score": "score"},
        also=(SWEEP,),
    ),
    _patience(
        "breadth-first",
        FEWEST,
        LEVELS,
        "ludoscope.search.uninformed:breadth_first",
        {"dead": "dead"},
    ),
    _patience(
        "breadth-limited",
        ANY,
        LIMITED + "cards in sequence, little buried",
        "ludoscope.search.informed:breadth_limited",
        {"score": "score"},
        also=(SWEEP,),
    ),
)

RUSH = (
    _flood("swift", measure="cells"),
    _flood("swift-slides", measure="slides"),
    Solver(
        "breadth-first",
        FEWEST,
        LEVELS,
        "ludoscope.search.uninformed:breadth_first",
        measure="cells",
    ),
    Solver(
        "breadth-first-slides",
        FEWEST,
        LEVELS,
        "ludoscope.search.uninformed:breadth_first",
        measure="slides",
    ),
    Solver(
        "a-star",
        FEWEST,
        A_STAR,
        "ludoscope.search.informed:a_star",
        {"estimate": "distance", "dead": "barred"},
        measure="cells",
    ),
    Solver(
        "a-star-slides",
        FEWEST,
        A_STAR,
        "ludoscope.search.informed:a_star",
        {"estimate": "distance", "dead": "barred"},
        measure="slides",
    ),
    _states(
        "breadth-first-boats",
        summary=f"{LEVELS}; a position is the list of boats",
        code="ludoscope.search.rush_states:breadth_first_boats",
        also=("ludoscope.games.rush.states:BoatList", SWEEP),
    ),
    _states(
        "breadth-first-grid",
        summary=f"{LEVELS}; a position is the grid and the list of boats",
        code="ludoscope.search.rush_states:breadth_first_grid",
        also=("ludoscope.games.rush.states:BoatGrid", SWEEP),
    ),
    Solver("depth-first", ANY, DOWN, "ludoscope.search.uninformed:depth_first"),
    Solver(
        "best-first",
        ANY,
        BEST + "A near the exit, few boats before it",
        "ludoscope.search.informed:best_first",
        {"score": "distance"},
    ),
    Solver(
        "beam",
        ANY,
        BEAM + "A near the exit, few boats before it",
        "ludoscope.search.informed:beam",
        {"score": "distance"},
        also=(SWEEP,),
    ),
)

HEXAPAWN = (
    _pawns(
        "mtd",
        VALUE,
        f"compiled; {QUESTIONS}",
        "ludoscope.search.compiled_mtd:compiled_mtd",
        kernels=PAWN_KERNELS,
    ),
    Solver("mtd-readable", VALUE, QUESTIONS, "ludoscope.search.mtd:mtd"),
    _pawns(
        "winner",
        WINNER,
        f"compiled where it can be; {ONE_QUESTION}",
        "ludoscope.search.compiled_mtd:winner",
    ),
    _pawns(
        "values",
        VALUES,
        f"compiled where it can be; {QUESTIONS}",
        "ludoscope.search.compiled_mtd:values",
    ),
    Solver(
        "memo-symmetric",
        VALUE,
        "every line of play; values remembered, mirrored and colour-swapped positions as one",
        "ludoscope.search.adversarial:memo_symmetric",
    ),
    Solver(
        "memo",
        VALUE,
        "every line of play; values of positions remembered",
        "ludoscope.search.adversarial:memo",
    ),
    Solver(
        "recursion",
        VALUE,
        "every line of play to its end, again and again",
        "ludoscope.search.adversarial:recursion",
    ),
)

ROWS: dict[str, tuple[Solver, ...]] = {
    "peg": PEG,
    "patience": PATIENCE,
    "rush": RUSH,
    "hexapawn": HEXAPAWN,
}
