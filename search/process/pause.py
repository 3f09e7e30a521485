"""Pausing and stepping a search from another thread.

A `Budget` asks its `Pause` as often as it looks at the clock, so a search that is not paused loses
nothing that could be measured. Once it is paused the budget makes the solver report, and whoever
reads the events stops in `wait`: no algorithm knows of it. The time spent there is not counted.

    left     expansions until the search pauses, None while it runs freely
    granted  expansions asked for by `step` since the search last went on
"""

import threading
import time
from typing import Protocol
from weakref import WeakSet


class Paused(Protocol):
    """What counts the expansions of a search: a `Budget`."""

    def allow(self, left: int) -> None:
        """The search pauses after so many expansions."""

    def go_on(self, stood: float, left: int | None) -> None:
        """The search goes on after a pause of `stood` seconds, for `left` expansions."""


class Pause:
    """`pause`, `resume` and `step` may be called by any thread, the rest by the searching one."""

    def __init__(self) -> None:
        self.left: int | None = None
        self._granted = 0
        self._changed = threading.Condition()
        self._budgets: WeakSet[Paused] = WeakSet()

    @property
    def paused(self) -> bool:
        return self.left == 0

    def pause(self) -> None:
        """Pause as soon as the search looks at the clock."""
        with self._changed:
            self.left, self._granted = 0, 0

    def resume(self) -> None:
        with self._changed:
            self.left, self._granted = None, 0
            self._changed.notify()

    def step(self, count: int) -> None:
        """Go `count` expansions further from where it paused; a search that runs is paused."""
        with self._changed:
            self.left = 0
            self._granted += count
            self._changed.notify()

    def admit(self, budget: Paused) -> None:
        """Have a budget of this search pause too."""
        self._budgets.add(budget)

    def passed(self, count: int) -> bool:
        """A budget has counted so many expansions; whether to pause now."""
        with self._changed:
            if self.left is None:
                return False
            self.left = max(0, self.left - count)
            left = self.left
        for budget in self._budgets:
            budget.allow(left)
        return left == 0

    def wait(self) -> None:
        """Return when the search may go on."""
        began = time.perf_counter()
        with self._changed:
            while self.left == 0 and not self._granted:
                self._changed.wait()
            if self._granted:
                self.left, self._granted = self._granted, 0
            left = self.left
        stood = time.perf_counter() - began
        for budget in self._budgets:
            budget.go_on(stood, left)
