"""Threads that share the work of one search: the caller's own and `count` - 1 more.

They help when the work releases the GIL, as the kernels do.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, suppress
from threading import Event
from typing import TypeVar

from ludoscope.search.process.driving import AtWork

S = TypeVar("S")
T = TypeVar("T")

MOST = 64  # threads; the kernels have room for as many shares


class Crew(AbstractContextManager["Crew"]):
    """`count` threads for the duration of a `with` statement, or as many as the system allows."""

    def __init__(self, count: int) -> None:
        self._others: ThreadPoolExecutor | None = None
        while count > 1 and not self._others:
            others = ThreadPoolExecutor(count - 1)
            had = _started(others, count - 1)
            if had == count - 1:
                self._others = others
            else:  # it would try again, and fail, in the midst of the work
                others.shutdown()
                count = 1 + had
        self.count = count

    def __exit__(self, *_: object) -> None:
        if self._others:
            self._others.shutdown()

    def each(self, work: Callable[[S], T], shares: Sequence[S]) -> list[T]:
        """The results of `work` for each share, in parallel; returns when all have ended.

        The first share is done by the caller's own thread.
        """
        if not self._others:
            return [work(share) for share in shares]
        others = [self._others.submit(work, share) for share in shares[1:]]
        try:
            own = [work(share) for share in shares[:1]]
        finally:
            wait(others)
        return own + [other.result() for other in others]

    def run(self, works: Sequence[AtWork], budget: int) -> int:
        """Let the kernels enter up to `budget` positions in all; the number entered."""
        jobs = list(zip(works, shares(budget, len(works)), strict=True))
        return sum(self.each(lambda job: job[0].run(job[1]), jobs))

    def teams(self, many: Sequence[S]) -> list[Sequence[S]]:
        """Groups of as many items as there are threads, in order."""
        return [many[at : at + self.count] for at in range(0, len(many), self.count)]


def _started(threads: ThreadPoolExecutor, count: int) -> int:
    """How many of its threads there are, once all are started that can be."""
    go = Event()
    waiting = []
    try:
        with suppress(RuntimeError, MemoryError):
            for _ in range(count):
                waiting.append(threads.submit(go.wait))  # a thread each, as none is free
    finally:
        go.set()
        wait(waiting)
    return len(waiting)


def shares(whole: int, count: int) -> list[int]:
    """A number divided into `count` parts that differ by 1 at most."""
    return [whole * (part + 1) // count - whole * part // count for part in range(count)]
