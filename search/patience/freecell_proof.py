"""The solver `prove`: every position of a game of patience, by a compiled depth-first search.

It moves single cards, as in the rules, and stores whole positions. Where going home is a move, it
makes the *safe* moves home at once:

A card is safe if each card that could be above it in a built sequence is home or the next of its
suit for the foundation. (FreeCell: both suits of the other colour are home up to two ranks below
it, the other suit of its colour up to three.) Claim: if a safe card c can go home and some line of
play wins, then a line that first moves c home wins. Proof: play the same line, with a set H of
cards that are home already, though they are not yet in the original line; at first H is c. Leave
out moves of cards of H. A card that the original line puts on a card of H goes home instead and is
added to H: it could be above c, so it is home or the next of its suit. So only cards of H are ever
on cards of H: every column is that of the original line without some cards on top, the cells have
no more cards, and every other move of the original line is legal. Other cards stay, and sending
one of them home is a move.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace

from ludoscope.games.patience.cards import DECK
from ludoscope.games.patience.position import NONE, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress, Solved, Verdict
from ludoscope.search.generic.path import exhaustion, settled
from ludoscope.search.kernels import Status, compiled
from ludoscope.search.patience import freecell_best_first
from ludoscope.search.process.driving import drive

KERNELS = ("ludoscope.search.patience.kernels.proof",)
COLUMNS = 24
CELLS = 16

SLICE = 10_000  # positions a call of the kernel, some 3 ms
QUICKLY = 5_000  # positions of the best-first search, some 5 ms
NO_CARD = 255  # the kernel's NONE
Lists = tuple[list[list[int]], list[int], list[int]]  # columns, cells, foundation
Rules = tuple[list[tuple[int, ...]], list[bool], list[tuple[int, ...]]]


def fits(variant: Variant) -> bool:
    """Whether the kernel plays the variant."""
    return variant.plain and len(variant.dealt) <= COLUMNS and variant.cells <= CELLS


def lists_of(position: Position) -> Lists:
    """A position in the form of the kernels that `rules` is for."""
    cells = [NO_CARD if card == NONE else card for card in position.cells]
    return [list(column) for column in position.columns], cells, list(position.foundation)


def position_of(lists: Lists) -> Position:
    """The position that a kernel tells in that form."""
    columns, cells, home = lists
    held = tuple(NONE if card == NO_CARD else card for card in cells)
    return Position(tuple(map(tuple, columns)), held, tuple(home))


def rules(game: PatienceGame) -> Rules:
    """By card: the cards it may be put on; whether it may fill a column; `_needs`."""
    variant = game.variant
    takers = [variant.takers(card) for card in range(DECK)]
    needs = [(0,) * 4 if game.normalise else _needs(card, takers) for card in range(DECK)]
    return takers, [variant.may_fill(card) for card in range(DECK)], needs


def _needs(card: int, takers: list[tuple[int, ...]]) -> tuple[int, ...]:
    """How many cards of each suit must be home for `card` to be safe."""
    above, layer = set[int](), {card}
    while layer:
        layer = {other for other in range(DECK) if not layer.isdisjoint(takers[other])}
        above |= layer
    return tuple(max((c >> 2 for c in above if c & 3 == suit), default=0) for suit in range(4))


class Proof:
    """The kernel on a position."""

    def __init__(self, game: PatienceGame, position: Position, memory: int) -> None:
        from ludoscope.search.patience.kernels import proof

        self.game = game
        self.caveat = "" if game.normalise else ", safe cards sent home at once"
        columns, cells, home = lists_of(position)
        careful = not game.normalise
        self.kernel = proof.Proof(columns, cells, home, rules(game), careful, memory)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the current line; moves home only where they are moves of the game."""
        return tuple(
            (card, dest)
            for card, dest, by_itself in self.kernel.line
            if not (by_itself and self.game.normalise)
        )

    def progress(self, budget: Budget) -> Progress:
        kernel = self.kernel
        return budget.progress(
            frontier=kernel.depth,
            depth=kernel.depth,
            entries=kernel.entries,
            size=kernel.size,
            sample=position_of(kernel.position),
        )


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Some solution, or the proof that there is none: every position searched, by exact keys.

    Begins with a short best-first search if there is one for the variant, because depth-first
    search is slow in deals with many solutions.
    Time O(states · moves), some 4 million states a second; memory 27 to 53 bytes a state.
    Only for variants that it `fits`.
    """
    budget = Budget(limits)
    if verdict := settled(game, position, budget):
        yield verdict
        return
    if solution := _quickly(game, position, budget, limits):
        yield budget.solved(solution)
        return
    proof = Proof(game, position, budget.room)
    status = yield from drive(proof.kernel, budget, SLICE, lambda: proof.progress(budget))
    if status is Status.SOLVED:
        yield budget.solved(proof.moves)
    elif status is Status.EXHAUSTED:
        yield budget.unsolvable(
            exhaustion(proof.kernel.entries, Counter()) + proof.caveat, exhausted=True
        )
    elif status is Status.FULL:
        yield budget.full()
    else:
        yield budget.gave_up()


def _quickly(
    game: PatienceGame, position: Position, budget: Budget, limits: Limits
) -> tuple[Hashable, ...] | None:
    """The solution that a short best-first search finds; None when it finds none."""
    if not freecell_best_first.fits(game.variant) or not all(
        map(compiled, freecell_best_first.KERNELS)
    ):
        return None
    brief = replace(limits, explored=budget.left(QUICKLY))
    verdict = list(freecell_best_first.best_first(game, position, brief))[-1]
    assert isinstance(verdict, Verdict)
    budget.tick(verdict.explored)
    return verdict.moves if isinstance(verdict, Solved) else None
