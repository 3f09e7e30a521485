"""The part of `PatienceGame` that other modules of the rules use.

`rules` imports these modules, so they cannot import `PatienceGame` itself.
"""

from typing import Protocol

from ludoscope.games.patience.position import Column, Move, Position
from ludoscope.games.patience.variants import Variant


class Rules(Protocol):
    """The attributes and methods of `PatienceGame` that supermoves and notations use."""

    variant: Variant
    normalise: bool

    def can_place(self, card: int, target: Column) -> bool:
        """Return True if `card` may be put on a column with the cards `target`."""
        ...

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; raise ValueError if it is illegal."""
        ...
