"""The part of `PatienceGame` that other modules of the rules use."""

from typing import Protocol

from ludoscope.games.patience.position import Column, Move, Position
from ludoscope.games.patience.variants import Variant


class Rules(Protocol):
    """What supermoves and notations use of a game."""

    variant: Variant
    normalise: bool

    def takes(self, card: int, target: Column) -> bool:
        """Whether a column takes `card`."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`; ValueError with a reason when it is illegal."""
