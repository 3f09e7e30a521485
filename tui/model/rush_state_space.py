"""Verdicts from the state space of an ORush puzzle: all positions reachable from its start."""

from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING, cast

from ludoscope.games.rush.rules import Move, Position, RushGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.generic.path import exhaustion_proof
from ludoscope.search.kernels import is_compiled
from ludoscope.tui import lazy
from ludoscope.tui.model.reference import Reference

if TYPE_CHECKING:
    from ludoscope.search.events import Verdict
    from ludoscope.search.rush.explore import Component

MAX_STATE_SPACE_BYTES = 1 << 26  # about a million positions


def create_state_space_reference(game: RushGame) -> Reference | None:
    """Return the state space of a puzzle; None without the compiled kernel that explores it."""
    if not is_compiled("ludoscope.search.rush.kernels.explore"):
        return None
    return StateSpaceReference(game)


class StateSpaceReference(Reference):
    """The distance to the goal of every reachable position, if there are not too many."""

    def __init__(self, game: RushGame) -> None:
        self._game = game
        self._measure = game.measure
        self._component: Component | None = None
        self._is_explored = False

    def find_verdict(self, position: Hashable) -> "Verdict | None":
        """Return a shortest solution or a proof that there is none, exploring on the first call."""
        current = cast(Position, position)
        budget = Budget(Limits())
        if not self._is_explored:
            self._component = lazy.explore.explore(self._game, current, MAX_STATE_SPACE_BYTES)
            self._is_explored = True
        component = self._component
        if not component:
            return None
        if component.distance(current, self._measure) is None:
            return budget.unsolvable(exhaustion_proof(component.size, Counter()), exhausted=True)
        moves: list[Move] = []
        while (move := component.next_move(current, self._measure)) is not None:
            moves.append(move)
            current = self._game.play(current, move)
        return budget.solved(tuple(moves), self._measure)
