"""Status queries to the terminal, the latency of its answers, and the wait for them on exit.

An answer that arrives after the exit would be typed into the shell. So on exit no more queries are
sent, and outstanding answers are waited for: at most FAST_EXIT_WAIT_SECONDS on a fast connection.
On a slow one queries are rare, so that there is seldom an answer to wait for. Reports that the
terminal sends by itself, such as mouse positions, arrive for up to one latency after they were
switched off.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable

FAST_LATENCY_SECONDS = 0.25  # up to which a query may follow every frame
FAST_EXIT_WAIT_SECONDS = 0.3
SLOW_EXIT_WAIT_SECONDS = 0.7  # if the latency is long or unknown
INPUT_QUIET_SECONDS = 0.1  # without input, after which no more reports are expected
SLOW_QUERY_INTERVAL_SECONDS = 5.0  # between queries on a slow link
ANSWER_TIMEOUT_SECONDS = 10.0  # after which an answer counts as lost


class TerminalQueries:
    """The queries sent and not answered yet. Every method may be called in any thread.

    Args:
        send: Sends a query to the terminal.
        clock: Returns the time in seconds.
    """

    def __init__(
        self, send: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._send = send
        self._clock = clock
        self._changed = threading.Condition()
        self._latencies: deque[float] = deque(maxlen=2)
        self._last_input_time = 0.0
        self.open()

    def open(self) -> None:
        """Allow queries from now on."""
        self._query_times: deque[float] = deque()  # of queries without an answer
        self._last_query_time = -SLOW_QUERY_INTERVAL_SECONDS
        self._is_closed = False
        self._close_time = 0.0

    @property
    def latency(self) -> float | None:
        """Seconds from a query to its answer, the better of the last two; None before the first."""
        return min(self._latencies, default=None)

    def send_query(self) -> bool:
        """Send a query, unless the link is slow and the last one recent; return True if sent."""
        with self._changed:
            now = self._clock()
            self._forget_lost(now)
            is_slow = len(self._latencies) == 2 and min(self._latencies) > FAST_LATENCY_SECONDS
            is_unknown = bool(self._query_times) and not self._latencies
            is_recent = now - self._last_query_time < SLOW_QUERY_INTERVAL_SECONDS
            if self._is_closed or ((is_slow or is_unknown) and is_recent):
                return False
            self._query_times.append(now)
            self._last_query_time = now
            self._send()
            return True

    def add_answer(self) -> None:
        """Record the answer to the oldest query; ignore it if none is outstanding."""
        with self._changed:
            if self._query_times:
                self._latencies.append(self._clock() - self._query_times.popleft())
                self._changed.notify_all()

    def note_input(self) -> None:
        """Record that the terminal has sent something."""
        with self._changed:
            self._last_input_time = self._clock()

    def disconnect(self) -> None:
        """Expect nothing any more: the terminal is gone."""
        with self._changed:
            self._is_closed = True
            self._close_time = self._last_input_time = -math.inf
            self._query_times.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """Send no more queries."""
        with self._changed:
            if not self._is_closed:
                self._is_closed, self._close_time = True, self._clock()
                self._forget_lost(self._close_time)

    def wait_until_quiet(self) -> None:
        """Wait until no answer or report is expected, or for the time allowed on exit."""
        with self._changed:
            while (left := self._wait_end() - self._clock()) > 0:
                self._changed.wait(left)

    def _wait_end(self) -> float:
        """Return the time at which to stop waiting."""
        latency = self.latency
        if self._query_times and latency is not None and latency <= FAST_LATENCY_SECONDS:
            return self._close_time + FAST_EXIT_WAIT_SECONDS
        latest = self._close_time + SLOW_EXIT_WAIT_SECONDS
        end = self._close_time
        if self._query_times:
            end = min(self._query_times[-1] + SLOW_EXIT_WAIT_SECONDS, latest)
        reports_delay = 1.25 * (latency or 0.0)
        end = max(end, self._close_time + min(reports_delay, FAST_EXIT_WAIT_SECONDS))
        if self._last_input_time > self._close_time - INPUT_QUIET_SECONDS:
            reports_end = max(
                self._last_input_time + INPUT_QUIET_SECONDS, self._close_time + reports_delay
            )
            end = max(end, min(reports_end, latest))
        return end

    def _forget_lost(self, now: float) -> None:
        while self._query_times and now - self._query_times[0] > ANSWER_TIMEOUT_SECONDS:
            self._query_times.popleft()
