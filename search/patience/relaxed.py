"""The relaxed game of patience, in which some of the cards are free.

A set of cards is a core of a loss if the position is lost although all other cards are *free*. The
relaxed game has the position and the rules of the game without normalisation, but for this:

* A free card goes home from where it lies when its turn comes, whatever lies on it as given.
* A free card covers no other card and takes no cell, and a column of free cards is empty.
* A card can be put on a free one as the rules allow, but only after all cards that are not free and
  lie on it in the given position have left their column; then nobody asks where it lies: it is in a
  place of its own, from which it moves only home, and only while nothing has been put on it.

Soundness: if the relaxed game is lost, so is the position. Let a line of the game win, with its
automatic moves home as moves. Leave out the moves of free cards to other places than home, and of
the only card of a column to an empty one; play the rest in the relaxed game. By induction every
move is legal there, since up to it each card that is not free lies in the relaxed game on what it
lies on in the game, apart from free cards between:

* The card to be moved has nothing on it. A card that lay on it in the relaxed game would lie there
  as given, or have been put there by the line and not moved since; it would lie above it in the
  game too. This is also true of a free card that goes home, and of a card to be built on.
* A free card that is built on is uncovered in the game, so all that lay on it as given has left.
* If the game has an empty column, so has the relaxed game: the lowest card of each of its columns
  is there as given or was put on an empty column, and lies in another column of the game each.
* If a cell is free in the game, one is free in the relaxed game: its cells hold no other cards.
* The foundations are the same, and at the end all cards are home.

With more cards free, a line of the relaxed game wins by the same argument. So if a position is won
with one set of cards free, it is won with each larger set: that a card cannot be left out of a core
stays true when others have been.

`RelaxedGame` has the rules. `prove` decides it with a kernel, `uninformed.depth_first` without.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any, NamedTuple, cast

from ludoscope.games import AnyGame
from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    FOUNDATION,
    FREE_CELL,
    NO_CARD,
    Column,
    Move,
    Position,
    is_next_on_foundation,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import NOTHING
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event
from ludoscope.search.generic.path import exhaustion_proof
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.guarantees import ANY_SOLUTION, DEPTH_FIRST
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.patience import proof
from ludoscope.search.patience.heuristics import NEVER_UNCOVERED
from ludoscope.search.process.kernel_runner import run_kernel
from ludoscope.search.solver import Solver


class RelaxedPosition(NamedTuple):
    """A position of the relaxed game.

    Attributes:
        columns: The columns without free cards.
        places: The place of each free card, in the order of the cards: the free card and those put
            on it; empty once it is home.
        cells: The cards in cells, sorted.
        foundation: The number of cards of each suit on the foundation.
        covered: The free cards on which cards still lie as given.
    """

    columns: tuple[Column, ...]
    places: tuple[Column, ...]
    cells: Column
    foundation: tuple[int, ...]
    covered: frozenset[int]


class RelaxedGame:
    """The relaxed game: moves and positions, for `search.verify` and searches in this process.

    Attributes:
        base: The game without normalisation.
        given: The position in which it begins, as a position of the game.
        free_cards: The free cards.
        start: The position in which it begins.
    """

    family = "patience"
    measure = "cards"
    players = 1

    def __init__(self, game: PatienceGame, position: Position, free_cards: Collection[int]) -> None:
        self.base = PatienceGame(game.variant, position, normalise=False)
        self.given = position
        self.free_cards = frozenset(free_cards)
        # the free cards between a card and the next one below it that is not free, by that card
        self._beneath: dict[int, frozenset[int]] = {}
        for column in position.columns:
            uncovered: set[int] = set()
            for card in column:
                if card in self.free_cards:
                    uncovered.add(card)
                elif uncovered:
                    self._beneath[card] = frozenset(uncovered)
                    uncovered.clear()
        self.start = RelaxedPosition(
            tuple(tuple(c for c in column if c not in free_cards) for column in position.columns),
            tuple((card,) for card in sorted(self.free_cards)),
            tuple(sorted(c for c in position.cells if c != NO_CARD and c not in free_cards)),
            position.foundation,
            frozenset(chain.from_iterable(self._beneath.values())),
        )

    def moves(self, position: RelaxedPosition) -> list[Move]:
        """Return the legal moves, sorted."""
        piles = (*position.columns, *position.places)
        tops = {pile[-1] for pile in piles if pile}
        is_column_empty = () in position.columns
        # to move such a card to another empty column changes nothing
        lone_cards = {
            column[0]
            for column in position.columns
            if len(column) == 1 and not self._beneath.get(column[0], set()) & position.covered
        }
        moves: list[Move] = []
        for card in (*tops, *position.cells):
            if is_next_on_foundation(card, position.foundation):
                moves.append((card, FOUNDATION))
            if card in self.free_cards:
                continue
            targets = self.base.variant.build_targets(card)
            moves += [(card, t) for t in targets if t in tops and t not in position.covered]
            if is_column_empty and self.base.variant.can_fill(card) and card not in lone_cards:
                moves.append((card, EMPTY_COLUMN))
            if len(position.cells) < self.base.variant.cells and card not in position.cells:
                moves.append((card, FREE_CELL))
        return sorted(moves)

    def play(self, position: RelaxedPosition, move: Move) -> RelaxedPosition:
        """Return the position after a move; raise ValueError if it is illegal."""
        if move not in self.moves(position):
            raise ValueError(f"{move} is no move of the relaxed game")
        card, destination = move
        columns, places = (
            [pile[:-1] if pile[-1:] == (card,) else pile for pile in piles]
            for piles in (position.columns, position.places)
        )
        cells = [other for other in position.cells if other != card]
        foundation = list(position.foundation)
        if destination == FOUNDATION:
            foundation[card & 3] += 1
        elif destination == FREE_CELL:
            cells.append(card)
        elif destination == EMPTY_COLUMN:
            columns[position.columns.index(())] = (card,)
        else:
            columns, places = (
                [(*pile, card) if pile[-1:] == (destination,) else pile for pile in piles]
                for piles in (columns, places)
            )
        return RelaxedPosition(
            tuple(columns),
            tuple(places),
            tuple(sorted(cells)),
            tuple(foundation),
            position.covered - self._beneath.get(card, frozenset()),
        )

    def is_won(self, position: RelaxedPosition) -> bool:
        """Return True if all cards are home."""
        return sum(position.foundation) == DECK_SIZE

    def key(self, position: RelaxedPosition) -> RelaxedPosition:
        """Return the position with its columns in order."""
        return position._replace(columns=tuple(sorted(position.columns)))

    def with_types(self) -> AnyGame:
        """Return the game for searches in this process, which need no texts of positions."""
        return cast("AnyGame", self)


def prove(game: RelaxedGame, position: RelaxedPosition, limits: Limits) -> Iterator[Event]:
    """Decide the relaxed game from its start.

    The delete relaxation of `search.patience.heuristics` comes first where it applies, then an
    exhaustive depth-first search: by the kernel of `search.patience.proof`, or the readable one.
    """
    budget = Budget(limits)
    if game.is_won(position):
        yield budget.solved(())
        return
    if _is_refuted(game):
        yield budget.unsolvable(NEVER_UNCOVERED)
        return
    if not (proof.supports(game.base.variant) and all(map(is_compiled, proof.KERNELS))):
        yield from depth_first(game.with_types(), position, limits)
        return
    kernel = _kernel(game, budget.memory_limit)
    status = yield from run_kernel(
        kernel,
        budget,
        proof.POSITIONS_PER_CALL,
        lambda: budget.progress(entries=kernel.entries, size_bytes=kernel.size_bytes),
    )
    if status is Status.SOLVED:
        yield budget.solved(tuple((card, place) for card, place, _ in kernel.current_line))
    elif status is Status.EXHAUSTED:
        yield budget.unsolvable(exhaustion_proof(kernel.entries, Counter()), exhausted=True)
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    else:
        yield budget.gave_up()


RELAXED_PROVER = Solver("relaxed", ANY_SOLUTION, DEPTH_FIRST, prove, kernels=proof.KERNELS)
"""The solver of the relaxed game, which no list shows."""


def _kernel(game: RelaxedGame, memory: int) -> Any:
    from ludoscope.search.patience.kernels.proof import Proof

    columns, cells, foundation = proof.to_kernel(game.given)
    if game.base.variant.fill_rule == NOTHING:  # fewer places: an empty column is of no use
        kept = [column for column in columns if not game.free_cards.issuperset(column)]
        columns = [*kept, [card for column in columns if column not in kept for card in column]]
    rules = proof.rule_tables(game.base)
    return Proof(columns, cells, foundation, rules, True, memory, game.free_cards)


def _is_refuted(game: RelaxedGame) -> bool:
    """Return True if a card is never uncovered, even if exposed cards could always be built on.

    For variants without cells in which nothing is put on an empty column. Free cards count as home
    in their turn, and as exposed once no other card lies on them as given.
    """
    variant = game.base.variant
    if variant.fill_rule != NOTHING or variant.cells:
        return False
    columns = [list(column) for column in game.given.columns]
    foundation = list(game.given.foundation)
    departed, exposed = set(game.free_cards), set[int]()
    has_changed = True
    while has_changed:
        has_changed = False
        for suit in range(4):
            while 4 * foundation[suit] + suit in departed:
                foundation[suit] += 1
        for column in columns:
            while column:
                card = column[-1]
                exposed.add(card)
                if (
                    card not in game.free_cards
                    and not is_next_on_foundation(card, foundation)
                    and exposed.isdisjoint(variant.build_targets(card))
                ):
                    break
                departed.add(column.pop())
                has_changed = True
    return any(columns)
