"""Searches in the background: one permanent thread whose event loop starts all workers.

    with closing(stream_events(search)) as events:   # in any thread
        for event in events:
            ...
    async for event in astream_events(search):       # in any event loop
        ...

A worker is killed when the thread that started it ends, and it belongs to one event loop. So the
workers that are kept between searches need a thread that lasts as long as the program. It is a
daemon thread that is started by the first search; at exit it kills all its workers. A forked copy
of the program starts its own thread and its own workers.
"""

import asyncio
import atexit
import os
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, GaveUp, Progress
from ludoscope.search.process.child_process import WorkerLost, wait_for_killed
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.process.threads import usable_cores
from ludoscope.search.process.worker_pool import WorkerPool
from ludoscope.search.solver import Solver

EXIT_TIMEOUT_SECONDS = 2.0  # for the workers to end when the program exits
# Idle workers that are kept. A program that searches in several threads at once needs as many as it
# has threads, also if these outnumber the cores.
MAX_KEPT_WORKERS = max(8, usable_cores())


@dataclass(frozen=True, slots=True)
class Search:
    """A solver, the position that it is to solve, and its limits.

    Attributes:
        game: The game.
        position: The position to solve.
        solver: The solver.
        limits: The limits of the search.
    """

    game: AnyGame
    position: Any
    solver: Solver
    limits: Limits

    async def start(self, pool: WorkerPool) -> SolverProcess:
        """Start the solver in a process of the pool, or in a new one."""
        return await SolverProcess.start(
            self.game, self.position, self.solver, self.limits, pool=pool
        )


class BackgroundThread:
    """The thread of the workers, with its event loop.

    Attributes:
        pool: The workers that are kept between searches, for use in the event loop.
    """

    def __init__(self, kept_workers: int) -> None:
        """Start the thread.

        Raises:
            WorkerLost: No thread can be started.
        """
        self.pool = WorkerPool(kept_workers)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="ludoscope workers", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:  # at the system's limit of threads, or at the very end
            self._loop.close()
            raise WorkerLost(f"no thread could be started: {error}") from None

    @property
    def is_current(self) -> bool:
        """True in the thread itself, which must not wait for its own work."""
        return threading.current_thread() is self._thread

    def call(self, function: Callable[..., object], *arguments: Any) -> None:
        """Call a function in the event loop, unless the program exits."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    def create_task(self, coroutine: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Create a task; call it in the event loop."""
        return self._loop.create_task(coroutine)

    def close(self) -> None:
        """Kill all workers and end the thread."""
        self.call(self._loop.stop)
        self._thread.join(EXIT_TIMEOUT_SECONDS)

    def _run(self) -> None:
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._end_workers())
        finally:
            self._loop.close()

    async def _end_workers(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.clear()
        await wait_for_killed()


class BackgroundTask:
    """A coroutine that runs in the background thread.

    Args:
        work: The coroutine function, called with the thread.

    Attributes:
        ended: A future that is done when the coroutine has ended.
    """

    def __init__(self, work: Callable[[BackgroundThread], Coroutine[Any, Any, None]]) -> None:
        self.ended: Future[None] = Future()
        self.ended.set_running_or_notify_cancel()  # nobody may cancel it
        self._work = work
        self._thread: BackgroundThread | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the coroutine.

        Raises:
            WorkerLost: No thread can be started.
        """
        self._thread = background_thread()
        self._thread.call(self._create_task, self._thread)

    def call(self, function: Callable[..., object], *arguments: Any) -> None:
        """Call a function in the event loop of the coroutine, if that was started."""
        if self._thread:
            self._thread.call(function, *arguments)

    def cancel(self) -> None:
        """Cancel the coroutine. Harmless if it has ended."""
        if self._thread:
            self._thread.call(self._cancel_task)
        else:
            self._cancel_task()

    def close(self) -> None:
        """Cancel the coroutine and wait until it has ended.

        The garbage collector may call this in the background thread, which cannot wait for itself.
        """
        self.cancel()
        if not (self._thread and self._thread.is_current):
            self.ended.result()

    def _create_task(self, thread: BackgroundThread) -> None:
        self._task = thread.create_task(self._work(thread))
        self._task.add_done_callback(lambda _: self.ended.set_result(None))

    def _cancel_task(self) -> None:
        if self._task:
            self._task.cancel()
        elif not self.ended.done():
            self.ended.set_result(None)


def stream_events(search: Search) -> Generator[Event, None, None]:
    """Run a search and yield its events; closing the generator kills the worker.

    Raises:
        SolverFault: The solver failed or its answer is wrong.
    """
    events: SimpleQueue[Event | BaseException] = SimpleQueue()
    task = BackgroundTask(partial(_forward_events, search, events.put))
    try:
        _start_search(task, events.put)
        while isinstance(event := events.get(), Progress):
            yield event
    finally:
        task.close()
    yield _raise_exception(event)


async def astream_events(search: Search) -> AsyncGenerator[Event, None]:
    """Run a search and yield its events; closing the generator kills the worker.

    Raises:
        SolverFault: The solver failed or its answer is wrong.
    """
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[Event | BaseException] = asyncio.Queue()

    def put(event: Event | BaseException) -> None:
        with suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(events.put_nowait, event)

    task = BackgroundTask(partial(_forward_events, search, put))
    try:
        _start_search(task, put)
        while isinstance(event := await events.get(), Progress):
            yield event
    finally:
        task.cancel()
        await asyncio.wrap_future(task.ended)
    yield _raise_exception(event)


def _start_search(task: BackgroundTask, put: Callable[[GaveUp], object]) -> None:
    """Start a search; put its verdict if no thread can be started."""
    try:
        task.start()
    except WorkerLost as error:
        put(GaveUp(reason=str(error)))


async def _forward_events(
    search: Search, put: Callable[[Event | BaseException], object], thread: BackgroundThread
) -> None:
    """Run a search and put its events, or the exception that ends them, into a queue.

    The verdict is put when the worker has been returned to its pool or has ended.
    """
    try:
        run = await search.start(thread.pool)
        async for event in run.events():
            if isinstance(event, Progress):
                put(event)
        assert run.verdict
        put(run.verdict)
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # SystemExit of the rules of a plug-in would end the event loop
        put(error)


def _raise_exception(event: Event | BaseException) -> Event:
    """Return an event; raise an exception."""
    if isinstance(event, BaseException):
        raise event
    return event


# The thread of this process, and whether it keeps workers

_lock = threading.Lock()
_thread: BackgroundThread | None = None
_kept_workers = MAX_KEPT_WORKERS
_abandoned: list[BackgroundThread] = []  # those of the process that this one was forked from


def background_thread() -> BackgroundThread:
    """Return the background thread of this process; start it if it does not run.

    Raises:
        WorkerLost: No thread can be started.
    """
    global _thread
    with _lock:
        if _thread is None:
            _thread = BackgroundThread(_kept_workers)
        return _thread


def keep_workers(keep: bool) -> None:
    """Keep workers between searches, or end those that are idle and keep none from now on."""
    global _kept_workers
    with _lock:
        _kept_workers = MAX_KEPT_WORKERS if keep else 0
        thread = _thread
        kept_workers = _kept_workers
    if thread:
        task = BackgroundTask(lambda thread: thread.pool.resize(kept_workers))
        task.start()
        task.ended.result()


def end_idle_workers() -> None:
    """End the workers that are idle, because what they have imported may have changed."""
    if _thread:
        task = BackgroundTask(lambda thread: thread.pool.clear())
        task.start()
        task.ended.result()


@atexit.register
def _close() -> None:
    """End the thread when the program exits; a function that is called later may start another."""
    global _thread
    with _lock:
        thread, _thread = _thread, None
    if thread:
        thread.close()


def _abandon() -> None:
    """Forget the thread of the parent, which a forked process does not have.

    Its objects are kept: closing the event loop would change that of the parent.
    """
    global _lock, _thread
    _lock = threading.Lock()
    if _thread:
        _abandoned.append(_thread)
    _thread = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon)
