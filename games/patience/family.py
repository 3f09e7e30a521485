"""Patience, as it is declared; what the fields mean is said in `games.family`."""

from ludoscope.games.family import Family

FAMILY = Family(
    name="patience",
    title="Patience",
    tagline="All cards home, each suit from the ace up.",
    noun="deals",
    measure="cards",
    example="FreeCell.1",
    names=("freecell.", "fc.", "ms-", "seahaven.", "st.", "midnightoil.", "mo.", "bakers", "bd."),
    stem="patience",
    endless=True,
    title_needs_family=False,
    order=2,
    rules="ludoscope.games.patience.rules:from_spec",
    collection="ludoscope.puzzles.patience.collection",
    sharing="ludoscope.puzzles.patience.sharing:PatienceSharing",
    steps="ludoscope.games.patience.runs:steps",
    dailies="ludoscope.puzzles.patience.dailies:lines",
    solvers="ludoscope.search.patience.solvers:SOLVERS",
    heuristics="ludoscope.search.patience.heuristics",
    readable="ludoscope.search.patience.heuristics:readable",
    judge="swift",
    hint="short",
    race=("swift", "short", "best-first", "beam"),
    pairs=("swift", "best-first", "prove", "depth-first"),
    board="ludoscope.tui.boards.patience.board:PatienceBoard",
    page="ludoscope.tui.boards.patience.rules:write",
    usual="ludoscope.puzzles.patience.standard:usual",
    listed="ludoscope.puzzles.patience.standard:listed",
    bench="ludoscope.puzzles.bench.works:PATIENCE",
)
