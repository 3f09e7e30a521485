"""Choosing the buried card that is to be raised to the top of its column."""

from ludoscope.games.patience.position import NONE, RAISE, Move, Position

NONE_BURIED = "no card of that column is buried: only a card under others can be raised"


class Raising:
    """`on` while a card is being chosen; `under` others from the top, 1 for the next one."""

    def __init__(self) -> None:
        self.on = False
        self._under = 1

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
        return cards[-1 - under] if under >= 1 else NONE

    def moves(self, position: Position, column: int) -> list[Move]:
        """ValueError when no card is buried there."""
        card = self.card(position, column)
        if card == NONE:
            raise ValueError(NONE_BURIED)
        return [(card, RAISE)]
