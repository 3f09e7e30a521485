"""Verdicts that are looked up rather than searched.

tui.model.peg_atlas          the winnable positions of a peg problem, if its atlas was built
tui.model.rush_state_space   all positions of an ORush puzzle with their distances
"""

from collections.abc import Hashable
from typing import TYPE_CHECKING

from ludoscope.games import AnyGame
from ludoscope.tui.boards.registry import board_family

if TYPE_CHECKING:
    from ludoscope.search.events import Verdict


class Reference:
    """A source of proved verdicts on the positions of a game; this one has none.

    A lookup takes microseconds, but the first may load a file or explore for milliseconds: call
    `find_verdict` in a thread.
    """

    def find_verdict(self, position: Hashable) -> "Verdict | None":
        """Return a win with its line or a proof of the loss, None if a search is needed."""
        return None


def create_reference(game: AnyGame) -> Reference:
    """Return the reference of the game's family, or one without verdicts."""
    return board_family(game.family).create_reference(game) or Reference()
