"""The solvers of hexapawn; the first available one is the default.

The fields of a row are those of `search.solver.Solver`.
"""

from functools import partial

from ludoscope.search.promises import ONE_QUESTION, QUESTIONS, VALUE, VALUES, WINNER
from ludoscope.search.solver import Solver

PAWN_KERNELS = (
    "ludoscope.search.hexapawn.kernels.board",
    "ludoscope.search.hexapawn.kernels.table",
    "ludoscope.search.hexapawn.kernels.null_window",
)

PAWN_SOURCES = (
    "ludoscope.search.hexapawn.kernels.null_window:Questions.advance",
    "ludoscope.search.hexapawn.kernels.board:Board",
)

_pawns = partial(
    Solver, sources=("ludoscope.search.generic.null_window:Search",), kernel_sources=PAWN_SOURCES
)

SOLVERS = (
    _pawns(
        "mtd",
        VALUE,
        f"compiled; {QUESTIONS}",
        "ludoscope.search.hexapawn.compiled:compiled_mtd",
        kernels=PAWN_KERNELS,
    ),
    Solver("mtd-readable", VALUE, QUESTIONS, "ludoscope.search.generic.null_window:mtd"),
    _pawns(
        "winner",
        WINNER,
        f"compiled where it can be; {ONE_QUESTION}",
        "ludoscope.search.hexapawn.compiled:winner",
    ),
    _pawns(
        "values",
        VALUES,
        f"compiled where it can be; {QUESTIONS}",
        "ludoscope.search.hexapawn.compiled:values",
    ),
    Solver(
        "memo-symmetric",
        VALUE,
        "every line of play; values remembered, mirrored and colour-swapped positions as one",
        "ludoscope.search.generic.adversarial:memo_symmetric",
    ),
    Solver(
        "memo",
        VALUE,
        "every line of play; values of positions remembered",
        "ludoscope.search.generic.adversarial:memo",
    ),
    Solver(
        "recursion",
        VALUE,
        "every line of play to its end, again and again",
        "ludoscope.search.generic.adversarial:recursion",
    ),
)
