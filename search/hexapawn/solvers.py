"""The solvers of hexapawn; the first available one is the default.

The fields of a row are those of `search.solver.Solver`.
"""

from functools import partial

from ludoscope.search.promises import MTD, VALUE, VALUES, WIN_SEARCH, WINNER
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
        MTD,
        "ludoscope.search.hexapawn.compiled:compiled_mtd",
        kernels=PAWN_KERNELS,
    ),
    Solver("mtd-readable", VALUE, MTD, "ludoscope.search.generic.null_window:mtd"),
    _pawns(
        "winner",
        WINNER,
        WIN_SEARCH,
        "ludoscope.search.hexapawn.compiled:winner",
        choose="to know only who wins; that is faster",
    ),
    _pawns(
        "values",
        VALUES,
        f"{MTD}, for each move",
        "ludoscope.search.hexapawn.compiled:values",
        choose="to compare all moves of a position",
    ),
    Solver(
        "memo-symmetric",
        VALUE,
        "tries every line of play; remembers the values of positions, mirrored ones as one",
        "ludoscope.search.generic.adversarial:memo_symmetric",
    ),
    Solver(
        "memo",
        VALUE,
        "tries every line of play; remembers the values of positions",
        "ludoscope.search.generic.adversarial:memo",
    ),
    Solver(
        "recursion",
        VALUE,
        "tries every line of play to its end; remembers nothing",
        "ludoscope.search.generic.adversarial:recursion",
    ),
)
