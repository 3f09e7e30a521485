"""Pausing and stepping a search from another thread.

A `Budget` checks its `Pause` as often as it reads the clock, so it costs a running search no
measurable time. When the search is paused, the budget makes the solver report, and the reader of
the events then calls `wait`; the algorithms need no code for it. The time paused is not counted.

    left     expansions until the search pauses, None while it runs freely
    granted  expansions requested by `step` since the search last resumed
"""

import threading
import time
from typing import Protocol
from weakref import WeakSet


class Paused(Protocol):
    """A counter of the expansions of a search: a `Budget`."""

    def allow(self, left: int) -> None:
        """The search pauses after `left` more expansions."""

    def resumed(self, paused: float, left: int | None) -> None:
        """The search resumes after a pause of `paused` seconds, for `left` expansions."""


class Pause:
    """`pause`, `resume` and `step` are for any thread, the rest for the one that searches."""

    def __init__(self) -> None:
        self.left: int | None = None
        self._granted = 0
        self._changed = threading.Condition()
        self._budgets: WeakSet[Paused] = WeakSet()

    @property
    def paused(self) -> bool:
        return self.left == 0

    def pause(self) -> None:
        """Pause when the search next reads the clock."""
        with self._changed:
            self.left, self._granted = 0, 0

    def resume(self) -> None:
        with self._changed:
            self.left, self._granted = None, 0
            self._changed.notify()

    def step(self, count: int) -> None:
        """Expand `count` positions more, then pause; a search that runs is paused first."""
        with self._changed:
            self.left = 0
            self._granted += count
            self._changed.notify()

    def admit(self, budget: Paused) -> None:
        """Register a budget of this search, which then pauses too."""
        self._budgets.add(budget)

    def passed(self, count: int) -> bool:
        """Count expansions made by a budget; True when the search has to pause now."""
        with self._changed:
            if self.left is None:
                return False
            self.left = max(0, self.left - count)
            left = self.left
        for budget in self._budgets:
            budget.allow(left)
        return left == 0

    def wait(self) -> None:
        """Block until the search may go on."""
        began = time.perf_counter()
        with self._changed:
            while self.left == 0 and not self._granted:
                self._changed.wait()
            if self._granted:
                self.left, self._granted = self._granted, 0
            left = self.left
        paused = time.perf_counter() - began
        for budget in self._budgets:
            budget.resumed(paused, left)
