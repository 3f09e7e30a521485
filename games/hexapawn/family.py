"""Hexapawn, as it is declared; what the fields mean is said in `games.family`."""

from ludoscope.games.family import Family

FAMILY = Family(
    name="hexapawn",
    title="Hexapawn",
    tagline="Reach the far row, or block your opponent.",
    noun="boards",
    measure="plies",
    example="hexapawn-4x4",
    names=("hexapawn-",),
    stem="hexapawn",
    order=4,
    players=2,
    rules="ludoscope.games.hexapawn.rules:from_spec",
    collection="ludoscope.puzzles.hexapawn.collection",
    sharing="ludoscope.puzzles.hexapawn.sharing:HexapawnSharing",
    dailies="ludoscope.puzzles.hexapawn.dailies:lines",
    solvers="ludoscope.search.hexapawn.solvers:SOLVERS",
    heuristics="ludoscope.search.hexapawn.heuristics",
    look_ahead="ludoscope.search.hexapawn.heuristics:look_ahead",
    race=("mtd", "mtd-readable", "memo-symmetric", "memo"),
    pairs=("mtd", "mtd-readable"),
    board="ludoscope.tui.boards.hexapawn.board:HexapawnBoard",
    page="ludoscope.tui.boards.hexapawn.rules:write",
    value="ludoscope.tui.play.sizes:value",
    facts="ludoscope.tui.play.sizes:fact",
    library_actions={"table": "ludoscope.tui.screens.sizes:show"},
    bench="ludoscope.puzzles.bench.works:HEXAPAWN",
    trace="sides",
)
