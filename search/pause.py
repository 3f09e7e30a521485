"""Pausing and stepping a search from another thread.

A `Budget` checks its `Pause` as often as it reads the clock, so a running search is not slowed
down measurably. When the search has to pause, the budget makes the solver yield a report, and the
code that consumes the events then calls `Pause.wait`; the algorithms need no code for it. The time
paused does not count towards the time limit.
"""

import threading
import time
from typing import Protocol
from weakref import WeakSet


class Pausable(Protocol):
    """The part of a `Budget` that a `Pause` uses."""

    def pause_after(self, expansions: int) -> None:
        """Pause after at most `expansions` more expansions."""

    def on_resumed(self, paused_seconds: float, expansions: int | None) -> None:
        """Continue after a pause for `expansions` more expansions; None to run freely."""


class Pause:
    """The control of a search that can be paused and stepped.

    `pause`, `resume` and `step` may be called from any thread; the other methods are for the thread
    of the search.

    Attributes:
        expansions_left: Expansions until the search pauses, None while it runs freely.
    """

    def __init__(self) -> None:
        self.expansions_left: int | None = None
        self._requested_steps = 0  # since the search last resumed
        self._changed = threading.Condition()
        self._budgets: WeakSet[Pausable] = WeakSet()

    @property
    def paused(self) -> bool:
        """True if the search is paused, or pauses when it next reads the clock."""
        return self.expansions_left == 0

    def pause(self) -> None:
        """Pause the search when it next reads the clock."""
        with self._changed:
            self.expansions_left, self._requested_steps = 0, 0

    def resume(self) -> None:
        """Resume the search, which then runs freely."""
        with self._changed:
            self.expansions_left, self._requested_steps = None, 0
            self._changed.notify()

    def step(self, count: int) -> None:
        """Expand `count` more positions, then pause; a running search is paused first."""
        with self._changed:
            self.expansions_left = 0
            self._requested_steps += count
            self._changed.notify()

    def register(self, budget: Pausable) -> None:
        """Add a budget of the search; a search may have several."""
        self._budgets.add(budget)

    def count(self, expansions: int) -> bool:
        """Count expansions of one of the budgets; return True if the search has to pause now."""
        with self._changed:
            if self.expansions_left is None:
                return False
            self.expansions_left = max(0, self.expansions_left - expansions)
            remaining = self.expansions_left
        for budget in self._budgets:
            budget.pause_after(remaining)
        return remaining == 0

    def wait(self) -> None:
        """Block until the search may continue."""
        started = time.perf_counter()
        with self._changed:
            while self.expansions_left == 0 and not self._requested_steps:
                self._changed.wait()
            if self._requested_steps:
                self.expansions_left, self._requested_steps = self._requested_steps, 0
            remaining = self.expansions_left
        paused_seconds = time.perf_counter() - started
        for budget in self._budgets:
            budget.on_resumed(paused_seconds, remaining)
