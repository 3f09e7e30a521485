"""A solution as a line to step along: the positions it passes and where it stands."""

from collections.abc import Hashable, Sequence
from typing import Any

from ludoscope.games import AnyGame


class Replay:
    """`at` moves of the line are played; `lead` is how one came to `start` from the game's."""

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
        self.at = 0
        self.playing = False

    @property
    def position(self) -> Any:
        return self.positions[self.at]

    def made(self, at: int) -> tuple[Any, Any]:
        """Move number `at` (from 0) and the position it is made at."""
        return self.positions[at], self.moves[at]

    @property
    def last(self) -> Any | None:
        return self.moves[self.at - 1] if self.at else None

    def step(self, by: int) -> bool:
        """Along the line; False at its ends."""
        to = min(max(self.at + by, 0), len(self.moves))
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
