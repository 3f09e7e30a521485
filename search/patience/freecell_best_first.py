"""FreeCell and similar variants, compiled: alternating colours, any card to an empty column.

This is a best-first search in several passes (see the kernel), each with other weights, because a
deal that is hard with one set of weights is seldom hard with the next. It skips lines of play and
compares hashes, so it proves nothing; if it finds no solution, `prove` decides.

Legend of SCHEDULE, one row for each pass

    quota    positions to expand before the next pass begins
    forced   whether every card goes home as soon as it can
    left     cards not home                      breaks   neighbours in a column out of sequence
    cells    cells in use                        empty    empty columns, which lower the score
    next     cards above each suit's next card   second   the same for the card after it
    above    cards with a card of lower rank below them in their column
    step     moves made, a run counts as one     full     4 without a free place, 1 with one
    bases    columns whose lowest card is not a king
"""

from collections.abc import Iterator

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import ANY_CARD, OTHER_COLOUR, Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import settled
from ludoscope.search.kernels import Status
from ludoscope.search.process.driving import drive

KERNELS = (
    "ludoscope.search.patience.kernels.freecell_state",
    "ludoscope.search.patience.kernels.freecell_moves",
    "ludoscope.search.patience.kernels.freecell_line",
    "ludoscope.search.patience.kernels.freecell_swift",
)
COLUMNS = 14
CELLS = 12

SLICE = 10_000  # positions a call of the kernel, some 4 ms
MANY = 10**9  # a quota that no search spends
FAILED = "no solution among the moves tried, which proves nothing"

# quota, forced, left, breaks, cells, empty, next, second, above, step, full, bases
SCHEDULE = (
    (249, 1, 2, 17, 19, 2, 3, 1, 11, 12, 2, 20),
    (356, 1, 6, 18, 28, 13, 14, 6, 13, 8, 4, 37),
    (800, 1, 2, 14, 24, 4, 4, -3, 14, 9, 9, 46),
    (MANY, 1, 2, 15, 23, 11, 7, 1, 9, 14, 5, 15),
)
# where going home is a move; Microsoft 1941 needs the last row
FREE = (
    *SCHEDULE[:3],
    (20_000, *SCHEDULE[3][1:]),
    (MANY, 0, *SCHEDULE[3][2:]),
)


def fits(variant: Variant) -> bool:
    """Whether the kernels play the variant; they make no moves back from the foundation."""
    return (
        variant.builds == OTHER_COLOUR
        and variant.fills == ANY_CARD
        and not variant.reshuffles
        and not variant.raises
        and len(variant.dealt) <= COLUMNS
        and variant.cells <= CELLS
    )


def best_first(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Some solution; gives up if it finds none, since it proves nothing.

    Some 3 million positions expanded a second; memory some 500 bytes each.
    """
    from ludoscope.search.patience.kernels.freecell_swift import Swift

    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
    kernel = Swift(SCHEDULE if game.normalise else FREE)
    kernel.deal(position.columns, position.cells, position.foundation, game.normalise, budget.room)

    def progress() -> Progress:
        return budget.progress(
            frontier=kernel.frontier,
            depth=kernel.depth,
            entries=kernel.entries,
            size=kernel.size,
            sample=Position(*kernel.position) if kernel.explored else position,
        )

    status = yield from drive(kernel, budget, SLICE, progress)
    if status is Status.SOLVED:
        yield budget.solved(tuple(kernel.line))
    elif status is Status.FULL:
        yield budget.full()
    elif status is Status.FAILED:
        yield budget.gave_up(FAILED, ended=True)
    else:
        yield budget.gave_up()
