"""The compiled solvers of Baker's Dozen: `swift` and `prove` are the same best-first search.

It solves variants without cells that build in any suit and in which nothing is put on an empty
column, from any position, with or without normalisation. Whole positions are stored, so a search
that ends is a proof. Each position is first tested by the delete relaxation, see
`heuristics.dead`. Start with `swift`.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from ludoscope.games.patience.foundation import safe_foundation_moves
from ludoscope.games.patience.position import FOUNDATION, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import ANY_SUIT, NOTHING, Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Unsolvable
from ludoscope.search.generic.path import exhaustion_proof
from ludoscope.search.kernels import Status
from ludoscope.search.process.kernel_runner import run_kernel

POSITIONS_PER_CALL = 4_000  # of the kernel, some 10 ms


class Weights(NamedTuple):
    """Weights of the terms of the score; a lower score is better.

    Attributes:
        pairs: Pairs of cards of a column with the higher rank above the lower; lower ranks count
            more.
        breaks: Cards that could not be put on the card below them, and cards at the bottom of a
            column.
        lower_rank_below: Cards with a card of lower rank below them in their column.
        lower_of_suit_below: Cards with a lower card of their suit below them in their column.
        above_next: Cards above the next card of each suit for the foundation.
        remaining: Cards that are not on the foundation.
        moves: Moves made.
    """

    pairs: int
    breaks: int
    lower_rank_below: int
    lower_of_suit_below: int
    above_next: int
    remaining: int
    moves: int


class Pass(NamedTuple):
    """A search with one set of weights.

    Attributes:
        weights: The weights of the score.
        quota: The number of positions that may be expanded; None without limit.
        forced: True if every card that can go to the foundation does so at once. If the rules leave
            this to the player, such a pass finds solutions faster but proves nothing.
    """

    weights: Weights
    quota: int | None
    forced: bool


BASIC_WEIGHTS = Weights(6, 18, 0, 0, 14, 18, 64)
SHARP_WEIGHTS = Weights(4, 21, 9, 15, 23, 15, 48)
LEVEL_WEIGHTS = Weights(4, 10, 12, 12, 20, 9, 26)
LOOSE_WEIGHTS = Weights(3, 39, 21, 15, -4, 39, 44)
ROTATION = (
    BASIC_WEIGHTS,
    Weights(5, 30, 21, 15, -10, 30, 56),
    LOOSE_WEIGHTS,
    Weights(6, 18, 0, 0, 14, 18, 36),
    Weights(4, 21, 9, 15, 23, 15, 30),
)
"""The weights of the passes with quotas, tried in turn with each quota."""

FORCED_PASSES = (
    Pass(LOOSE_WEIGHTS, 300, forced=True),
    Pass(SHARP_WEIGHTS, 4_000, forced=True),
    *(
        Pass(weights, quota, forced=True)
        for quota in (3_000, 30_000, 300_000)
        for weights in ROTATION
    ),
    Pass(LEVEL_WEIGHTS, None, forced=True),
)
"""Passes with forced foundation moves.

The weights vary because a deal that is hard with some may be easy with others.
"""

FREE_PASSES = (
    Pass(SHARP_WEIGHTS, 4_000, forced=False),
    Pass(BASIC_WEIGHTS, 40_000, forced=False),
    Pass(LOOSE_WEIGHTS, 40_000, forced=False),
    Pass(LEVEL_WEIGHTS, None, forced=False),
)
"""Passes in which moving a card to the foundation is a move; they follow the forced ones."""

LAST_FORCED_QUOTA = 1_000_000  # of the last forced pass, if free passes follow

NEVER_UNCOVERED_PROOF = "a card that can never be uncovered, whenever cards go home"

KERNELS = (
    "ludoscope.search.patience.kernels.bakers_layout",
    "ludoscope.search.patience.kernels.bakers_search",
)
MAX_COLUMNS = 13

KERNEL_FOUNDATION = 4  # target of the kernel's foundation moves; other targets are suits


def supports(variant: Variant) -> bool:
    """Return True if the kernels can play the variant."""
    return (
        variant.build_rule == ANY_SUIT
        and variant.fill_rule == NOTHING
        and not variant.cells
        and not variant.has_chances
        and len(variant.column_sizes) <= MAX_COLUMNS
    )


def swift(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, or prove that there is none.

    There are many passes of increasing length, each with its own weights, then one without limit.
    Where going to the foundation is a move, the verdict holds for all play: in the last passes only
    safe cards go automatically. Time O(positions), memory some 50 bytes each.
    """
    budget = Budget(limits)
    forced_search_exhausted = False
    for search_pass in _passes(game):
        if search_pass.forced and forced_search_exhausted:
            continue
        run = _Run(game, position, search_pass, budget.memory_limit)
        progress = partial(run.progress, budget)
        status = yield from run_kernel(
            run.kernel, budget, POSITIONS_PER_CALL, progress, search_pass.quota
        )
        if status is Status.SOLVED:
            yield budget.solved(run.solution())
            return
        if status is Status.EXHAUSTED and search_pass.forced == game.normalise:
            yield run.unsolvable(budget)
            return
        if budget.stop_reason:
            yield budget.gave_up()
            return
        forced_search_exhausted |= status is Status.EXHAUSTED
    yield budget.out_of_memory()


# the passes with a quota take some 3 s in all, which is little in a long proof
prove = swift


def _passes(game: PatienceGame) -> Iterator[Pass]:
    if game.normalise:
        yield from FORCED_PASSES
    else:
        for search_pass in FORCED_PASSES:
            yield search_pass._replace(quota=search_pass.quota or LAST_FORCED_QUOTA)
        yield from FREE_PASSES


class _Run:
    """A pass of the kernel from a position; it translates moves and positions for the game."""

    def __init__(
        self, game: PatienceGame, position: Position, search_pass: Pass, memory: int
    ) -> None:
        from ludoscope.search.patience.kernels.bakers_layout import Layout
        from ludoscope.search.patience.kernels.bakers_search import BakersDozenSearch

        self.game = game
        self.start = position
        self.forced = search_pass.forced
        weights = search_pass.weights
        self.layout = Layout(
            [list(column) for column in position.columns],  # pyright: ignore[reportCallIssue]
            list(position.foundation),
            self.forced,
            game.variant.can_return and not self.forced,
            weights[:-1],
        )
        self.kernel = BakersDozenSearch(self.layout, weights.moves, memory)

    def progress(self, budget: Budget) -> Progress:
        """Return a progress report."""
        kernel = self.kernel
        return budget.progress(
            frontier=kernel.frontier,
            depth=kernel.depth,
            best=kernel.best_score,
            entries=kernel.entries,
            size_bytes=kernel.size_bytes,
            sample=self._current_position(),
        )

    def _current_position(self) -> Position:
        columns = tuple(map(tuple, self.layout.columns))[: len(self.start.columns)]
        return Position(columns, (), tuple(self.layout.foundation))

    def unsolvable(self, budget: Budget) -> Unsolvable:
        """Return the verdict after an exhaustive search, or after the start was refuted."""
        kernel = self.kernel
        if kernel.explored == kernel.refuted == 1:
            return budget.unsolvable(NEVER_UNCOVERED_PROOF)
        proof = exhaustion_proof(kernel.entries, Counter({NEVER_UNCOVERED_PROOF: kernel.refuted}))
        return budget.unsolvable(proof, exhausted=True)

    def solution(self) -> tuple[Move, ...]:
        """Return the solution of the kernel, with automatic moves if they are moves of the game."""
        kernel_moves: list[Move] = [
            (card, FOUNDATION if suit == KERNEL_FOUNDATION else (card & ~3) + 4 + suit)
            for card, suit in self.kernel.solution
        ]
        if self.game.normalise:
            return tuple(kernel_moves)
        solution: list[Move] = []
        position = self._play_automatic_moves(self.start, solution)
        for move in kernel_moves:
            solution.append(move)
            position = self._play_automatic_moves(self.game.play(position, move), solution)
        return tuple(solution)

    def _play_automatic_moves(self, position: Position, solution: list[Move]) -> Position:
        """Append the automatic foundation moves to `solution`; return the position after them."""
        while moves := self._automatic_moves(position):
            solution.append(moves[0])
            position = self.game.play(position, moves[0])
        return position

    def _automatic_moves(self, position: Position) -> list[Move]:
        if self.forced:
            return [move for move in self.game.moves(position) if move[1] == FOUNDATION]
        return safe_foundation_moves(self.game.variant, position)
