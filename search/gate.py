"""The gate of a search that can be paused and stepped: another thread shuts and opens it.

A `Watch` asks it as often as it looks at the clock, so an open gate costs nothing that could be
measured. When it is shut the watch has the solver report, and whoever reads the events stands
still in `wait`: no algorithm knows of it. The time that it stood still is nobody's.

    left     expansions until it shuts, None while it is open
    granted  expansions that were asked for since it was last passed
"""

import threading
import time
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from ludoscope.search.watch import Watch


class Gate:
    """`pause`, `resume` and `step` may be called by any thread, the rest by the searching one."""

    def __init__(self) -> None:
        self.left: int | None = None
        self._granted = 0
        self._turn = threading.Condition()
        self._watches: WeakSet[Watch] = WeakSet()

    @property
    def shut(self) -> bool:
        return self.left == 0

    def pause(self) -> None:
        """Stand still as soon as the search looks up."""
        with self._turn:
            self.left, self._granted = 0, 0

    def resume(self) -> None:
        with self._turn:
            self.left, self._granted = None, 0
            self._turn.notify()

    def step(self, count: int) -> None:
        """So many expansions further from where it stands still; a search that runs is paused."""
        with self._turn:
            self.left = 0
            self._granted += count
            self._turn.notify()

    def admit(self, watch: "Watch") -> None:
        """Have a watch of this search keep to the gate."""
        self._watches.add(watch)

    def passed(self, count: int) -> bool:
        """A watch has counted so many expansions; whether the gate is shut now."""
        with self._turn:
            if self.left is None:
                return False
            self.left = max(0, self.left - count)
            left = self.left
        for watch in self._watches:
            watch.allow(left)
        return left == 0

    def wait(self) -> None:
        """Stand still while it is shut."""
        began = time.perf_counter()
        with self._turn:
            while self.left == 0 and not self._granted:
                self._turn.wait()
            if self._granted:
                self.left, self._granted = self._granted, 0
            left = self.left
        stood = time.perf_counter() - began
        for watch in self._watches:
            watch.go_on(stood, left)
