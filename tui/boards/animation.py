"""Animation of moves: frames between two positions, each shown for a moment.

Animation never delays anything: the session has played and stored the moves before the first frame
is shown, and a key, a slow line or another move ends it. A *step* is one key's moves, or one move
of a replay or an opponent.
"""

from collections.abc import Hashable
from typing import NamedTuple

from ludoscope.tui.boards.board import Board, DrawFunction
from ludoscope.tui.boards.user_options import UserOptions

MAX_STEP_SECONDS = 0.18
MAX_FRAME_SECONDS = 0.06
MAX_FRAMES = 3  # of a step; of more only some are shown


class Transition(NamedTuple):
    """A move with the positions before and after it."""

    position_before: Hashable
    move: Hashable
    position_after: Hashable


class BoardAnimation:
    """The animation of the current step; its moves are added as they are played.

    Attributes:
        seconds_to_next_frame: Seconds until the next frame is due.
    """

    def __init__(self, board: Board, options: UserOptions) -> None:
        self._board = board
        self._options = options
        self._played: list[Transition] = []
        self._is_backwards = False
        self._frames: list[DrawFunction] = []
        self.seconds_to_next_frame = MAX_FRAME_SECONDS

    def add_move(
        self,
        position_before: Hashable,
        move: Hashable,
        position_after: Hashable,
        is_undone: bool = False,
    ) -> None:
        """Add a move of the step; `is_undone` if it was taken back."""
        self._frames = []
        if not self._options.appearance.reduced_motion:
            self._played.append(Transition(position_before, move, position_after))
            self._is_backwards = is_undone

    @property
    def frame(self) -> DrawFunction | None:
        """The frame to show instead of the position; None if there is none."""
        if self._played:
            self._create_frames()
        return self._frames[0] if self._frames else None

    def _create_frames(self) -> None:
        played, self._played = self._played, []
        if self._is_backwards:
            played.reverse()
        moves = [each.move for each in played]
        frames = list(
            self._board.animation_frames(
                played[0].position_before, moves, played[-1].position_after
            )
        )
        if len(frames) > MAX_FRAMES:
            frames = [  # the middle frame of each third
                frames[(2 * index + 1) * len(frames) // (2 * MAX_FRAMES)]
                for index in range(MAX_FRAMES)
            ]
        self.seconds_to_next_frame = min(MAX_FRAME_SECONDS, MAX_STEP_SECONDS / max(1, len(frames)))
        if self._is_backwards:
            frames.reverse()
        self._frames = frames

    def advance(self) -> None:
        """Go on to the next frame, or to the position itself after the last one."""
        del self._frames[:1]

    def end(self) -> None:
        """Show the position itself from now on."""
        self._played, self._frames = [], []
