"""Compiled exhaustive depth-first search, for all variants without returns or reshuffles.

It moves single cards, as in the rules, and stores whole positions. Where going to the foundation is
a move, it makes the *safe* foundation moves at once. Start with `prove`.

A card is safe if each card that could be above it in a built sequence is on the foundation or the
next of its suit for it. (FreeCell: both suits of the other colour are on the foundation up to two
ranks below it, the other suit of its colour up to three.) Claim: if a safe card c can go to the
foundation and some line of play wins, then a line that first moves c there wins. Proof: play the
same line, with a set H of cards that are on the foundation already, though they are not yet in the
original line; at first H is c. Leave out moves of cards of H. A card that the original line puts on
a card of H goes to the foundation instead and is added to H: it could be above c, so it is on the
foundation or the next of its suit. So only cards of H are ever on cards of H: every column is that
of the original line without some cards on top, the cells have no more cards, and every other move
of the original line is legal. Other cards stay, and moving one of them to the foundation is a move.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.position import NO_CARD, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import exhaustion_proof, trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.process.kernel_runner import run_kernel

KERNELS = ("ludoscope.search.patience.kernels.proof",)
MAX_COLUMNS = 24
MAX_CELLS = 16

POSITIONS_PER_CALL = 10_000  # of the kernel, some 3 ms
KERNEL_NO_CARD = 255

KernelPosition = tuple[list[list[int]], list[int], list[int]]
"""A position in the form of the kernels: columns, cells, foundation."""

RuleTables = tuple[list[tuple[int, ...]], list[bool], list[tuple[int, ...]]]
"""The rules in the form of the kernels, see `rule_tables`."""


def supports(variant: Variant) -> bool:
    """Return True if the kernel can play the variant."""
    return (
        variant.is_standard
        and len(variant.column_sizes) <= MAX_COLUMNS
        and variant.cells <= MAX_CELLS
    )


def to_kernel(position: Position) -> KernelPosition:
    """Return a position in the form of the kernels."""
    cells = [KERNEL_NO_CARD if card == NO_CARD else card for card in position.cells]
    return [list(column) for column in position.columns], cells, list(position.foundation)


def from_kernel(kernel_position: KernelPosition) -> Position:
    """Return the position that a kernel gives in its own form."""
    columns, kernel_cells, foundation = kernel_position
    cells = tuple(NO_CARD if card == KERNEL_NO_CARD else card for card in kernel_cells)
    return Position(tuple(map(tuple, columns)), cells, tuple(foundation))


def rule_tables(game: PatienceGame) -> RuleTables:
    """Return the rules of a game in the form of the kernels.

    Returns:
        Three lists with an item for each card: the cards on which it may be put; True if it may be
        put on an empty column; and the number of cards of each suit that must be on the foundation
        before it goes there automatically.
    """
    return _rule_tables(game.variant, game.normalise)


@lru_cache(maxsize=16)  # making them takes as long as a quick search
def _rule_tables(variant: Variant, normalise: bool) -> RuleTables:
    targets = [variant.build_targets(card) for card in range(DECK_SIZE)]
    can_fill = [variant.can_fill(card) for card in range(DECK_SIZE)]
    required = [
        (0,) * 4 if normalise else _required_for_safety(card, targets) for card in range(DECK_SIZE)
    ]
    return targets, can_fill, required


def _required_for_safety(card: int, targets: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the number of cards of each suit on the foundation from which on `card` is safe."""
    cards_above: set[int] = set()
    layer = {card}
    while layer:
        layer = {other for other in range(DECK_SIZE) if not layer.isdisjoint(targets[other])}
        cards_above |= layer
    return tuple(
        max((other >> 2 for other in cards_above if other & 3 == suit), default=0)
        for suit in range(4)
    )


class Proof:
    """A run of the kernel from a position; it translates moves and positions for the game.

    Attributes:
        kernel: The kernel.
        caveat: Text to append to a proof by exhaustion.
    """

    def __init__(self, game: PatienceGame, position: Position, memory: int) -> None:
        from ludoscope.search.patience.kernels import proof

        self._game = game
        self.caveat = "" if game.normalise else ", safe cards sent home at once"
        columns, cells, foundation = to_kernel(position)
        foundation_moves = not game.normalise
        self.kernel = proof.Proof(
            columns, cells, foundation, rule_tables(game), foundation_moves, memory
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the current line; automatic ones only if they are moves of the game."""
        return tuple(
            (card, destination)
            for card, destination, is_automatic in self.kernel.current_line
            if not (is_automatic and self._game.normalise)
        )

    def progress(self, budget: Budget) -> Progress:
        """Return a progress report."""
        kernel = self.kernel
        return budget.progress(
            frontier=kernel.depth + 1,
            depth=kernel.depth,
            entries=kernel.entries,
            size_bytes=kernel.size_bytes,
            sample=from_kernel(kernel.position),
        )


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, or prove that there is none by searching every position.

    Time O(states · moves), some 4 million states a second; memory 27 to 53 bytes a state. Keys are
    exact. Only for variants for which `supports` is true.
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    proof = Proof(game, position, budget.memory_limit)
    status = yield from run_kernel(
        proof.kernel, budget, POSITIONS_PER_CALL, lambda: proof.progress(budget)
    )
    if status is Status.SOLVED:
        yield budget.solved(proof.moves)
    elif status is Status.EXHAUSTED:
        yield budget.unsolvable(
            exhaustion_proof(proof.kernel.entries, Counter()) + proof.caveat, exhausted=True
        )
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    else:
        yield budget.gave_up()
