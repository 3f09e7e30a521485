"""The compiled solver of Seahaven and Midnight Oil: `swift` and `prove` are one exhaustive search.

It solves variants that build in suit and in which only kings, or no cards, are put on empty
columns, from any position, with or without normalisation. When all moves that cannot lose are made
at once, so few states remain that searching all of them decides every deal. Start with `prove`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludoscope.games.patience.cards import DECK_SIZE, KING
from ludoscope.games.patience.position import NO_CARD, Column, Move, Position, is_next_on_foundation
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import KINGS, NOTHING, SAME_SUIT, Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Unsolvable
from ludoscope.search.generic.path import exhaustion_proof, trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.patience.heuristics import NEVER_UNCOVERED
from ludoscope.search.process.kernel_runner import run_kernel

KERNELS = (
    "ludoscope.search.patience.kernels.same_suit_search",
    "ludoscope.search.patience.kernels.same_suit_solution",
)
MAX_COLUMNS = 64

POSITIONS_PER_CALL = 20_000  # states per call of the kernel, some 5 ms
STUCK_RUN = "a run stuck on a lower card of its suit"


def supports(variant: Variant) -> bool:
    """Return True if the kernels can play the variant."""
    return (
        variant.build_rule == SAME_SUIT
        and variant.fill_rule in (KINGS, NOTHING)
        and variant.is_standard
        and len(variant.column_sizes) <= MAX_COLUMNS
    )


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, or prove that there is none.

    Time O(states · columns), some 5 million states a second; memory 40 to 80 bytes a state, and
    half as much again while the tables grow.
    """
    from ludoscope.search.patience.kernels.same_suit_search import SameSuitSearch

    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    variant = game.variant
    kernel = SameSuitSearch(
        position.columns, variant.cells, variant.fill_rule == KINGS, budget.memory_limit
    )

    def progress() -> Progress:
        return budget.progress(
            frontier=kernel.frontier,
            entries=kernel.entries,
            size_bytes=kernel.size_bytes,
            sample=_position_of_state(position, *kernel.current_state),
        )

    status = yield from run_kernel(kernel, budget, POSITIONS_PER_CALL, progress)
    if status is Status.SOLVED:
        yield budget.solved(_moves(game, position, kernel.steps))
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    elif status is Status.EXHAUSTED:
        yield _unsolvable(kernel, budget)
    else:
        yield budget.gave_up()


swift = prove


def _unsolvable(kernel: Any, budget: Budget) -> Unsolvable:
    """Return the verdict after an exhaustive search, or after the start was refuted."""
    if not kernel.explored:
        return budget.unsolvable(NEVER_UNCOVERED)
    pruned = Counter({STUCK_RUN: kernel.stuck, NEVER_UNCOVERED: kernel.refuted})
    return budget.unsolvable(exhaustion_proof(kernel.entries, pruned), exhausted=True)


def _moves(
    game: PatienceGame, position: Position, steps: list[tuple[int, int, int]]
) -> tuple[Move, ...]:
    """Return the single-card moves of the steps of the kernel."""
    from ludoscope.search.patience.kernels.same_suit_solution import SolutionMoves

    columns, cells, foundation = position.columns, position.cells, position.foundation
    line = SolutionMoves(
        columns,  # pyright: ignore[reportCallIssue]
        cells,
        foundation,
        game.variant.fill_rule == KINGS,
        game.normalise,
    )
    for step in steps:
        line.play(*step)
    return tuple(line.moves)


def _position_of_state(position: Position, lengths: list[int], king_suits: int) -> Position:
    """Return the position of a state of the kernel.

    All cards that are neither in the rest of their column nor kings in an empty column are on the
    foundation, on the next card of their suit, or in cells.

    Args:
        position: The position with which the search began.
        lengths: The number of cards of each column that have not been moved.
        king_suits: A bit for each suit whose king is in an empty column.
    """
    columns: list[Column] = [
        column[:length] for column, length in zip(position.columns, lengths, strict=True)
    ]
    for suit in range(4):
        if king_suits >> suit & 1:
            columns[columns.index(())] = (4 * (KING - 1) + suit,)
    unplaced = set(range(DECK_SIZE)).difference(*columns)
    foundation = [0, 0, 0, 0]
    for card in sorted(unplaced):
        if is_next_on_foundation(card, foundation):
            foundation[card & 3] += 1
            unplaced.remove(card)
    for index, column in enumerate(columns):
        while column and column[-1] - 4 in unplaced:
            column = (*column, column[-1] - 4)
            unplaced.remove(column[-1])
        columns[index] = column
    cells = sorted(unplaced) + [NO_CARD] * (len(position.cells) - len(unplaced))
    return Position(tuple(columns), tuple(cells), tuple(foundation))
