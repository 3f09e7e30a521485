"""MapWalk: a walk over the map of a game, beginning with the player's own game.

The map itself is a `StateMap`; see `puzzles.state_map_process`. A walk goes from position to
position by the moves of the game, so it can also leave a map that is only a sample.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.puzzles.state_map import FIRST_WINS, SECOND_WINS
from ludoscope.puzzles.state_map_process import StateMap, Ways


@dataclass(frozen=True)
class MapStep:
    """A move from the current position of the walk.

    Attributes:
        move: The move.
        position: The position after it.
        index: Its index on the map; None if it is not on it.
    """

    move: Hashable
    position: Any
    index: int | None


class MapWalk:
    """The current position on a map, the way to it, and the moves from it.

    Args:
        game: The game.
        state_map: Its map.
        positions: The positions of the player's game, from its start to the current one.
        moves: The moves between them.

    Attributes:
        state_map: The map.
        moves: The moves from the start of the game to the current position.
        steps: The moves from the current position, the nearest to a win first.
        choice: The index of the chosen one of `steps`; 0 if there are none.
    """

    def __init__(
        self,
        game: AnyGame,
        state_map: StateMap,
        positions: Sequence[Any],
        moves: Sequence[Hashable],
    ) -> None:
        self.state_map = state_map
        self._game = game
        self._indices = {text: index for index, text in enumerate(state_map.texts)}
        self._played = tuple(positions), tuple(moves)
        self._ways: Ways | None = None
        # the map may begin with a later position than the game
        starts = (ply for ply, one in enumerate(positions) if self.index_of(one) == 0)
        self._first_ply = max(starts, default=len(positions) - 1)
        self.restart()

    def index_of(self, position: Any) -> int | None:
        """Return the index of a position; None if it is not on the map."""
        return self._indices.get(self._game.text(position))

    @property
    def position(self) -> Any:
        """The current position."""
        return self._positions[-1]

    @property
    def index(self) -> int | None:
        """The index of the current position; None if it is not on the map."""
        return self.path[-1]

    @property
    def last_move(self) -> Hashable | None:
        """The move to the current position; None at the start of the map."""
        return self.moves[-1] if len(self.moves) > self._first_ply else None

    @property
    def distance(self) -> int | None:
        """The fewest moves to a win from here, or plies to the end; None if it is not known."""
        return self._distance(self.index)

    @property
    def ways(self) -> Ways | None:
        """The ways from the current position to a win; None while they are not known."""
        return self._ways if self._ways and self._ways.source == self.index else None

    def add_ways(self, ways: Ways) -> None:
        """Add the ways from a position; they count while it is the current one."""
        self._ways = ways

    def step_distance(self, step: MapStep) -> int | None:
        """Return the distance after a move from here."""
        return self._distance(step.index)

    @property
    def chosen_step(self) -> MapStep | None:
        """The chosen one of the moves from here."""
        return self.steps[self.choice] if self.steps else None

    def choose(self, choice: int) -> None:
        """Choose a move from here by its index; the nearest one that exists."""
        self.choice = max(0, min(choice, len(self.steps) - 1))

    def go(self) -> bool:
        """Make the chosen move; return False if there is none."""
        step = self.chosen_step
        if step:
            self._append(step.move, step.position)
            self._arrive()
        return step is not None

    def go_back(self) -> bool:
        """Take back the last move; return False at the start of the map."""
        if self.last_move is None:
            return False
        self.moves.pop()
        self._positions.pop()
        self.path.pop()
        self._arrive()
        return True

    def follow(self, route: Sequence[int]) -> bool:
        """Go along positions of the map, from the current one or from its start.

        Args:
            route: Their indices; one move leads from each to the next.

        Returns:
            False if it begins elsewhere: the user has walked on since it was requested.
        """
        if route[0] not in (self.index, 0):
            return False
        if route[0] != self.index:
            del self.moves[self._first_ply :], self._positions[self._first_ply + 1 :], self.path[1:]
        for index in route[1:]:
            game, text = self._game, self.state_map.texts[index]
            for move in game.moves(self.position):
                position = game.play(self.position, move)
                if game.text(position) == text:
                    self._append(move, position)
                    break
        self._arrive()
        return True

    def restart(self) -> None:
        """Go to where the player is in the game."""
        positions, moves = self._played
        self._positions, self.moves = list(positions), list(moves)
        # indices on the map, from its start to the current position
        self.path = [self.index_of(one) for one in self._positions[self._first_ply :]]
        self._arrive()

    def _append(self, move: Hashable, position: Any) -> None:
        self.moves.append(move)
        self._positions.append(position)
        self.path.append(self.index_of(position))

    def _distance(self, index: int | None) -> int | None:
        distance = -1 if index is None else self.state_map.distances[index]
        return None if distance < 0 else distance

    def _arrive(self) -> None:
        """Find the moves from the current position."""
        game, position = self._game, self.position
        children = [(move, game.play(position, move)) for move in game.moves(position)]
        steps = [MapStep(move, child, self.index_of(child)) for move, child in children]
        self.steps = sorted(steps, key=self._rank)
        self.choice = 0

    def _rank(self, step: MapStep) -> tuple[bool, int]:
        """Return a key that sorts moves from here: quick wins first, then slow losses."""
        distance = self.step_distance(step)
        if distance is None or step.index is None:
            return True, 0
        if self._game.players == 1:
            return False, distance
        winner = (FIRST_WINS, SECOND_WINS)[len(self.moves) % 2]
        is_won = self.state_map.outcomes[step.index] == winner
        return not is_won, distance if is_won else -distance
