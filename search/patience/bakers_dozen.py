"""Baker's Dozen, compiled: one best-first search in passes, which is both `swift` and `prove`.

For variants without cells that build in any suit and in which nothing goes to an empty column; from
any position, with or without forced moves home. Whole positions are stored, so a search that ends
is a proof. Each position is first tested by the delete relaxation.

    weights   of pairs, breaks, blocks, shuts (see the kernel), cards above the next card of each
              suit, cards left and moves made
    quota     positions that a pass may expand, None without limit
    forced    whether every card that can go home does so; if the rules leave this to the player,
              such passes come first, because they are short, and prove nothing
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from ludoscope.games.patience.home import safe_moves_home
from ludoscope.games.patience.position import HOME, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import ANY_SUIT, NOTHING, Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Unsolvable
from ludoscope.search.generic.path import exhaustion
from ludoscope.search.kernels import Status
from ludoscope.search.process.driving import drive

SLICE = 4_000  # positions a call of the kernel, some 10 ms

Weights = tuple[int, int, int, int, int, int, int]
Pass = tuple[Weights, int | None]

BASIC = (6, 18, 0, 0, 14, 18, 64)
SHARP = (4, 21, 9, 15, 23, 15, 48)
LEVEL = (4, 10, 12, 12, 20, 9, 26)
LOOSE = (3, 39, 21, 15, -4, 39, 44)
ROTATION: tuple[Weights, ...] = (
    BASIC,
    (5, 30, 21, 15, -10, 30, 56),
    LOOSE,
    (6, 18, 0, 0, 14, 18, 36),
    (4, 21, 9, 15, 23, 15, 30),
)
PASSES: tuple[Pass, ...] = (
    (LOOSE, 300),
    (SHARP, 4_000),
    *((weights, quota) for quota in (3_000, 30_000, 300_000) for weights in ROTATION),
    (LEVEL, None),
)
"""Which deals are hard depends on the weights, so each pass has a quota and other weights."""

LONG = 1_000_000  # quota of the last forced pass if it proves nothing

OPEN: tuple[Pass, ...] = ((SHARP, 4_000), (BASIC, 40_000), (LOOSE, 40_000), (LEVEL, None))
"""The passes in which going home is a move, after the forced ones."""

REFUTED = "a card that can never be uncovered, whenever cards go home"

KERNELS = (
    "ludoscope.search.patience.kernels.bakers_layout",
    "ludoscope.search.patience.kernels.bakers_search",
)
COLUMNS = 13

HOMEWARD = 4


def fits(variant: Variant) -> bool:
    """Whether the kernel plays the variant."""
    return (
        variant.builds == ANY_SUIT
        and variant.fills == NOTHING
        and not variant.cells
        and not variant.chancy
        and len(variant.dealt) <= COLUMNS
    )


def swift(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Some solution, soon where there is one; or the proof that there is none.

    Many passes, each with its own weights, of increasing length, then one without limit. Where
    going home is a move, the verdict holds for all play: in the last passes only safe cards go home
    automatically. Time O(positions), memory some 50 bytes each.
    """
    budget = Budget(limits)
    lost = False  # under forced normalisation, where the rules leave it open
    for weights, quota, forced in _plan(game):
        if forced and lost:
            continue
        run = _Run(game, position, weights, forced, budget.room)
        progress = partial(run.progress, budget)
        status = yield from drive(run.kernel, budget, SLICE, progress, quota)
        if status is Status.SOLVED:
            yield budget.solved(run.solution())
            return
        if status is Status.EXHAUSTED and forced == game.normalise:
            yield run.unsolvable(budget)
            return
        if budget.spent:
            yield budget.gave_up()
            return
        lost |= status is Status.EXHAUSTED
    yield budget.full()


prove = swift  # of a long proof, the passes before the last take some 3 s at most


def _plan(game: PatienceGame) -> Iterator[tuple[Weights, int | None, bool]]:
    """(weights, quota, forced) of each pass."""
    if game.normalise:
        yield from ((weights, quota, True) for weights, quota in PASSES)
    else:
        yield from ((weights, quota or LONG, True) for weights, quota in PASSES)
        yield from ((weights, quota, False) for weights, quota in OPEN)


class _Run:
    """The kernel, searching from a position with one set of weights."""

    def __init__(
        self,
        game: PatienceGame,
        position: Position,
        weights: Weights,
        forced: bool,
        memory: int,
    ) -> None:
        from ludoscope.search.patience.kernels.bakers_layout import Layout
        from ludoscope.search.patience.kernels.bakers_search import BestFirst

        self.game = game
        self.position = position
        self.forced = forced
        self.layout = Layout(
            [list(column) for column in position.columns],
            list(position.foundation),
            forced,
            game.variant.returns and not forced,
            weights[:-1],
        )
        self.kernel = BestFirst(self.layout, weights[-1], memory)

    def progress(self, budget: Budget) -> Progress:
        kernel = self.kernel
        return budget.progress(
            frontier=kernel.frontier,
            depth=kernel.depth,
            best=kernel.lowest,
            entries=kernel.entries,
            size=kernel.size,
            sample=self._sample(),
        )

    def _sample(self) -> Position:
        """The current position."""
        columns = tuple(map(tuple, self.layout.columns))[: len(self.position.columns)]
        return Position(columns, (), tuple(self.layout.foundation))

    def unsolvable(self, budget: Budget) -> Unsolvable:
        """The verdict: the position was refuted itself, or all that can be reached was searched."""
        kernel = self.kernel
        if kernel.explored == kernel.refuted == 1:
            return budget.unsolvable(REFUTED)
        searched = exhaustion(kernel.entries, Counter({REFUTED: kernel.refuted}))
        return budget.unsolvable(searched, exhausted=True)

    def solution(self) -> tuple[Move, ...]:
        """The moves of the kernel and, where they are moves, those of cards that went home."""
        moves: list[Move] = [
            (card, HOME if suit == HOMEWARD else (card & ~3) + 4 + suit)
            for card, suit in self.kernel.moves
        ]
        if self.game.normalise:
            return tuple(moves)
        made: list[Move] = []
        position = self._settled(self.position, made)
        for move in moves:
            made.append(move)
            position = self._settled(self.game.play(position, move), made)
        return tuple(made)

    def _settled(self, position: Position, made: list[Move]) -> Position:
        """The position after the automatic moves home, which are appended to `made`."""
        while moves := self._homeward(position):
            made.append(moves[0])
            position = self.game.play(position, moves[0])
        return position

    def _homeward(self, position: Position) -> list[Move]:
        if self.forced:
            return [move for move in self.game.moves(position) if move[1] == HOME]
        return safe_moves_home(self.game.variant, position)
