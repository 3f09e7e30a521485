"""An executor of `concurrent.futures` whose calls run in our worker processes.

    with WorkerExecutor(2, memory=1 << 30) as executor:
        future = executor.submit(function, 1, "two")

The standard library's `ProcessPoolExecutor` is not used: it is broken for good once a process has
died, it cannot end a call that runs, its processes have no limit of memory, and it sends pickles.
Here a process that dies costs its call alone, `kill` ends all at once, and lines of JSON go
through the pipes: a function goes by the name of its module and its own, its arguments and its
result are JSON values.
"""

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from ludoscope.search.process.child import Child, WorkerLost, ended
from ludoscope.search.process.client import message_of

T = TypeVar("T")
STARTS = 3  # processes that die before they are ready until no more are started
WORKER = "ludoscope.search.process.calls"
Call = tuple["Future[Any]", str]


class CallFailed(RuntimeError):
    """The function raised something; the text says what."""


class WorkerExecutor(Executor):
    """`count` processes, each limited to `memory` bytes beside the interpreter.

    A future of `submit` raises WorkerLost when the process died in the middle of the call, and
    CallFailed when the function raised something. Once no process can be started, futures and
    `submit` raise BrokenExecutor. A process that died is replaced.
    """

    def __init__(self, count: int, memory: int | None = None) -> None:
        self.slots = count
        self._job = {"memory": memory}
        self._loop = asyncio.new_event_loop()
        self._calls: asyncio.Queue[Call | None] = asyncio.Queue()  # None: no more will come
        self._refused = ""  # why no process can be started
        self._closed = self._stopping = False
        self._lock = threading.Lock()  # of `_closed`: what is submitted before it is set is done
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="executor", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:  # by the system's limit
            self._loop.close()
            raise BrokenExecutor(str(error)) from None

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Have a worker call a function of a module; TypeError for what JSON cannot hold."""
        if kwargs:
            raise TypeError("found named arguments, expected them in their order")
        call = {"function": f"{fn.__module__}:{fn.__qualname__}", "arguments": args}
        future: Future[T] = Future()
        line = json.dumps(call)
        with self._lock:
            if self._closed and self._refused:
                raise BrokenExecutor(self._refused)
            if self._closed:
                raise RuntimeError("found a call after the shutdown")
            self._loop.call_soon_threadsafe(self._calls.put_nowait, (future, line))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As of any executor: calls that were submitted are made first, or else cancelled."""
        self._order(self._no_more, cancel_futures)
        if wait:
            self._thread.join()

    def kill(self) -> None:
        """End all processes at once; futures that are not done raise WorkerLost."""
        self._order(self._stop)
        self._thread.join()

    def _order(self, what: Callable[..., object], *arguments: object) -> None:
        """Have something done in the loop, if it still runs."""
        with self._lock, suppress(RuntimeError):
            self._closed = True
            self._loop.call_soon_threadsafe(what, *arguments)

    # In the thread of the loop

    def _run(self) -> None:
        """Run the loop; workers are killed when the thread that started them ends."""
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        self._task = asyncio.current_task()
        if self._stopping:
            self._stop()
        workers = [asyncio.create_task(self._work()) for _ in range(self.slots)]
        error: Exception = WorkerLost("stopped")
        try:
            await asyncio.gather(*workers)
            error = BrokenExecutor(self._refused)
        except asyncio.CancelledError:
            for worker in workers:
                worker.cancel()
            await asyncio.wait(workers)
        finally:
            with self._lock:
                self._closed = True
            await ended()  # by now the last call that was submitted is in the queue
            await asyncio.sleep(0)
            self._drain(error)

    def _no_more(self, cancel: bool) -> None:
        if cancel:
            self._drain(None)
        self._calls.put_nowait(None)

    def _stop(self) -> None:
        self._stopping = True
        if self._task:
            self._task.cancel()

    def _drain(self, error: Exception | None) -> None:
        """End the calls that nobody has begun."""
        while not self._calls.empty():
            if not (call := self._calls.get_nowait()):
                continue
            future = call[0]
            if error is None:
                future.cancel()
            if future.set_running_or_notify_cancel() and error:
                future.set_exception(error)

    async def _work(self) -> None:
        """Make calls in a process; if it dies, in another one; end when none can be started."""
        starts = 0  # in a row that came to nothing
        while starts < STARTS:
            try:
                child = await Child.start(WORKER, self._job)
            except WorkerLost as lost:
                self._refused = str(lost)
                return
            try:
                await child.line()
                starts = 0
                if await self._talk(child):
                    return
            except WorkerLost as lost:  # before it was ready
                self._refused = str(lost)
                starts += 1
            finally:
                child.kill()
                await child.gone()

    async def _talk(self, child: Child) -> bool:
        """Make calls until no more will come; False when the process has died."""
        while call := await self._calls.get():
            future, line = call
            if not future.set_running_or_notify_cancel():
                continue
            child.send(line)
            try:
                message = message_of(await child.line())
                if message.keys() - {"result", "error"} or len(message) != 1:
                    raise WorkerLost("the process sent a malformed answer")
            except WorkerLost as lost:
                future.set_exception(lost)
                return False
            except asyncio.CancelledError:
                future.set_exception(WorkerLost("stopped"))
                raise
            if "error" in message:
                future.set_exception(CallFailed(str(message["error"])))
            else:
                future.set_result(message["result"])
        self._calls.put_nowait(None)  # for the others
        return True
