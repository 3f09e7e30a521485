"""The comparison of the line that was played with the best one, step by step."""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.review import GameReview


class ShownStep(NamedTuple):
    """A step of a line as it is shown: the positions around it and its moves.

    Attributes:
        position: The position after the step.
        position_before: The position before it; the same at the start of the line.
        moves: The moves of the step, none at the start.
    """

    position: Hashable
    position_before: Hashable
    moves: Sequence[Hashable] = ()


class LineComparison:
    """The played line and the best one from a chosen position of it, the fork.

    Both are stepped through together. Up to the fork they are the same.

    Attributes:
        stops: The plies of the played line between which a step lies.
        index: The number of steps shown, which may exceed those that were played.
        fork: The index of the position from which the best line is shown.
        best_line: That line, None if it is not known.
        best_is_shortest: True if no line from the fork is shorter.
    """

    def __init__(self, model: GameModel) -> None:
        self._model = model
        session = model.session
        groups_moves = FAMILIES[model.game.family].groups_moves
        self.stops: Sequence[int] = session.step_ends if groups_moves else model.review.stops
        self.index = self.fork = 0
        self.best_line: Replay | None = None
        self.best_is_shortest = False
        self._best_stops: Sequence[int] = [0]
        mistakes = model.review.mistakes
        if mistakes:
            self.go_to_move(mistakes[0])
        else:
            self.update_best_line()

    @property
    def last_index(self) -> int:
        """The number of steps of the longer line."""
        return max(len(self.stops), self.fork + len(self._best_stops)) - 1

    @property
    def played_ply(self) -> int:
        """The ply of the played line that is shown."""
        return self.stops[min(self.index, len(self.stops) - 1)]

    @property
    def fork_ply(self) -> int:
        return self.stops[self.fork]

    @property
    def shows_mistake(self) -> bool:
        """True if the step after the fork is shown, where the lines part."""
        return self.index == self.fork + 1

    def go_to_move(self, move_number: int) -> None:
        """Show a move, counted in plies from 1, beside the best one in its place."""
        self.index = max(1, bisect_left(self.stops, move_number))
        self.fork = self.index - 1
        self.update_best_line()

    def step(self, count: int) -> None:
        """Go forward in both lines, or back if `count` is negative."""
        self.index = min(max(self.index + count, 0), self.last_index)

    def next_mistake(self, direction: int) -> bool:
        """Go to the next mistake, or back to the previous one; return False if there is none."""
        mistakes = self._model.review.mistakes
        current = self.stops[min(self.fork + 1, len(self.stops) - 1)]
        if self.index <= self.fork:
            current = self.played_ply
        if direction > 0:
            others = [move for move in mistakes if move > current]
        else:
            others = [move for move in mistakes if self._stop_after(move) < current][::-1]
        if others:
            self.go_to_move(others[0])
        return bool(others)

    def _stop_after(self, move_number: int) -> int:
        return self.stops[bisect_left(self.stops, move_number)]

    def update_best_line(self) -> None:
        """Look up the best line from the fork: the shortest one, else any that wins."""
        model, ply = self._model, self.fork_ply
        position = model.session.history.line[ply].position
        lines = sorted(
            model.analysis.find_lines(position),
            key=lambda line: (not line.is_fewest, len(line.moves)),
        )
        moves = lines[0].moves if lines else self._moves_played_best(model.review, ply)
        self.best_is_shortest = bool(lines and lines[0].is_fewest) or (not lines and bool(moves))
        self.best_line = Replay(model.game, position, moves) if moves else None
        self._best_stops = self.best_line.move_ends if self.best_line else [0]
        self.index = min(self.index, self.last_index)

    def _moves_played_best(self, review: GameReview, ply: int) -> Sequence[Hashable]:
        """Return the played moves from a ply on if they are a shortest line to the end."""
        session = self._model.session
        fewest = review.fewest[ply]
        line = session.history.line
        if fewest is None or review.fewest[-1] != 0 or session.game.players > 1:
            return ()
        is_shortest = fewest == len(self.stops) - 1 - bisect_left(self.stops, ply)
        return [node.move for node in line[ply + 1 :]] if is_shortest else ()

    def played_step(self) -> ShownStep:
        """Return the step of the played line that is shown."""
        line = self._model.session.history.line
        index = min(self.index, len(self.stops) - 1)
        start, end = self.stops[max(index - 1, 0)], self.stops[index]
        moves = [node.move for node in line[start + 1 : end + 1]]
        return ShownStep(line[end].position, line[start].position, moves)

    def best_step(self) -> ShownStep:
        """Return the step of the best line that is shown; up to the fork, of the played one."""
        if self.index <= self.fork or not self.best_line:
            index = self.index
            self.index = min(index, self.fork)
            try:
                return self.played_step()
            finally:
                self.index = index
        index = min(self.index - self.fork, len(self._best_stops) - 1)
        start, end = self._best_stops[max(index - 1, 0)], self._best_stops[index]
        positions = self.best_line.positions
        return ShownStep(positions[end], positions[start], self.best_line.moves[start:end])

    def best_steps_left(self) -> int | None:
        """Return the steps that the best line has left, None if it is not known."""
        if not self.best_line:
            return None
        return (
            len(self._best_stops)
            - 1
            - min(max(self.index - self.fork, 0), len(self._best_stops) - 1)
        )
