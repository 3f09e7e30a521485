"""When the next frame without a key press may be drawn: the progress of a solver, a clock.

On a slow link such frames would pile up, unseen, in the buffers between here and the terminal,
and every key would wait behind them. So one at most is on its way: the terminal is asked a
question after each, and the next is drawn when its answer has come. Where the terminal is not
asked, because its answers take long or a paste is under way, frames come at a fixed interval.
"""

import time
from collections.abc import Callable

UNASKED = 1.0  # seconds between frames where no question was put
SILENT = 2.0  # seconds between frames for a terminal that has never answered
LOST = 10.0  # seconds after which an answer is not to be expected any more


class Pace:
    """`ask` puts the question, or says that it did not; without it there is nothing to wait for."""

    def __init__(
        self, ask: Callable[[], bool] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._until: float | None = None
        self._answers = False

    @property
    def free(self) -> bool:
        """Whether nothing is on its way."""
        until = self._until  # which an answer may take away in between
        return until is None or self._clock() > until

    def drawn(self) -> None:
        """A frame was written."""
        if self._ask:
            now = self._clock()
            self._until = now + (LOST if self._answers else SILENT)  # before an answer can come
            if not self._ask():
                self._until = now + (UNASKED if self._answers else SILENT)

    def answered(self) -> None:
        """The terminal has drawn it. May be called in any thread."""
        self._answers = True
        self._until = None
