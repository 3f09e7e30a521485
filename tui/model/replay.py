"""A solution as a line to step along: the positions it passes and where it stands.

step   the moves of the line that a person makes at once, see `games.family`: a run of cards
"""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from ludoscope.games import FAMILIES, AnyGame


class Replay:
    """`at` moves of the line are played; `lead` is how one came to `start` from the game's.

    `ends` are the numbers of moves at which a step ends, 0 first.
    """

    def __init__(
        self,
        game: AnyGame,
        start: Hashable,
        moves: Sequence[Hashable],
        lead: Sequence[Hashable] = (),
    ) -> None:
        self.lead = lead
        self.moves = list(moves)
        self.positions: list[Any] = [start]
        for move in moves:
            self.positions.append(game.play(self.positions[-1], move))
        sizes = FAMILIES[game.family].group_moves(game, start, self.moves)
        self.ends = list(accumulate(sizes, initial=0))
        self.at = 0
        self.playing = False

    @property
    def position(self) -> Any:
        return self.positions[self.at]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Of each step its first move and the one after its last."""
        return list(pairwise(self.ends))

    @property
    def steps(self) -> int:
        """How many there are."""
        return len(self.ends) - 1

    def steps_to(self, at: int) -> int:
        """How many lead to number `at` of the moves."""
        return bisect_left(self.ends, at)

    def steps_left(self, at: int) -> int | None:
        """How many lead from there to the end, None within a step."""
        step = self.steps_to(at)
        return self.steps - step if self.ends[step] == at else None

    def made(self, at: int) -> tuple[Any, Any]:
        """Move number `at` (from 0) and the position it is made at."""
        return self.positions[at], self.moves[at]

    def step_made(self, number: int) -> tuple[Any, list[Any]]:
        """The moves of step `number` (from 0) and the position it is made at."""
        first, end = self.ends[number : number + 2]
        return self.positions[first], self.moves[first:end]

    @property
    def last(self) -> Any | None:
        return self.moves[self.at - 1] if self.at else None

    def step(self, by: int) -> bool:
        """So many steps along the line; False at its ends."""
        here = bisect_right(self.ends, self.at) - 1 if by > 0 else self.steps_to(self.at)
        to = self.ends[min(max(here + by, 0), self.steps)]
        moved, self.at = to != self.at, to
        return moved

    def rest(self, position: Hashable) -> list[Any]:
        """What the line plays from `position` on; nothing when it does not pass there."""
        passed = self.positions.index(position) if position in self.positions else len(self.moves)
        return self.moves[passed:]

    def next_move(self, position: Hashable) -> Any | None:
        """What the line plays at `position`, None when it does not pass there (or ends there)."""
        for at, passed in enumerate(self.positions[:-1]):
            if passed == position:
                return self.moves[at]
        return None
