"""When the next frame may be drawn that nobody asked for: the progress of a solver, a clock.

On a slow link such frames would pile up, unseen, in the buffers between here and the terminal,
and every key would wait behind them. So one at most is on its way: the terminal is asked a
question after each, and the next is drawn when its answer has come.
"""

import time
from collections.abc import Callable

SILENT = 2.0  # seconds between frames for a terminal that has never answered
LOST = 10.0  # seconds after which an answer is not to be expected any more


class Pace:
    """`ask` puts the question; without it there is nothing to wait for."""

    def __init__(
        self, ask: Callable[[], None] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._asked: float | None = None
        self._answers = False

    @property
    def free(self) -> bool:
        """Whether nothing is on its way."""
        if self._asked is None:
            return True
        return self._clock() - self._asked > (LOST if self._answers else SILENT)

    def drawn(self) -> None:
        """A frame was written."""
        if self._ask:
            self._asked = self._clock()
            self._ask()

    def answered(self) -> None:
        """The terminal has drawn it. May be called in any thread."""
        self._answers = True
        self._asked = None
