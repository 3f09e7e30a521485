"""Positions and moves of patience, and the check that a position is valid.

A column is a tuple of cards from bottom to top. A move is a tuple (card, destination), where the
destination is the card on top of the target column or one of the constants below.
"""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from ludoscope.games.patience.cards import DECK_SIZE, KING, card_name
from ludoscope.games.patience.deals import XPAT2_SEEDS
from ludoscope.games.patience.variants import Variant

Column = tuple[int, ...]
"""The cards of a column, bottom to top."""

Move = tuple[int, int]
"""A card and its destination: the card on top of the target column, or a constant below."""

EMPTY_COLUMN = 52  # the first empty column, `V` in text
FREE_CELL = 53  # the first free cell, `T`
FOUNDATION = 54  # the foundation, `F`; only in games without normalisation
RESHUFFLE = 55  # a reshuffle, `R`; the card is NO_CARD
RAISE = 56  # the top of the column that the card is in, `^`
EMPTY_COLUMN_OFFSET = 64  # EMPTY_COLUMN_OFFSET + i is the empty column i, `V1` for i = 0
FREE_CELL_OFFSET = 96  # FREE_CELL_OFFSET + i is the free cell i, `T1` for i = 0

NO_CARD = -1

_SORTED_DECK = list(range(DECK_SIZE))


class Chances(NamedTuple):
    """The reshuffles and raises that are left.

    Attributes:
        seed: The number of the deal, which determines the shuffles.
        reshuffles: Reshuffles left.
        raises: Raises left.
    """

    seed: int
    reshuffles: int
    raises: int

    @property
    def any_left(self) -> bool:
        """True if a reshuffle or a raise is left."""
        return bool(self.reshuffles or self.raises)


class Position(NamedTuple):
    """The cards on the table.

    Attributes:
        columns: The columns.
        cells: The card in each cell, NO_CARD where it is free.
        foundation: The number of cards of each suit on the foundation: clubs, spades, hearts,
            diamonds.
        chances: The reshuffles and raises left; None in games that have neither.
    """

    columns: tuple[Column, ...]
    cells: tuple[int, ...]
    foundation: tuple[int, ...]
    chances: Chances | None = None


def is_next_on_foundation(card: int, foundation: tuple[int, ...] | list[int]) -> bool:
    """Return True if `card` is the next card of its suit for the foundation."""
    return card >> 2 == foundation[card & 3]


class MutablePosition:
    """A position that is changed in place, for playing a sequence of moves quickly.

    Attributes:
        columns: The columns.
        tops: The top card of each column, NO_CARD where it is empty.
        cells: The card in each cell, NO_CARD where it is free.
        foundation: The number of cards of each suit on the foundation.
    """

    __slots__ = ("cells", "columns", "foundation", "tops")

    def __init__(self, position: Position) -> None:
        self.columns = list(position.columns)
        self.tops = [column[-1] if column else NO_CARD for column in position.columns]
        self.cells = list(position.cells)
        self.foundation = list(position.foundation)

    def to_position(self, chances: Chances | None) -> Position:
        """Return an immutable copy with the given reshuffles and raises left."""
        cells, foundation = tuple(self.cells), tuple(self.foundation)
        return Position._make((tuple(self.columns), cells, foundation, chances))

    def remove_top(self, index: int) -> None:
        """Remove the top card of a column."""
        column = self.columns[index] = self.columns[index][:-1]
        self.tops[index] = column[-1] if column else NO_CARD

    def put(self, index: int, card: int) -> None:
        """Put a card on top of a column."""
        self.columns[index] += (card,)
        self.tops[index] = card

    def normalise(self) -> None:
        """Move cards to the foundation until none of the columns or cells has the next card."""
        tops, cells, foundation = self.tops, self.cells, self.foundation
        changed = True
        # a replay spends most of its time here, so `is_next_on_foundation` is inlined
        while changed:
            changed = False
            for index, card in enumerate(tops):
                while card != NO_CARD and card >> 2 == foundation[card & 3]:
                    foundation[card & 3] += 1
                    self.remove_top(index)
                    card = tops[index]
                    changed = True
            for index, card in enumerate(cells):
                if card != NO_CARD and card >> 2 == foundation[card & 3]:
                    foundation[card & 3] += 1
                    cells[index] = NO_CARD
                    changed = True


def normalised(position: Position) -> Position:
    """Return the position after moving all cards that can go to the foundation there."""
    result = MutablePosition(position)
    result.normalise()
    return result.to_position(position.chances)


def position_error(variant: Variant, position: Position) -> str:
    """Return a message that says why a position is not valid for a variant, "" if it is valid."""
    columns, cells, foundation, chances = position
    if len(columns) != len(variant.column_sizes):
        return f"found {len(columns)} columns, {variant.name} has {len(variant.column_sizes)}"
    if len(cells) != variant.cells:
        return f"found {len(cells)} cells, {variant.name} has {variant.cells}"
    if len(foundation) != 4 or not all(0 <= count <= KING for count in foundation):
        return f"found the foundation {foundation}, expected four counts of 0 to {KING}"
    foundation_cards = [4 * rank + suit for suit in range(4) for rank in range(foundation[suit])]
    cell_cards = [card for card in cells if card != NO_CARD]
    if sorted(chain(foundation_cards, cell_cards, *columns)) == _SORTED_DECK:
        return _chances_error(variant, chances)
    return _deck_error(foundation_cards, (*chain(*columns), *cell_cards))


def _deck_error(foundation_cards: Iterable[int], table_cards: Iterable[int]) -> str:
    """Return a message that says why these cards are not those of a deck."""
    checked = set(foundation_cards)
    for card in table_cards:
        if card in checked:
            return f"found {card_name(card)} twice"
        if not 0 <= card < DECK_SIZE and card != NO_CARD:
            return f"found {card}, expected a card 0 to {DECK_SIZE - 1}"
        if card != NO_CARD:
            checked.add(card)
    missing = [card_name(card) for card in range(DECK_SIZE) if card not in checked]
    if missing:
        further = f" and {len(missing) - 1} more cards" if len(missing) > 1 else ""
        return f"{missing[0]}{further} missing"
    return f"found {NO_CARD} in a column, expected cards"


def _chances_error(variant: Variant, chances: Chances | None) -> str:
    if variant.has_chances:
        if chances is None:
            return f"found no chances, {variant.name} has some"
        if chances.seed not in XPAT2_SEEDS:
            return f"found deal {chances.seed}, expected 1 to {XPAT2_SEEDS[-1]:,}"
        if chances.reshuffles not in range(variant.reshuffles + 1):
            return f"found {chances.reshuffles} reshuffles, expected 0 to {variant.reshuffles}"
        if chances.raises not in range(variant.raises + 1):
            return f"found {chances.raises} raises, expected 0 to {variant.raises}"
    elif chances:
        return f"found chances, {variant.name} has none"
    return ""
