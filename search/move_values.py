"""Values of moves: whether a position can be won after each move, and how soon.

A family names a function in `SolverSet.value_moves`. It is called with the game, a position and
`Limits`, and yields pairs of a step and its `MoveValue` as they are found. A *step* is what the
player makes at once: a tuple of moves of the game, most often one. `search.process.values_worker`
runs such a function in a process of its own.
"""

from typing import Any, NamedTuple

WIN, LOSS, UNDECIDED = "win", "loss", "undecided"

Step = tuple[Any, ...]
"""The moves that the player makes at once."""


class MoveValue(NamedTuple):
    """The value of a move.

    Attributes:
        outcome: WIN if the player can still win after it, LOSS if that is proved impossible, else
            UNDECIDED.
        moves_left: The fewest moves to the end after it; in a game for two, the plies from before
            it with best play; None if it is not known.
    """

    outcome: str
    moves_left: int | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """A key that sorts values, the best first: quick wins before slow ones."""
        order = (WIN, UNDECIDED, LOSS).index(self.outcome)
        length = self.moves_left or 0
        return order, -length if self.outcome == LOSS else length


StepValue = tuple[Step, MoveValue]
