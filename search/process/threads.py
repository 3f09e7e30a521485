"""A pool of threads that share the work of one search.

They run in parallel where the work releases the GIL, as the kernels do.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, suppress
from threading import Event
from typing import TypeVar

from ludoscope.search.process.driving import KernelRun

S = TypeVar("S")
T = TypeVar("T")

MOST = 64  # threads; the kernels have room for as many shares


class ThreadPool(AbstractContextManager["ThreadPool"]):
    """`count` threads, the caller's own included, or as many as the system allows.

    A context manager: the other threads end with the `with` statement.
    """

    def __init__(self, count: int) -> None:
        self._others: ThreadPoolExecutor | None = None
        while count > 1 and not self._others:
            others = ThreadPoolExecutor(count - 1)
            had = _started(others, count - 1)
            if had == count - 1:
                self._others = others
            else:  # the executor would try again later, and fail during the work
                others.shutdown()
                count = 1 + had
        self.count = count

    def __exit__(self, *_: object) -> None:
        if self._others:
            self._others.shutdown()

    def each(self, work: Callable[[S], T], shares: Sequence[S]) -> list[T]:
        """The results of `work` for each share, run in parallel; returns when all have ended.

        The first share is run in the thread of the caller.
        """
        if not self._others:
            return [work(share) for share in shares]
        others = [self._others.submit(work, share) for share in shares[1:]]
        try:
            own = [work(share) for share in shares[:1]]
        finally:
            wait(others)
        return own + [other.result() for other in others]

    def run(self, works: Sequence[KernelRun], budget: int) -> int:
        """Let the kernels enter up to `budget` positions in all; return how many."""
        jobs = list(zip(works, shares(budget, len(works)), strict=True))
        return sum(self.each(lambda job: job[0].run(job[1]), jobs))

    def groups(self, items: Sequence[S]) -> list[Sequence[S]]:
        """The items in groups of as many as there are threads, in order."""
        return [items[at : at + self.count] for at in range(0, len(items), self.count)]


def _started(threads: ThreadPoolExecutor, count: int) -> int:
    """How many of `count` threads the system starts; all of them are started now."""
    release = Event()
    waiting = []
    try:
        with suppress(RuntimeError, MemoryError):
            for _ in range(count):
                waiting.append(threads.submit(release.wait))  # each takes a new thread
    finally:
        release.set()
        wait(waiting)
    return len(waiting)


def shares(whole: int, count: int) -> list[int]:
    """`whole` as the sum of `count` numbers that differ by 1 at most."""
    return [whole * (part + 1) // count - whole * part // count for part in range(count)]
