"""Progress of commands as a line on a terminal; nothing is shown where there is none."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ludoscope.search.counters import BREADTH_FIRST, Counters
from ludoscope.search.events import Progress
from ludoscope.tui.text.formatting import format_clock
from ludoscope.tui.text.sanitize import show_progress

MAX_WIDTH = 79  # columns
TICK_SECONDS = 1.0


def format_progress(progress: Progress, counters: Counters = BREADTH_FIRST) -> str:
    """Return a report in less than 80 columns, without a frontier if the solver has none."""
    rate = progress.explored / progress.seconds if progress.seconds else 0
    frontier = f"frontier {progress.frontier:,}  " if counters.frontier.unit else ""
    line = (
        f"explored {progress.explored:,}  {rate:,.0f}/s  {frontier}"
        f"depth {progress.depth}  {progress.bytes / 2**20:,.0f} MB  {progress.seconds:.1f} s"
    )
    return line[:MAX_WIDTH]


class StepProgress:
    """The line of a command that takes several steps, with the time since it began.

    A thread writes the line anew each second, so that a step of minutes is seen to go on. It only
    runs during a step, and where standard error is a terminal.

    Args:
        step_count: The number of steps.
    """

    def __init__(self, step_count: int) -> None:
        self.step_count = step_count
        self.step_number = 0
        self._started = time.monotonic()

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Show the next step while the body of the `with` statement runs, then clear the line."""
        self.step_number += 1
        if not sys.stderr.isatty():
            yield
            return
        is_done = threading.Event()
        thread = threading.Thread(target=self._show, args=(title, is_done), daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_done.set()
            thread.join()
            show_progress()

    def format_line(self, title: str) -> str:
        """Return the line of the current step: "3 of 12 · Lucas 1-30, swift · 01:05"."""
        elapsed = format_clock(time.monotonic() - self._started)
        start, end = f"{self.step_number} of {self.step_count} · ", f" · {elapsed}"
        return f"{start}{title[: MAX_WIDTH - len(start) - len(end)]}{end}"

    def _show(self, title: str, is_done: threading.Event) -> None:
        while True:
            show_progress(self.format_line(title))
            if is_done.wait(TICK_SECONDS):
                return
