"""The positions that a search has visited, so that it enters none twice."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol

from ludoscope.search.generic.path import Dead, exhaustion


class Space(Protocol):
    """The part of a game that a search uses; other representations of positions have it too."""

    measure: str

    def moves(self, position: Any) -> Sequence[Any]: ...

    def play(self, position: Any, move: Any) -> Any: ...

    def is_won(self, position: Any) -> bool: ...

    def key(self, position: Any) -> Hashable: ...


class Visited:
    """Visited positions by key; `pruned` counts those that each proof of loss excluded."""

    def __init__(self, game: Space, position: Any, dead: Dead) -> None:
        self.pruned: Counter[str] = Counter()
        self._game = game
        self._dead = dead
        self._keys = {game.key(position)}

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def proof(self) -> str:
        """The proof of a search that found no win in all positions."""
        return exhaustion(len(self), self.pruned)

    def successors(self, position: Any) -> Iterator[tuple[Any, Any, bool]]:
        """(successor, move, whether it is won) of each unvisited successor, which is now visited.

        In the order of moves. Those that `dead` proves lost are counted and left out.
        """
        game, keys = self._game, self._keys
        for move in game.moves(position):
            child = game.play(position, move)
            key = game.key(child)
            if key in keys:
                continue
            keys.add(key)
            won = game.is_won(child)
            if not won and (reason := self._dead(child)):
                self.pruned[reason] += 1
                continue
            yield child, move, won
