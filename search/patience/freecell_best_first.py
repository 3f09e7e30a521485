"""Compiled best-first search of FreeCell and similar variants.

These build in alternating colours and allow any card on an empty column.

The search has several passes (see the kernel), each with other weights, because a deal that is hard
with one set of weights is seldom hard with the next. It does not try every move and compares
hashes, so it proves nothing; if it finds no solution, `prove` decides. Start with `best_first`.

SCHEDULE has a row for each pass. The score of a position is a weighted sum; lower is better.

    quota    positions to expand before the next pass begins
    forced   1 if every card goes to the foundation as soon as it can, 0 if this is a move

    Weights of
    left     cards not on the foundation         breaks   neighbours in a column out of sequence
    cells    cells in use                        empty    empty columns, which lower the score
    next     cards above each suit's next card   second   the same for the card after it
    above    cards with a card of lower rank below them in their column
    step     moves made; a supermove counts as one
    full     counts 4 if no cell or column is free, 1 if exactly one of them is
    bases    columns whose bottom card is not a king
"""

from collections.abc import Iterator

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import ANY_CARD, OTHER_COLOUR, Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.process.kernel_runner import run_kernel

KERNELS = (
    "ludoscope.search.patience.kernels.freecell_state",
    "ludoscope.search.patience.kernels.freecell_moves",
    "ludoscope.search.patience.kernels.freecell_solution",
    "ludoscope.search.patience.kernels.freecell_best_first",
)
MAX_COLUMNS = 14
MAX_CELLS = 12

POSITIONS_PER_CALL = 10_000  # of the kernel, some 4 ms
NO_QUOTA = 10**9  # more positions than any search expands
NOTHING_FOUND = "no solution among the moves tried, which proves nothing"

# quota, forced, left, breaks, cells, empty, next, second, above, step, full, bases
SCHEDULE = (
    (249, 1, 2, 17, 19, 2, 3, 1, 11, 12, 2, 20),
    (356, 1, 6, 18, 28, 13, 14, 6, 13, 8, 4, 37),
    (800, 1, 2, 14, 24, 4, 4, -3, 14, 9, 9, 46),
    (NO_QUOTA, 1, 2, 15, 23, 11, 7, 1, 9, 14, 5, 15),
)
# for games without normalisation; Microsoft deal 1941 needs the last row
FREE_SCHEDULE = (
    *SCHEDULE[:3],
    (20_000, *SCHEDULE[3][1:]),
    (NO_QUOTA, 0, *SCHEDULE[3][2:]),
)


def supports(variant: Variant) -> bool:
    """Return True if the kernels can play the variant.

    They make no moves back from the foundation, which is no obstacle to finding a solution.
    """
    return (
        variant.build_rule == OTHER_COLOUR
        and variant.fill_rule == ANY_CARD
        and not variant.reshuffles
        and not variant.raises
        and len(variant.column_sizes) <= MAX_COLUMNS
        and variant.cells <= MAX_CELLS
    )


def best_first(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution; give up if there is none among the moves tried.

    The kernel expands some 3 million positions a second and needs some 500 bytes for each.
    """
    from ludoscope.search.patience.kernels.freecell_best_first import FreeCellSearch

    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    kernel = FreeCellSearch(SCHEDULE if game.normalise else FREE_SCHEDULE)
    kernel.start_search(
        position.columns, position.cells, position.foundation, game.normalise, budget.memory_limit
    )

    def progress() -> Progress:
        return budget.progress(
            frontier=kernel.frontier,
            depth=kernel.depth,
            entries=kernel.entries,
            size_bytes=kernel.size_bytes,
            sample=Position(*kernel.position) if kernel.explored else position,
        )

    status = yield from run_kernel(kernel, budget, POSITIONS_PER_CALL, progress)
    if status is Status.SOLVED:
        yield budget.solved(tuple(kernel.solution))
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    elif status is Status.FAILED:
        yield budget.gave_up(NOTHING_FOUND, ended=True)
    else:
        yield budget.gave_up()
