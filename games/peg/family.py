"""Peg solitaire, as it is declared; what the fields mean is said in `games.family`."""

from ludoscope.games.family import Family

FAMILY = Family(
    name="peg",
    title="Peg solitaire",
    tagline="Peg jumps over peg, down to the goal.",
    measure="jumps",
    example="english-central",
    first="english-cross",
    stem="peg",
    untold=False,
    place=1,
    rules="ludoscope.games.peg.rules:from_spec",
    length="ludoscope.games.peg.notation:moves_of",
    counted="moves",
    symmetric=True,
    collection="ludoscope.puzzles.peg",
    sharing="ludoscope.puzzles.peg.sharing:PegSharing",
    halves="ludoscope.puzzles.peg.files:half_of",
    dailies="ludoscope.puzzles.peg.dailies:lines",
    solvers="ludoscope.search.peg.solvers:SOLVERS",
    heuristics="ludoscope.search.peg.heuristics",
    prover="fewest",
    race=("swift", "breadth-first", "depth-first", "beam"),
    pairs=("deep", "both-ends", "swift", "beam"),
    board="ludoscope.tui.boards.peg:PegBoard",
    page="ludoscope.tui.rules.peg:write",
    reference="ludoscope.tui.reference:atlas",
    own="ludoscope.tui.problems",
    opens={"edit": "ludoscope.tui.screens.new_problem:show"},
    bench="ludoscope.tui.bench_works:PEG",
)
