"""The selection on a patience table, and the moves that place the selected cards.

`Selection` holds cards picked from a location. `RaiseSelection` is the choice of a buried card that
is to be raised to the top of its column.
"""

from ludoscope.games.patience.cards import suit_of
from ludoscope.games.patience.messages import describe_card
from ludoscope.games.patience.position import (
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    RAISE,
    Move,
    Position,
    is_next_on_foundation,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import (
    column_destination,
    max_supermove_size,
    plan_supermove,
    top_run,
)
from ludoscope.tui.boards.patience.locations import Location, cell_letter, movable_card

NO_BURIED_CARD = "no card of that column is buried: only a card under others can be raised"


class Selection:
    """Cards picked at a location.

    Attributes:
        location: Where cards are picked; None if nothing is.
        count: The number of cards of a run; 0 for as many as can be moved.
        is_exact: Exactly `count` cards are moved, also onto a card that only fewer fit on.
    """

    def __init__(self, game: PatienceGame) -> None:
        self._game = game
        self.location: Location | None = None
        self.count = 0
        self.is_exact = False

    def pick(self, location: Location, count: int = 0, *, exact: bool = False) -> None:
        self.location, self.count, self.is_exact = location, count, exact

    def clear(self) -> None:
        """Select nothing."""
        self.location = None

    def cards(self, position: Position) -> tuple[int, ...]:
        """Return the picked cards, bottom to top: of a run as many as can be moved to a column."""
        if self.location is None:
            return ()
        kind, index = self.location
        if kind != "column":
            return (movable_card(self._game, position, self.location),)
        run = top_run(self._game, position.columns[index])
        count = self.count or max_supermove_size(self._game, position, index)
        return run[-count:]

    def resize(self, position: Position, change: int) -> bool:
        """Pick more cards of a run, or fewer; return False if that is impossible."""
        if self.location is None or self.location.kind != "column":
            return False
        count = len(self.cards(position)) + change
        if not 1 <= count <= len(top_run(self._game, position.columns[self.location.number])):
            return False
        self.count, self.is_exact = count, True
        return True

    def moves_to(self, position: Position, target: Location) -> list[Move]:
        """Return the moves that put the picked cards on a target.

        Raises:
            ValueError: They cannot go there; the message says why.
        """
        assert self.location
        game, source = self._game, self.location
        if source.kind == target.kind == "column":
            fits_automatically = not self.is_exact and position.columns[target.number]
            count = 0 if fits_automatically else self.count
            return plan_supermove(game, position, source.number, target.number, count=count)
        card = movable_card(game, position, source)
        if target.kind == "cell":
            destination = self._cell_destination(position, target.number)
        elif target.kind == "foundation":
            destination = self._foundation_destination(position, card, target.number)
        else:
            destination = column_destination(position, target.number)
        move = (card, destination)
        game.play(position, move)  # raises ValueError if it is not legal
        return [move]

    def _check_single_card(self, target_name: str) -> None:
        if self.is_exact and self.count > 1:
            raise ValueError(f"{target_name} takes one card at a time, not {self.count}")

    def _cell_destination(self, position: Position, index: int) -> int:
        assert self.location
        if self.location.kind == "cell":
            raise ValueError("that card is already in a cell")
        self._check_single_card("a cell")
        if index >= len(position.cells):
            raise ValueError("there are no cells in this game")
        if position.cells[index] != NO_CARD:
            card = describe_card(position.cells[index])
            raise ValueError(f"cell {cell_letter(index)} holds {card}")
        is_first_free = position.cells.index(NO_CARD) == index
        return FREE_CELL if is_first_free else FREE_CELL_OFFSET + index

    def _foundation_destination(self, position: Position, card: int, suit: int) -> int:
        if self._game.normalise:
            raise ValueError("cards go home by themselves in this game, as soon as they can")
        self._check_single_card("the foundation")
        if suit_of(card) != suit:
            raise ValueError(f"{describe_card(card)} goes home to its own suit")
        if not is_next_on_foundation(card, position.foundation):
            raise ValueError(f"{describe_card(card)} cannot go home yet")
        return FOUNDATION


class RaiseSelection:
    """The choice of a buried card to raise.

    Attributes:
        is_active: The card is being chosen.
    """

    def __init__(self) -> None:
        self.is_active = False
        self._cards_above = 1

    def begin(self, position: Position) -> str:
        """Begin to choose a card; return a message if no raise is left, else ""."""
        if not position.chances or not position.chances.raises:
            return "no raise is left"
        self.is_active, self._cards_above = True, 1
        return ""

    def end(self) -> None:
        """Stop choosing."""
        self.is_active = False

    def move_deeper(self, position: Position, column: int, change: int) -> None:
        """Choose a card `change` further down in the column, within its buried cards."""
        max_cards_above = len(position.columns[column]) - 1
        self._cards_above = max(1, min(max_cards_above, self._cards_above + change))

    def choose(self, cards_above: int) -> None:
        """Choose the card that this many cards lie on."""
        self._cards_above = cards_above

    def card(self, position: Position, column: int) -> int:
        """Return the chosen card of a column, NO_CARD if none is buried there."""
        cards = position.columns[column]
        cards_above = min(self._cards_above, len(cards) - 1)
        return cards[-1 - cards_above] if cards_above >= 1 else NO_CARD

    def moves(self, position: Position, column: int) -> list[Move]:
        """Return the move that raises the chosen card.

        Raises:
            ValueError: No card is buried in that column.
        """
        card = self.card(position, column)
        if card == NO_CARD:
            raise ValueError(NO_BURIED_CARD)
        return [(card, RAISE)]
