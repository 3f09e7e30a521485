"""The rows of the solvers: what each guarantees, its heuristics, where its code is.

The first available row of a family is its default. Legend of the guarantees:

    ANY     some solution, or the proof that there is none
    SHORT   the shortest solution that there was time to find
    FEWEST  a solution that no other beats in the measure named, or the proof that there is none
"""

from functools import partial

from search.solver import Solver

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
    "search.kernels.hexapawn_mtd:Questions.advance",
    "search.kernels.hexapawn_board:Board",
)

ATLAS = "compiled; all winnable positions, found once from both ends and kept in a file"
ATLAS_KERNELS = ("peg_feeder", "peg_levels", "peg_packing", "peg_pagoda", "peg_problem")
DEEP_KERNELS = ("peg_problem", "peg_depth_first")
BEAM_KERNELS = (*ATLAS_KERNELS, "peg_depth_first", "peg_goals", "peg_beam")
SWEEP_KERNELS = (*BEAM_KERNELS, "peg_bounds", "peg_states", "peg_expander", "peg_sweep")
SWEEP_LOOPS = ("search.kernels.peg_expander:Expander.expand", "search.kernels.peg_sweep:Sweep")
BEAM_LOOPS = ("search.kernels.peg_beam:Beam.expand", "search.kernels.peg_goals:Goals.make")

RUSH_KERNELS = ("rush_line", "rush_layout", "rush_flood")
SHORT_KERNELS = ("growing", "patience_node", "patience_score", "freecell_beam")

SWEEP = "search.uninformed:sweep"

_peg = partial(Solver, asks="dead")  # no jump changes what counting and colouring say
_peg_on_cores = partial(_peg, cores=True)
_patience = partial(Solver, terms="terms")
_short = partial(
    _patience,
    promise=SHORT,
    code="search.freecell_short:short",
    kernels=SHORT_KERNELS,
    loops=("search.kernels.freecell_beam:Beam.add", "search.kernels.patience_score:Score"),
)
_flood = partial(
    Solver,
    promise=FEWEST,
    asks="barred",
    summary=FLOOD,
    code="search.rush:swift",
    kernels=RUSH_KERNELS,
    loops=("search.kernels.rush_flood:Flood.advance", "search.kernels.rush_layout:assemble"),
)
_states = partial(Solver, promise=FEWEST, measure="cells")
_pawns = partial(Solver, also=("search.mtd:Search",), loops=PAWN_LOOPS)

PEG = (
    _peg_on_cores(
        "swift",
        ANY,
        BEAMS,
        "search.peg_swift:swift",
        kernels=BEAM_KERNELS,
        also=("search.pagoda:harvest",),
        loops=BEAM_LOOPS,
    ),
    _peg_on_cores(
        "prove",
        ANY,
        PROOFS,
        "search.peg_prove:prove",
        kernels=BEAM_KERNELS,
        also=("search.peg_swift:Ends", "search.pagoda:find_pagoda", "search.certificate:flaw"),
        loops=("search.kernels.peg_pagoda:Pagodas", *BEAM_LOOPS[:1]),
    ),
    _peg_on_cores(
        "fewest",
        FEWEST.format("moves"),
        SWEEPS,
        "search.peg_fewest:fewest",
        kernels=SWEEP_KERNELS,
        also=("search.regions:regions",),
        loops=SWEEP_LOOPS,
    ),
    _peg_on_cores(
        "deep",
        ANY,
        f"compiled; {DOWN}; from both ends in turn",
        "search.deep:deep",
        kernels=DEEP_KERNELS,
        loops=("search.kernels.peg_depth_first:DepthFirst.advance",),
    ),
    _peg_on_cores(
        "atlas",
        ANY,
        ATLAS,
        "search.peg_atlas:solve",
        kernels=(*ATLAS_KERNELS, "peg_depth_first"),
        also=("search.peg_levels:winnable",),
        loops=("search.kernels.peg_feeder:Feeder.step", "search.kernels.peg_levels:Table.insert"),
    ),
    _peg(
        "both-ends",
        ANY,
        f"{DOWN}; from both ends in turn",
        "search.dual:both_ends",
        also=("search.uninformed:depth_first",),
    ),
    _peg(
        "beam-both-ends",
        ANY,
        ENDS + "number of jumps",
        "search.dual:beam_both_ends",
        {"score": "jumps"},
        also=("search.informed:narrow", SWEEP),
    ),
    _peg("depth-first", ANY, DOWN, "search.uninformed:depth_first"),
    _peg(
        "depth-first-pagodas",
        ANY,
        f"{DOWN}; pagoda functions prune",
        "search.pagoda_plain:depth_first_pagodas",
        also=("search.pagoda_plain:find", "search.uninformed:depth_first"),
    ),
    _peg(
        "from-finish",
        ANY,
        f"{DOWN}; from the finish",
        "search.dual:from_finish",
        also=("search.uninformed:depth_first",),
    ),
    _peg("breadth-first", FEWEST.format("moves"), BOARDS, "search.peg_breadth:breadth_first"),
    _peg(
        "breadth-limited",
        ANY,
        LIMITED + "few blocked pegs",
        "search.informed:breadth_limited",
        {"score": "blocked"},
        also=(SWEEP,),
    ),
    _peg(
        "beam",
        ANY,
        BEAM + "few blocked pegs",
        "search.informed:beam",
        {"score": "blocked"},
        also=(SWEEP,),
    ),
    _peg(
        "beam-spread",
        ANY,
        BEAM + "pegs together",
        "search.informed:beam",
        {"score": "spread"},
        also=(SWEEP,),
    ),
    _peg(
        "best-first",
        ANY,
        BEST + "pegs together",
        "search.informed:best_first",
        {"score": "spread"},
    ),
)

PATIENCE = (
    _patience(
        "swift",
        ANY,
        f"compiled; {BEST}weights for each variant",
        "search.patience:swift",
        kernels=("freecell_state", "freecell_moves", "freecell_line", "freecell_swift"),
        also=("search.freecell:best_first", "search.samesuit:prove", "search.bakers:swift"),
        loops=(
            "search.kernels.freecell_swift:Swift.advance",
            "search.kernels.samesuit_search:Search.expand",
            "search.kernels.bakers_search:BestFirst.advance",
        ),
    ),
    _patience(
        "prove",
        ANY,
        f"compiled; {DOWN}",
        "search.patience:prove",
        kernels=("growing", "freecell_proof"),
        also=("search.freecell_proof:prove", "search.samesuit:prove", "search.bakers:swift"),
        loops=(
            "search.kernels.freecell_proof:Proof.advance",
            "search.kernels.samesuit_search:Search.expand",
            "search.kernels.bakers_search:BestFirst.advance",
        ),
    ),
    _short("short", summary=f"compiled; {WIDER}a run of cards is one move"),
    _short("short-cards", summary=f"compiled; {WIDER}each card is one move", more={"runs": False}),
    _patience(
        "best-first",
        ANY,
        BEST + "cards in sequence, little buried, few moves made",
        "search.informed:best_first",
        {"score": "score", "step": "step", "dead": "dead"},
    ),
    _patience("depth-first", ANY, DOWN, "search.uninformed:depth_first", {"dead": "dead"}),
    _patience(
        "beam",
        ANY,
        BEAM + "cards in sequence, little buried",
        "search.informed:beam",
        {"score": "score"},
        also=(SWEEP,),
    ),
    _patience("breadth-first", FEWEST, LEVELS, "search.uninformed:breadth_first", {"dead": "dead"}),
    _patience(
        "breadth-limited",
        ANY,
        LIMITED + "cards in sequence, little buried",
        "search.informed:breadth_limited",
        {"score": "score"},
        also=(SWEEP,),
    ),
)

RUSH = (
    _flood("swift", measure="cells"),
    _flood("swift-slides", measure="slides"),
    Solver("breadth-first", FEWEST, LEVELS, "search.uninformed:breadth_first", measure="cells"),
    Solver(
        "breadth-first-slides", FEWEST, LEVELS, "search.uninformed:breadth_first", measure="slides"
    ),
    Solver(
        "a-star",
        FEWEST,
        A_STAR,
        "search.informed:a_star",
        {"estimate": "distance", "dead": "barred"},
        measure="cells",
    ),
    Solver(
        "a-star-slides",
        FEWEST,
        A_STAR,
        "search.informed:a_star",
        {"estimate": "distance", "dead": "barred"},
        measure="slides",
    ),
    _states(
        "breadth-first-boats",
        summary=f"{LEVELS}; a position is the list of boats",
        code="search.rush_states:breadth_first_boats",
        also=("games.rush.states:BoatList", SWEEP),
    ),
    _states(
        "breadth-first-grid",
        summary=f"{LEVELS}; a position is the grid and the list of boats",
        code="search.rush_states:breadth_first_grid",
        also=("games.rush.states:BoatGrid", SWEEP),
    ),
    Solver("depth-first", ANY, DOWN, "search.uninformed:depth_first"),
    Solver(
        "best-first",
        ANY,
        BEST + "A near the exit, few boats before it",
        "search.informed:best_first",
        {"score": "distance"},
    ),
    Solver(
        "beam",
        ANY,
        BEAM + "A near the exit, few boats before it",
        "search.informed:beam",
        {"score": "distance"},
        also=(SWEEP,),
    ),
)

HEXAPAWN = (
    _pawns(
        "mtd",
        VALUE,
        f"compiled; {QUESTIONS}",
        "search.compiled_mtd:compiled_mtd",
        kernels=PAWN_KERNELS,
    ),
    Solver("mtd-readable", VALUE, QUESTIONS, "search.mtd:mtd"),
    _pawns(
        "winner",
        WINNER,
        f"compiled where it can be; {ONE_QUESTION}",
        "search.compiled_mtd:winner",
    ),
    _pawns(
        "values",
        VALUES,
        f"compiled where it can be; {QUESTIONS}",
        "search.compiled_mtd:values",
    ),
    Solver(
        "memo-symmetric",
        VALUE,
        "every line of play; values remembered, mirrored and colour-swapped positions as one",
        "search.adversarial:memo_symmetric",
    ),
    Solver(
        "memo",
        VALUE,
        "every line of play; values of positions remembered",
        "search.adversarial:memo",
    ),
    Solver(
        "recursion",
        VALUE,
        "every line of play to its end, again and again",
        "search.adversarial:recursion",
    ),
)

ROWS: dict[str, tuple[Solver, ...]] = {
    "peg": PEG,
    "patience": PATIENCE,
    "rush": RUSH,
    "hexapawn": HEXAPAWN,
}
