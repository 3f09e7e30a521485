"""What is picked on a patience, and what putting it somewhere means."""

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
from ludoscope.tui.boards.patience.layout import Place
from ludoscope.tui.boards.patience.locations import card_at, letter

NONE_BURIED = "no card of that column is buried: only a card under others can be raised"


class Hand:
    """`place`: where cards are picked; `count` of them, 0 for as many as go.

    `exact`: no more and no fewer go onto a card either.
    """

    def __init__(self, game: PatienceGame) -> None:
        self._game = game
        self.place: Place | None = None
        self.count = 0
        self.exact = False

    def take(self, place: Place, count: int = 0, *, exact: bool = False) -> None:
        self.place, self.count, self.exact = place, count, exact

    def drop(self) -> bool:
        """Hold nothing any more; whether anything was held."""
        held, self.place = self.place is not None, None
        return held

    def held(self, position: Position) -> tuple[int, ...]:
        """The cards picked, bottom to top: of a run as many as may be carried to a column."""
        if self.place is None:
            return ()
        kind, index = self.place
        if kind != "column":
            return (card_at(self._game, position, self.place),)
        run = top_run(self._game, position.columns[index])
        return run[-(self.count or max_supermove_size(self._game, position, index)) :]

    def resize(self, position: Position, by: int) -> bool:
        """Pick more cards of a run, or fewer; False when there are no more, or no fewer."""
        if self.place is None or self.place[0] != "column":
            return False
        count = len(self.held(position)) + by
        if not 1 <= count <= len(top_run(self._game, position.columns[self.place[1]])):
            return False
        self.count, self.exact = count, True
        return True

    def moves_to(self, position: Position, place: Place) -> list[Move]:
        """What putting the picked cards there means; ValueError with a reason when they may not."""
        assert self.place
        game, (kind, source), (onto, index) = self._game, self.place, place
        if kind == onto == "column":
            lazy = not self.exact and position.columns[index]
            count = 0 if lazy else self.count
            return plan_supermove(game, position, source, index, count=count)
        card = card_at(game, position, self.place)
        if onto == "cell":
            moves = [(card, self._cell(position, index))]
        elif onto == "home":
            moves = [(card, self._home(position, card, index))]
        else:
            moves = [(card, column_destination(position, index))]
        game.play(position, moves[0])
        return moves

    def _single(self, where: str) -> None:
        if self.exact and self.count > 1:
            raise ValueError(f"{where} takes one card at a time, not {self.count}")

    def _cell(self, position: Position, index: int) -> int:
        assert self.place
        if self.place[0] == "cell":
            raise ValueError("that card is already in a cell")
        self._single("a cell")
        if index >= len(position.cells):
            raise ValueError("there are no cells in this game")
        if position.cells[index] != NO_CARD:
            raise ValueError(f"cell {letter(index)} holds {describe_card(position.cells[index])}")
        return FREE_CELL if position.cells.index(NO_CARD) == index else FREE_CELL_OFFSET + index

    def _home(self, position: Position, card: int, suit: int) -> int:
        if self._game.normalise:
            raise ValueError("cards go home by themselves in this game, as soon as they can")
        self._single("the foundation")
        if suit_of(card) != suit:
            raise ValueError(f"{describe_card(card)} goes home to its own suit")
        if not is_next_on_foundation(card, position.foundation):
            raise ValueError(f"{describe_card(card)} cannot go home yet")
        return FOUNDATION

    def away(self, position: Position) -> list[Move]:
        """The card home if it can go there, else to a free cell; ValueError where neither goes."""
        assert self.place
        card = card_at(self._game, position, self.place)
        if not self._game.normalise and is_next_on_foundation(card, position.foundation):
            return [(card, FOUNDATION)]
        if self.place[0] != "column":
            raise ValueError(f"{describe_card(card)} cannot go home yet")
        if NO_CARD in position.cells:
            return [(card, FREE_CELL)]
        none = "no cell is free" if position.cells else "there are no cells in this game"
        home = "" if self._game.normalise else f"{describe_card(card)} cannot go home yet, and "
        raise ValueError(f"{home}{none}")


class Raising:
    """The card to be raised, `under` others; `on` while it is being chosen."""

    def __init__(self) -> None:
        self.on = False
        self._under = 1  # the next one from the top

    def begin(self, position: Position) -> str:
        """Why it cannot be begun, "" when it has."""
        if not position.chances or not position.chances.raises:
            return "no raise is left"
        self.on, self._under = True, 1
        return ""

    def end(self) -> bool:
        was, self.on = self.on, False
        return was

    def deeper(self, position: Position, column: int, by: int) -> None:
        """A card further down, or up."""
        most = len(position.columns[column]) - 1
        self._under = max(1, min(most, self._under + by))

    def aim(self, under: int) -> None:
        """Choose the card that so many lie on."""
        self._under = under

    def card(self, position: Position, column: int) -> int:
        """The card that is chosen there, NONE when none is buried."""
        cards = position.columns[column]
        under = min(self._under, len(cards) - 1)
        return cards[-1 - under] if under >= 1 else NO_CARD

    def moves(self, position: Position, column: int) -> list[Move]:
        """ValueError when no card is buried there."""
        card = self.card(position, column)
        if card == NO_CARD:
            raise ValueError(NONE_BURIED)
        return [(card, RAISE)]
