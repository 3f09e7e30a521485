"""Animation on the board: pictures between two positions, each shown for a moment.

For the eye alone: the session has moved on, and is stored, before the first of them is shown. So
nothing ever waits for the last: a key, a slow line or another move ends them.

step     what one key did, or one move of the program's
WHOLE    seconds that all pictures of a step take together
PAUSE    seconds that one is shown at most
MOST     pictures of a step; of more only some are shown
"""

from collections.abc import Hashable
from typing import Any

from ludoscope.tui.boards.board import Board, Picture
from ludoscope.tui.boards.user_options import UserOptions

WHOLE = 0.18
PAUSE = 0.06
MOST = 3


class Motion:
    """Moves are added as they are made; those of one step are shown as one motion.

    `pause`: seconds until the next picture is due.
    """

    def __init__(self, board: Board, options: UserOptions) -> None:
        self._board = board
        self._options = options
        self._made: list[tuple[Any, Any, Any]] = []  # before, move, after
        self._back = False
        self._pictures: list[Picture] = []
        self.pause = PAUSE

    def add(self, before: Hashable, move: Hashable, after: Hashable, back: bool = False) -> None:
        """A move from `before` to `after` was made, or taken `back`."""
        self._pictures = []
        if not self._options.appearance.reduced_motion:
            self._made.append((before, move, after))
            self._back = back

    @property
    def picture(self) -> Picture | None:
        """What is to be shown now in place of the position."""
        if self._made:
            self._begin()
        return self._pictures[0] if self._pictures else None

    def _begin(self) -> None:
        made = self._made[::-1] if self._back else self._made
        self._made = []
        before, after = made[0][0], made[-1][2]
        found = list(self._board.between(before, [move for _, move, _ in made], after))
        if len(found) > MOST:
            found = [found[(2 * at + 1) * len(found) // (2 * MOST)] for at in range(MOST)]
        self._pictures = found[::-1] if self._back else found
        self.pause = min(PAUSE, WHOLE / max(1, len(found)))

    def advance(self) -> None:
        """The next picture, or the position itself."""
        del self._pictures[:1]

    def end(self) -> None:
        """Show the position itself from now on."""
        self._made, self._pictures = [], []
