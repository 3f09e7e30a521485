"""The compiled solvers of Baker's Dozen: `swift` and `prove` are the same series of passes.

They solve variants without cells that build in any suit and in which nothing is put on an empty
column, from any position, with or without normalisation. A short best-first search solves most
deals, and beam searches of increasing width most others: a beam expands only the best positions of
each level, those after equally many moves. A best-first search without limit comes last. Each
position is first tested by the delete relaxation, see `heuristics.dead`.

Whole positions are stored, and a position is dropped only if it was met before or is lost, so a
best-first search that ends is a proof, and so is a beam that ends without having left out a
position. Start with `swift`.
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

    Those of the passes were tuned on random deals for the fewest positions expanded.

    Attributes:
        pairs: Pairs of cards of a column with the higher rank above the lower; lower ranks count
            more.
        breaks: Cards that could not be put on the card below them, and cards at the bottom of a
            column.
        lower_rank_below: Cards with a card of lower rank below them in their column.
        lower_of_suit_below: Cards with a lower card of their suit below them in their column.
        above_next: Cards above the next card of each suit for the foundation.
        above_second: Cards above the card after the next one of each suit.
        remaining: Cards that are not on the foundation.
        top_ranks: Ranks on top of columns, which count against the other terms: the more of them,
            the more cards can be put somewhere.
        moves: Moves made; not counted in a beam, which compares positions after equally many.
    """

    pairs: int
    breaks: int
    lower_rank_below: int
    lower_of_suit_below: int
    above_next: int
    above_second: int
    remaining: int
    top_ranks: int
    moves: int


class Pass(NamedTuple):
    """A search with one set of weights.

    Attributes:
        weights: The weights of the score.
        quota: The number of positions that may be expanded; None without limit.
        forced: True if every card that can go to the foundation does so at once. If the rules leave
            this to the player, such a pass finds solutions faster but proves nothing.
        width: The number of positions of a level that a beam expands; 0 for best-first search.
    """

    weights: Weights
    quota: int | None
    forced: bool
    width: int = 0


MAX_BEAM_LEVELS = 48
"""The number of levels after which a beam ends.

Of deals 5001 to 5757, those that the first pass does not solve were given to beams of widths to
1,000: 96 of 100 solutions have at most this many moves. Without the limit, a beam that finds
nothing may go on for thousands of levels, in which cards are put to and fro, and the beams took 1.6
times as many positions in all.
"""

FIRST_WEIGHTS = Weights(3, 25, 0, 5, 30, 8, 13, 23, 37)
FIRST_QUOTA = 1_000

BEAM_WEIGHTS = {
    "A": Weights(3, 10, 0, 0, 16, 4, 11, 40, 0),
    "B": Weights(2, 12, 0, 20, 28, 0, 30, 16, 0),
    "C": Weights(4, 24, 13, 25, -3, 0, -3, 20, 0),
    "D": Weights(2, 0, 0, 0, 29, 9, 5, 21, 0),
    "E": Weights(6, 29, 0, 0, 10, 0, -2, 28, 0),
}
BEAMS = ((100, "BEA"), (300, "CBA"), (1_000, "BACE"), (4_000, "BACD"), (16_000, "BAC"))
"""Widths of the beams, and the names of the weights with each width, in turn.

A deal that is hard with some weights may be easy with others. Up to the width 1,000 the order is
that of the deals solved for each position expanded, among those that the weights before left.
"""

SHARP_WEIGHTS = Weights(4, 21, 9, 15, 23, 0, 15, 0, 48)
BASIC_WEIGHTS = Weights(6, 18, 0, 0, 14, 0, 18, 0, 64)
LOOSE_WEIGHTS = Weights(3, 39, 21, 15, -4, 0, 39, 0, 44)
LAST_WEIGHTS = Weights(4, 10, 12, 12, 20, 0, 9, 0, 26)

FORCED_PASSES = (
    Pass(FIRST_WEIGHTS, FIRST_QUOTA, forced=True),
    *(
        Pass(BEAM_WEIGHTS[name], None, forced=True, width=width)
        for width, names in BEAMS
        for name in names
    ),
)
"""Passes with forced foundation moves, before the last one, which is best-first without limit.

The first pass solves five deals of six, beams solve nearly all others.
"""

LAST_FORCED_QUOTA = 1_000_000  # of the last forced pass, if free passes follow

FREE_PASSES = (
    Pass(SHARP_WEIGHTS, 4_000, forced=False),
    Pass(BASIC_WEIGHTS, 40_000, forced=False),
    Pass(LOOSE_WEIGHTS, 40_000, forced=False),
    Pass(LAST_WEIGHTS, None, forced=False),
)
"""Passes in which moving a card to the foundation is a move; they follow the forced ones."""

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

    There are many passes of increasing length, each with its own weights, then one without limit. A
    pass that runs out of memory is followed by the next one, which starts with empty tables. Where
    going to the foundation is a move, the verdict holds for all play: in the last passes only
    safe cards go automatically. Time O(positions), memory some 60 bytes each.
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


# the passes before the last take some 20 s at most, which is little in a long proof
prove = swift


def _passes(game: PatienceGame) -> Iterator[Pass]:
    yield from FORCED_PASSES
    yield Pass(LAST_WEIGHTS, None if game.normalise else LAST_FORCED_QUOTA, forced=True)
    if not game.normalise:
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
        self.kernel = BakersDozenSearch(
            self.layout, weights.moves, memory, search_pass.width, MAX_BEAM_LEVELS
        )

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
