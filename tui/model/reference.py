"""Where positions are looked up rather than searched.

    tui.model.peg_atlas   of a peg problem, once it is made
    tui.model.rush_state_space     of ORush: all that is connected to the start, with its distances

A look takes microseconds, but reading or exploring takes milliseconds: verdicts are for a thread.
"""

from typing import TYPE_CHECKING, Any

from ludoscope.games import AnyGame
from ludoscope.tui.boards.registry import board_family

if TYPE_CHECKING:
    from ludoscope.search.events import Verdict


class Reference:
    """What is known for certain of the positions that a game's start leads to: here nothing."""

    def verdict(self, position: Any) -> "Verdict | None":
        """What is known, with a line that wins or a proof; None where it has to be searched."""
        return None

    def aside(self, position: Any) -> str:
        """What else is known once a verdict was given, in a few words."""
        return ""


def reference(game: AnyGame) -> Reference:
    """Where the positions of this game are looked up."""
    return board_family(game.family).reference(game) or Reference()
