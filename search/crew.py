"""Threads that share the work of one search: the caller's own and as many more as are wanted.

They are of use where the work releases the GIL, as that of the kernels does.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from typing import TypeVar

T = TypeVar("T")

MOST = 64  # threads, of which the kernels have room for so many shares


class Crew(AbstractContextManager["Crew"]):
    """So many threads, for as long as a `with` statement lasts; `count` of them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._others = ThreadPoolExecutor(count - 1) if count > 1 else None

    def __exit__(self, *_: object) -> None:
        if self._others:
            self._others.shutdown()

    def each(self, work: Callable[[int], T]) -> list[T]:
        """`work` of 0, 1, … count − 1, each in a thread of its own; all have ended afterwards."""
        if not self._others:
            return [work(0)]
        others = [self._others.submit(work, number) for number in range(1, self.count)]
        try:
            own = work(0)
        finally:
            wait(others)
        return [own, *map(Future.result, others)]

    def alone(self, work: Callable[[int], T]) -> list[T]:
        """The same, all in this thread: for work that is over before another has woken."""
        return [work(number) for number in range(self.count)]
