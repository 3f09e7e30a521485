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
    to_cell  moves to a cell, more than `step`
    two_free counts 1 if exactly two cells or columns are free

    The weights of next and second change with the number h of cards home of the suit, by
    `next_slope` and `second_slope` times (6 - h) / 6; that of bases with the rank r (ace 0) of the
    card, by `base_slope` times (6 - r) / 6.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

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

# After the last pass comes `prove`, which decides lost deals sooner. Over deals 32001 to 500000 a
# longer pass takes as much time, a shorter one more.
# quota, forced, left, breaks, cells, empty, next, second, above, step, full, bases,
# to_cell, next_slope, second_slope, base_slope, two_free
SCHEDULE = (
    (357, 1, 1, 17, 20, 5, 2, 0, 4, 12, 4, 20, -2, 3, 0, 3, -2),
    (291, 1, 6, 13, 30, 10, 11, 5, 10, 9, 5, 33, 0, 1, 2, -1, -1),
    (504, 1, 5, 14, 29, 2, 5, -3, 14, 11, 10, 42, -1, 0, -3, 0, 2),
    (1913, 1, -1, 21, 24, 11, 5, 0, 11, 15, 2, 17, 3, -8, -5, 1, 0),
    (3773, 1, 3, 14, 44, 14, 7, 2, 7, 14, 5, 18, -4, -3, 0, -1, -3),
    (150_000, 1, -4, 16, 25, 5, 6, 4, 9, 14, 0, 15, 3, -2, -2, -4, 2),
)
# for games without normalisation: Microsoft deal 1941 can be won only by keeping a card back. Over
# the 149 of deals 32001 to 329999 that five passes leave, the first weights cost least
FREE_SCHEDULE = (*SCHEDULE[:-1], (NO_QUOTA, 0, *SCHEDULE[0][2:]))

# kernels of past searches, by normalisation and cells: most deals take less time than a new one
_IDLE_KERNELS: defaultdict[tuple[bool, int], list[Any]] = defaultdict(list)
MAX_IDLE_BYTES = 1 << 22  # of a kernel that is kept


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
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    idle_kernels = _IDLE_KERNELS[game.normalise, len(position.cells)]
    try:
        kernel = idle_kernels.pop()
    except IndexError:
        kernel = _new_kernel(game.normalise, len(position.cells))
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
        solution = tuple(kernel.solution)
        if kernel.size_bytes <= MAX_IDLE_BYTES:
            idle_kernels.append(kernel)
        yield budget.solved(solution)
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    elif status is Status.FAILED:
        yield budget.gave_up(NOTHING_FOUND, ended=True)
    else:
        yield budget.gave_up()


def _new_kernel(normalise: bool, cells: int) -> Any:
    from ludoscope.search.patience.kernels.freecell_best_first import FreeCellSearch

    return FreeCellSearch(SCHEDULE if normalise else FREE_SCHEDULE, cells)
