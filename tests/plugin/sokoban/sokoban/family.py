"""Sokoban, as it is declared."""

from ludoscope.games.family import Family

FAMILY = Family(
    name="sokoban",
    title="Sokoban",
    tagline="Push every box onto a goal.",
    noun="levels",
    measure="moves",
    example="sokoban-1",
    rules="sokoban.rules:from_spec",
    collection="sokoban.levels",
    solvers="sokoban.solvers:SOLVERS",
    heuristics="sokoban.solvers",
    board="sokoban.board:SokobanBoard",
    page="sokoban.board:write",
)
