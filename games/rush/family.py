"""ORush, as it is declared; what the fields mean is said in `games.family`."""

from ludoscope.games.family import Family

FAMILY = Family(
    name="rush",
    title="ORush",
    tagline="Clear the way to the exit for boat A.",
    measure="slides",
    example="orush-01",
    picture="orush-24",
    stem="orush",
    goal_phrase="to the exit",
    order=3,
    rules="ludoscope.games.rush.rules:from_spec",
    counting="ludoscope.games.rush.slides:slide_count",
    finer="ludoscope.games.rush.slides:square_count",
    finer_measure="cells",
    played="ludoscope.games.rush.rules:in_slides",
    merged="ludoscope.games.rush.slides:merged",
    collection="ludoscope.puzzles.rush.collection",
    sharing="ludoscope.puzzles.rush.sharing:RushSharing",
    solvers="ludoscope.search.rush.solvers:SOLVERS",
    heuristics="ludoscope.search.rush.heuristics",
    race=("swift", "swift-slides", "a-star", "best-first"),
    pairs=("swift", "breadth-first", "swift-slides", "breadth-first-slides"),
    states=("breadth-first", "breadth-first-boats", "breadth-first-grid"),
    board="ludoscope.tui.boards.rush.board:RushBoard",
    page="ludoscope.tui.boards.rush.rules:write",
    reference="ludoscope.tui.play.sea:sea",
    library_actions={"new": "ludoscope.tui.screens.workshop:show"},
    bench="ludoscope.tui.commands.bench_works:RUSH",
    framed=True,
)
