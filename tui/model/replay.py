"""A line of moves to step through: a solution, or a game that was played elsewhere."""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from ludoscope.games import FAMILIES, AnyGame


class PlayedMove(NamedTuple):
    """A move and the position it is played in."""

    position: Hashable
    move: Hashable


class PlayedStep(NamedTuple):
    """The moves of a step and the position before the first of them."""

    position: Hashable
    moves: list[Hashable]


class StepRange(NamedTuple):
    """The plies before the first and after the last move of a step."""

    start: int
    end: int


def step_boundaries(game: AnyGame, moves: Sequence[Hashable]) -> list[int]:
    """Return the plies of a line between two moves that players count as two, and its ends.

    Within a chain of jumps by one peg, which counts as one move, the fewest moves left are not
    those of the position alone.
    """
    family = FAMILIES[game.family]
    if not family.counts_differently:
        return list(range(len(moves) + 1))
    inner = [ply for ply, pair in enumerate(pairwise(moves), 1) if family.count_moves(pair) > 1]
    return [0, *inner, len(moves)] if moves else [0]


class Replay:
    """A line of moves with its positions and the current place in it.

    Plies count the moves of the line from 0. A step is the moves that a player makes at once, such
    as a run of cards; see `GameFamily.group_moves`.

    Attributes:
        moves_before: The moves from the start of the game to the first position of the line.
        ply: Number of moves of the line up to the current position.
        step_ends: The plies at which a step ends, 0 first.
        move_ends: The same for moves as players count them: in peg solitaire, where a step is a
            jump, the jumps of one peg are a move.
        is_playing: True while the line is played automatically.
    """

    def __init__(
        self,
        game: AnyGame,
        start: Hashable,
        moves: Sequence[Hashable],
        moves_before: Sequence[Hashable] = (),
    ) -> None:
        self._game = game
        self.moves_before = moves_before
        self.moves = list(moves)
        self.positions: list[Hashable] = [start]
        for move in moves:
            self.positions.append(game.play(self.positions[-1], move))
        step_sizes = FAMILIES[game.family].group_moves(game, start, self.moves)
        self.step_ends = list(accumulate(step_sizes, initial=0))
        groups_moves = FAMILIES[game.family].groups_moves
        self.move_ends = self.step_ends if groups_moves else step_boundaries(game, self.moves)
        self.ply = 0
        self.is_playing = False

    @property
    def position(self) -> Hashable:
        return self.positions[self.ply]

    @property
    def step_ranges(self) -> list[StepRange]:
        """The plies at which each step starts and ends."""
        return [StepRange(start, end) for start, end in pairwise(self.step_ends)]

    @property
    def step_count(self) -> int:
        return len(self.step_ends) - 1

    def count_steps_to(self, ply: int) -> int:
        """Return the number of steps up to a ply; a step that contains the ply counts."""
        return bisect_left(self.step_ends, ply)

    def count_steps_from(self, ply: int) -> int | None:
        """Return the number of steps from a ply to the end, None if it is inside a step."""
        step = self.count_steps_to(ply)
        return self.step_count - step if self.step_ends[step] == ply else None

    def move_at(self, index: int) -> PlayedMove:
        """Return a move of the line, counted from 0, with the position before it."""
        return PlayedMove(self.positions[index], self.moves[index])

    def step_at(self, index: int) -> PlayedStep:
        """Return the moves of a step, counted from 0, with the position before them."""
        first, end = self.step_ends[index : index + 2]
        return PlayedStep(self.positions[first], self.moves[first:end])

    @property
    def last_move(self) -> Hashable | None:
        """The move that led to the current position."""
        return self.moves[self.ply - 1] if self.ply else None

    def step(self, count: int) -> bool:
        """Go forward by `count` steps, or back if negative; return False if nothing changed."""
        is_forward = count > 0
        step = (
            bisect_right(self.step_ends, self.ply) - 1
            if is_forward
            else self.count_steps_to(self.ply)
        )
        target_step = min(max(step + count, 0), self.step_count)
        previous_ply, self.ply = self.ply, self.step_ends[target_step]
        return self.ply != previous_ply

    def moves_from(self, position: Hashable) -> Sequence[Hashable]:
        """Return the moves by which the line goes on from `position`; none if it does not."""
        family = FAMILIES[self._game.family]
        return family.continue_line(self._game, position, self.positions, self.moves)
