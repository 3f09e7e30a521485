"""A pool of threads that share the work of one search.

The threads run in parallel only while the work releases the GIL, as the kernels do.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import accumulate, pairwise
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

from ludoscope.search.process.kernel_runner import KernelRun

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

S = TypeVar("S")
T = TypeVar("T")

MAX_THREADS = 64  # the size of arrays in the kernels; see `pending` in peg/kernels/sweep.pxd


class ThreadPool(AbstractContextManager["ThreadPool"]):
    """A pool of threads, the caller's own included; a context manager that ends the others.

    Attributes:
        count: The number of threads: as many as requested, or as many as the system could start.
    """

    def __init__(self, count: int) -> None:
        self._executor: ThreadPoolExecutor | None = None  # of all threads but the caller's own
        self.count = 1
        if count > 1:
            self._start(count)

    def _start(self, count: int) -> None:
        """Start all threads but the caller's own, as many as the system can."""
        from concurrent.futures import ThreadPoolExecutor  # 7 ms: logging; most searches use none

        while count > 1 and not self._executor:
            executor = ThreadPoolExecutor(count - 1)
            started = _start_threads(executor, count - 1)
            if started == count - 1:
                self._executor = executor
            else:  # the executor would try again later, and fail during the work
                executor.shutdown()
                count = 1 + started
        self.count = count

    def __exit__(self, *_: object) -> None:
        if self._executor:
            self._executor.shutdown()

    def map(self, function: Callable[[S], T], shares: Sequence[S]) -> list[T]:
        """Call `function` for each of the `shares` in parallel and return the results in order.

        The first share is processed in the thread of the caller. All calls have ended when this
        returns or raises an exception.
        """
        if not self._executor:
            return [function(share) for share in shares]
        futures = [self._executor.submit(function, share) for share in shares[1:]]
        try:
            results = [function(share) for share in shares[:1]]
        finally:
            _wait(futures)
        return results + [future.result() for future in futures]

    def run_kernels(self, kernels: Sequence[KernelRun], budget: int) -> int:
        """Run kernels in parallel for up to `budget` positions in all; return how many to count."""
        runs = list(zip(kernels, split_evenly(budget, len(kernels)), strict=True))
        return sum(self.map(lambda run: run[0].run(run[1]), runs))

    def batches(self, items: Sequence[S]) -> list[Sequence[S]]:
        """Split `items` into consecutive batches of `count` items; the last may be shorter."""
        return [items[start : start + self.count] for start in range(0, len(items), self.count)]


def _start_threads(executor: "ThreadPoolExecutor", count: int) -> int:
    """Start the threads of an executor; return how many of `count` the system can start."""
    release = Event()
    blocked = []  # each call waits for `release`, so the next one takes a new thread
    try:
        with suppress(RuntimeError, MemoryError):
            for _ in range(count):
                blocked.append(executor.submit(release.wait))
    finally:
        release.set()
        _wait(blocked)
    return len(blocked)


def _wait(futures: "Sequence[Future[Any]]") -> None:
    """Wait until all calls have ended, whatever they raise."""
    for future in futures:
        future.exception()


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def split_evenly(total: int, count: int) -> list[int]:
    """Split the number `total` into `count` summands that differ by at most 1."""
    return [total * (i + 1) // count - total * i // count for i in range(count)]


def split_range(start: int, end: int, count: int) -> list[tuple[int, int]]:
    """Split a range of numbers into `count` parts, evenly; return the start and end of each."""
    return list(pairwise(accumulate(split_evenly(end - start, count), initial=start)))
