"""Queries to the terminal, the latency of its answers, and when no answer is outstanding.

An answer that arrives after the end is typed into the shell. So on quitting no more queries are
sent, and outstanding answers are waited for: at most PATIENCE on a fast connection. On a slow one
queries are rare, so that there is seldom an answer to wait for. Reports that the terminal sends by
itself, such as mouse positions, arrive for up to one latency after they were switched off.

latency  seconds from a question to its answer, the better of the last two; None before the first
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable

SOON = 0.25  # latency up to which a question may follow every frame
PATIENCE = 0.3  # seconds to wait on leaving
LONG = 0.7  # seconds an answer may take where it is not known, or known to be long
QUIET = 0.1  # seconds without a key or a report of the mouse after which there will be none
SELDOM = 5.0  # seconds between questions on a slow line
LOST = 10.0  # seconds after which an answer is not to be expected any more


class Questions:
    """`put` sends the question. Any thread may ask, answer or wait."""

    def __init__(
        self, put: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._put = put
        self._clock = clock
        self._changed = threading.Condition()
        self._taken: deque[float] = deque(maxlen=2)
        self._heard = 0.0
        self.open()

    def open(self) -> None:
        """From now on questions may be asked."""
        self._asked: deque[float] = deque()
        self._last = -SELDOM
        self._closed = False
        self._ended = 0.0

    @property
    def latency(self) -> float | None:
        return min(self._taken, default=None)

    def ask(self) -> bool:
        """Put the question, unless this is no time for it; whether it was put."""
        with self._changed:
            now = self._clock()
            self._forget(now)
            slow = len(self._taken) == 2 and min(self._taken) > SOON
            seldom = slow or (self._asked and not self._taken)
            if self._closed or (seldom and now - self._last < SELDOM):
                return False
            self._asked.append(now)
            self._last = now
            self._put()
            return True

    def answered(self) -> None:
        """The terminal has answered the oldest question; nothing, when it was not asked."""
        with self._changed:
            if self._asked:
                self._taken.append(self._clock() - self._asked.popleft())
                self._changed.notify_all()

    def heard(self) -> None:
        """The terminal has sent something."""
        with self._changed:
            self._heard = self._clock()

    def lost(self) -> None:
        """There is no terminal any more."""
        with self._changed:
            self._closed = True
            self._ended = self._heard = -math.inf
            self._asked.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """Ask nothing from now on."""
        with self._changed:
            if not self._closed:
                self._closed, self._ended = True, self._clock()
                self._forget(self._ended)

    def settle(self) -> None:
        """Wait until nothing is to be expected of the terminal, or no longer than is said above."""
        with self._changed:
            while (left := self._due() - self._clock()) > 0:
                self._changed.wait(left)

    def _due(self) -> float:
        """When to wait no longer."""
        ended, latest = self._ended, self._ended + LONG
        if self._asked and self.latency is not None and self.latency <= SOON:
            return ended + PATIENCE
        due = min(self._asked[-1] + LONG, latest) if self._asked else ended
        due = max(due, ended + min(1.25 * (self.latency or 0.0), PATIENCE))
        if self._heard > ended - QUIET:
            on_their_way = max(self._heard + QUIET, ended + 1.25 * (self.latency or 0.0))
            due = max(due, min(on_their_way, latest))
        return due

    def _forget(self, now: float) -> None:
        while self._asked and now - self._asked[0] > LOST:
            self._asked.popleft()
