"""Searches of many positions by several workers, each of which has one after another.

with closing(run_searches(pairs, worker_count=2)) as results:
    for item, verdict in results:
        ...
"""

import asyncio
from collections.abc import Generator, Iterator
from queue import SimpleQueue
from typing import TypeVar

from ludoscope.games.errors import short_repr
from ludoscope.search.events import GaveUp, Verdict
from ludoscope.search.process.background import BackgroundTask, BackgroundThread, Search
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import SolverFault
from ludoscope.search.process.worker_pool import WorkerPool

T = TypeVar("T")

# Searches for each worker that are begun or waiting, or have ended before one whose verdict is due.
# One that takes a second leaves the other workers busy if theirs take more than 10 ms.
SEARCHES_PER_WORKER = 100


class ParallelSearches:
    """Searches that are numbered from 0 in order of submission.

    Attributes:
        results: The numbers and verdicts of the searches that have ended.
        submitted_count: The number of searches that were submitted.
    """

    def __init__(self, worker_count: int) -> None:
        self.results: SimpleQueue[tuple[int, Verdict]] = SimpleQueue()
        self.submitted_count = 0
        self._worker_count = worker_count
        self._waiting: asyncio.Queue[tuple[int, Search]] = asyncio.Queue()
        self._task = BackgroundTask(self._run)
        self._start_error = ""

    def start(self) -> None:
        """Wait for searches in the background thread; a worker starts with its first search.

        If no thread can be started, the verdict of all searches is `GaveUp`.
        """
        try:
            self._task.start()
        except WorkerLost as error:
            self._start_error = str(error)

    def submit(self, search: Search) -> None:
        """Add a search."""
        number, self.submitted_count = self.submitted_count, self.submitted_count + 1
        if self._start_error:
            self.results.put((number, GaveUp(reason=self._start_error)))
        else:
            self._task.call(self._waiting.put_nowait, (number, search))

    def close(self) -> None:
        """End the workers and wait until they have ended."""
        self._task.close()

    async def _run(self, thread: BackgroundThread) -> None:
        pool = WorkerPool(self._worker_count)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._worker_count):
                    group.create_task(self._run_searches(pool))
        finally:
            await pool.clear()

    async def _run_searches(self, pool: WorkerPool) -> None:
        """Run one search after the other until the task is cancelled."""
        while True:
            number, search = await self._waiting.get()
            self.results.put((number, await _find_verdict(search, pool)))


async def _find_verdict(search: Search, pool: WorkerPool) -> Verdict:
    """Return the verdict of a search; `GaveUp` for a fault, which must not end the others."""
    try:
        run = await search.start(pool)
        try:
            return await run.wait_for_verdict()
        except SolverFault as fault:
            return fault.to_verdict(run.last_progress)
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # raised by the rules of a plug-in, which may be SystemExit
        return GaveUp(reason=f"fault in the game: {type(error).__name__}: {short_repr(error)}")


def run_searches(
    pairs: Iterator[tuple[T, Search]], worker_count: int, *, in_order: bool = True
) -> Generator[tuple[T, Verdict], None, None]:
    """Run searches on several workers and yield their verdicts.

    The pairs are taken when they are needed, at most `SEARCHES_PER_WORKER` for each worker ahead of
    the verdicts. An exception of the iterator is raised after the verdicts of the earlier pairs.

    Args:
        pairs: The searches, each with an item that is yielded with its verdict.
        worker_count: The number of workers.
        in_order: True to yield in the order of `pairs`, False to yield verdicts as they come.
    """
    searches = ParallelSearches(worker_count)
    items: dict[int, T] = {}  # by number, of the searches whose verdict has not been yielded
    verdicts: dict[int, Verdict] = {}  # by number, not yielded yet
    end: Exception | None = None  # what has ended `pairs`
    next_number = 0
    try:
        searches.start()
        while items or not end:
            if not end and len(items) < SEARCHES_PER_WORKER * worker_count:
                try:
                    item, search = next(pairs)
                except Exception as error:
                    end = error
                    continue
                items[searches.submitted_count] = item
                searches.submit(search)
            else:
                number, verdict = searches.results.get()
                verdicts[number] = verdict
            while not searches.results.empty():
                number, verdict = searches.results.get()
                verdicts[number] = verdict
            while verdicts and (not in_order or next_number in verdicts):
                number = next_number if in_order else next(iter(verdicts))
                yield items.pop(number), verdicts.pop(number)
                next_number += 1
    finally:
        searches.close()
    if not isinstance(end, StopIteration):
        raise end
