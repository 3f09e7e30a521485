"""Positions of patience, their checks, and moving cards to the foundation.

column  cards bottom to top
cells   the card in each cell, NONE where it is free
home    on the foundation
chances the reshuffles and raises that are left, in games that have any
"""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from ludoscope.games.patience.cards import DECK, KING, card_name
from ludoscope.games.patience.deals import XPAT2_SEEDS
from ludoscope.games.patience.variants import Variant

Column = tuple[int, ...]
Move = tuple[int, int]
"""(card, destination). A destination is the card on top of the target column, or one of these."""

EMPTY_COLUMN = 52  # the first empty column, `V` in text
FREE_CELL = 53  # the first free cell, `T`
HOME = 54  # the foundation, `F`, where going home is a move
RESHUFFLE = 55  # a reshuffle; its card is NONE, its text `R`
RAISE = 56  # the top of the column that the card is in, `^`
COLUMN = 64  # + i: the empty column i; `V1` for i = 0
CELL = 96  # + i: the free cell i; `T1` for i = 0

NONE = -1

WHOLE_DECK = list(range(DECK))


class Chances(NamedTuple):
    """The reshuffles and raises left; `seed` is that of the deal, which determines the shuffles."""

    seed: int
    reshuffles: int
    raises: int

    @property
    def some(self) -> bool:
        return bool(self.reshuffles or self.raises)


class Position(NamedTuple):
    """`foundation` counts the cards home of each suit: clubs, spades, hearts, diamonds.

    `chances` is None in games without any.
    """

    columns: tuple[Column, ...]
    cells: tuple[int, ...]
    foundation: tuple[int, ...]
    chances: Chances | None = None


def can_go_home(card: int, foundation: tuple[int, ...] | list[int]) -> bool:
    return card >> 2 == foundation[card & 3]


class Tableau:
    """The cards of a position in lists, which moves change in place; `tops` as in the rules."""

    __slots__ = ("cells", "columns", "foundation", "tops")

    def __init__(self, position: Position) -> None:
        self.columns = list(position.columns)
        self.tops = [column[-1] if column else NONE for column in position.columns]
        self.cells = list(position.cells)
        self.foundation = list(position.foundation)

    def position(self, chances: Chances | None) -> Position:
        """The position that has these cards."""
        cells, foundation = tuple(self.cells), tuple(self.foundation)
        return Position._make((tuple(self.columns), cells, foundation, chances))

    def take(self, index: int) -> None:
        """Take the top card off a column."""
        column = self.columns[index] = self.columns[index][:-1]
        self.tops[index] = column[-1] if column else NONE

    def put(self, index: int, card: int) -> None:
        """Put a card on top of a column."""
        self.columns[index] += (card,)
        self.tops[index] = card

    def send_home(self) -> None:
        """Send home every card that can go, repeatedly."""
        tops, cells, foundation = self.tops, self.cells, self.foundation
        moving = True
        while moving:  # a replay spends its time here: `can_go_home` is written out
            moving = False
            for index, card in enumerate(tops):
                while card != NONE and card >> 2 == foundation[card & 3]:
                    foundation[card & 3] += 1
                    self.take(index)
                    card, moving = tops[index], True
            for index, card in enumerate(cells):
                if card != NONE and card >> 2 == foundation[card & 3]:
                    foundation[card & 3] += 1
                    cells[index], moving = NONE, True


def send_home(position: Position) -> Position:
    """The position once every card that can go home has gone, repeatedly."""
    tableau = Tableau(position)
    tableau.send_home()
    return tableau.position(position.chances)


def fault(variant: Variant, position: Position) -> str:
    """What is wrong with a position of `variant`, as a sentence; "" if it is valid."""
    columns, cells, foundation, chances = position
    if len(columns) != len(variant.dealt):
        return f"found {len(columns)} columns, {variant.name} has {len(variant.dealt)}"
    if len(cells) != variant.cells:
        return f"found {len(cells)} cells, {variant.name} has {variant.cells}"
    if len(foundation) != 4 or not all(0 <= count <= KING for count in foundation):
        return f"found the foundation {foundation}, expected four counts of 0 to {KING}"
    home = [4 * rank + suit for suit in range(4) for rank in range(foundation[suit])]
    held = [card for card in cells if card != NONE]
    if sorted(chain(home, held, *columns)) == WHOLE_DECK:
        return _fault_of_chances(variant, chances)
    return _misdealt(columns, held, home)


def _misdealt(columns: Iterable[Column], held: Iterable[int], home: Iterable[int]) -> str:
    """What is wrong with the cards of a position that are not just those of a deck."""
    seen = set(home)
    for card in (*chain(*columns), *held):
        if card in seen:
            return f"found {card_name(card)} twice"
        if not 0 <= card < DECK and card != NONE:
            return f"found {card}, expected a card 0 to {DECK - 1}"
        if card != NONE:
            seen.add(card)
    missing = [card_name(card) for card in range(DECK) if card not in seen]
    if missing:
        rest = f" and {len(missing) - 1} more cards" if len(missing) > 1 else ""
        return f"{missing[0]}{rest} missing"
    return f"found {NONE} in a column, expected cards"


def _fault_of_chances(variant: Variant, chances: Chances | None) -> str:
    if variant.chancy:
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
