"""All positions that are connected to the start of a puzzle of ORush, explored once.

What explores is loaded with the first look, in its thread: the first frame does without.
"""

from collections import Counter
from typing import TYPE_CHECKING

from ludoscope.games.rush.rules import MEASURES, Move, Position, RushGame
from ludoscope.search.kernels import is_compiled
from ludoscope.tui.model.reference import Reference
from ludoscope.tui.text.formatting import count

if TYPE_CHECKING:
    from ludoscope.search.events import Verdict
    from ludoscope.search.rush.explore import Component

SEA_BYTES = 1 << 26  # a million positions, about


def sea(game: RushGame) -> Reference | None:
    """Of ORush, as it declares."""
    return SeaReference(game) if is_compiled("ludoscope.search.rush.kernels.explore") else None


class SeaReference(Reference):
    """Every position of a puzzle of ORush, if there are not too many."""

    def __init__(self, game: RushGame) -> None:
        self._game = game
        self._measure = game.measure
        self._other = next(measure for measure in MEASURES if measure != game.measure)
        self._component: Component | None = None
        self._explored = False

    def verdict(self, position: Position) -> "Verdict | None":
        from ludoscope.search.budget import Budget, Limits
        from ludoscope.search.generic.path import exhaustion_proof
        from ludoscope.search.rush.explore import explore

        budget = Budget(Limits())
        if not self._explored:
            self._component = explore(self._game, position, SEA_BYTES)
            self._explored = True
        component = self._component
        if not component:
            return None
        if component.distance(position, self._measure) is None:
            return budget.unsolvable(exhaustion_proof(component.size, Counter()), exhausted=True)
        moves: list[Move] = []
        while (move := component.next_move(position, self._measure)) is not None:
            moves.append(move)
            position = self._game.play(position, move)
        return budget.solved(tuple(moves), self._measure)

    def aside(self, position: Position) -> str:
        """The distance in the measure that the game does not count in."""
        distance = self._component and self._component.distance(position, self._other)
        return f"{count(distance, self._other)} at the least" if distance else ""
