"""The fewest moves left in peg solitaire, found among the winnable positions of an atlas."""

from collections.abc import Hashable

from ludoscope.games.peg.rules import Move
from ludoscope.search.peg.atlas import Atlas


class SearchLimitReached(Exception):
    """Raised when a search has explored as many positions as it may."""


class MovesLeftSearch:
    """A search for the fewest moves left, where consecutive jumps by one peg are one move.

    The results are kept: a search that is ended by its limit has done a part of the next one.
    """

    def __init__(self, atlas: Atlas) -> None:
        """Create a search that has explored nothing.

        Args:
            atlas: The atlas of the problem.
        """
        self._atlas = atlas
        self._game = atlas.game
        self._known: dict[Hashable, int] = {}  # by `PegGame.key`, for any peg that moves next
        self._explored_left = 0

    def after_jumps(self, jumps: dict[Move, int], max_explored: int) -> dict[Move, int]:
        """Return the fewest moves left after each of several jumps.

        Args:
            jumps: The winnable position after each jump.
            max_explored: How many positions may be explored; some 0.1 ms each.

        Returns:
            The numbers, none if the limit was reached.
        """
        self._explored_left = max_explored
        try:
            return {jump: self._after_jump(child, jump) for jump, child in jumps.items()}
        except SearchLimitReached:
            return {}

    def _after_jump(self, position: int, jump: Move) -> int:
        """Return the fewest moves left if more jumps by the same peg continue its move."""
        children = self._winnable_children(position)
        continued = (
            self._after_jump(child, (source, target))
            for (source, target), child in children.items()
            if source == jump[1]
        )
        return min([self._fewest(position), *continued])

    def _fewest(self, position: int) -> int:
        if position == self._game.finish:
            return 0
        key = self._game.key(position)
        if key not in self._known:
            self._explored_left -= 1
            if self._explored_left < 0:
                raise SearchLimitReached
            children = self._winnable_children(position).items()
            self._known[key] = 1 + min(self._after_jump(child, jump) for jump, child in children)
        return self._known[key]

    def _winnable_children(self, position: int) -> dict[Move, int]:
        moves = self._atlas.winning_moves(position)
        return {move: self._game.play(position, move) for move in moves}
