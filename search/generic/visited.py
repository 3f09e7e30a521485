"""The set of positions that a search has visited, also known as its closed list."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol

from ludoscope.search.generic.path import LossProof, exhaustion_proof
from ludoscope.search.trace import Tracer


class StateSpace(Protocol):
    """The methods of a game that a search uses.

    Classes that represent positions differently, such as `games.rush.encodings`, have them too.
    """

    measure: str

    def moves(self, position: Any, /) -> Sequence[Any]:
        """Return the legal moves of a position."""
        ...

    def play(self, position: Any, move: Any, /) -> Any:
        """Return the position after a move."""
        ...

    def is_won(self, position: Any, /) -> bool:
        """Return True if a position is won."""
        ...

    def key(self, position: Any, /) -> Hashable:
        """Return the key of a position, equal for positions that are equal up to symmetry."""
        ...


class VisitedSet:
    """The visited positions by key.

    Attributes:
        pruned: How many of them were pruned, by the reason that the pruning rule gave.
        trace: The tracer of the search, or None.
    """

    trace: Tracer | None = None

    def __init__(self, game: StateSpace, start: Any, dead: LossProof) -> None:
        self.pruned: Counter[str] = Counter()
        self._game = game
        self._dead = dead
        self._keys = {game.key(start)}

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def proof(self) -> str:
        """The proof that there is no solution, valid once all positions have been searched."""
        return exhaustion_proof(len(self), self.pruned)

    def successors(self, position: Any) -> Iterator[tuple[Any, Any, bool]]:
        """Yield the unvisited successors of a position in the order of moves, and visit them.

        Yields:
            (successor, move, is_won). Successors that the pruning rule proves lost are visited but
            not yielded.
        """
        game, keys = self._game, self._keys
        trace = self.trace
        for move in game.moves(position):
            successor = game.play(position, move)
            key = game.key(successor)
            if key in keys:
                if trace:
                    trace.duplicate(successor, move)
                continue
            keys.add(key)
            is_won = game.is_won(successor)
            if not is_won and (reason := self._dead(successor)):
                if trace:
                    trace.prune(successor, move, reason)
                self.pruned[reason] += 1
                continue
            yield successor, move, is_won
