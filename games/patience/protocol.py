"""What the parts of the rules ask of the game that they belong to."""

from typing import Protocol

from ludoscope.games.patience.position import Column, Move, Position
from ludoscope.games.patience.variants import Variant


class Rules(Protocol):
    """The part of `PatienceGame` on which carrying runs and reading moves are built."""

    variant: Variant
    normalise: bool

    def takes(self, card: int, target: Column) -> bool:
        """Whether a column takes `card`."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`; ValueError with a reason when it is illegal."""
