"""An executor of `concurrent.futures` whose calls run in worker processes.

    with WorkerExecutor(2, memory=1 << 30) as executor:
        future = executor.submit(function, 1, "two")

The standard library's `ProcessPoolExecutor` is not used: it is broken for good once a process has
died, it cannot end a running call, its processes have no memory limit, and it sends pickles. Here a
process that dies fails only its own call, `kill` ends all processes at once, and the messages are
lines of JSON: functions are sent by module and name, arguments and results are JSON values.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from ludoscope.search.process.child_process import ChildProcess, WorkerLost, wait_for_killed
from ludoscope.search.process.client import parse_worker_message

T = TypeVar("T")
MAX_FAILED_STARTS = 3  # consecutive ones, before a worker task gives up
WORKER_MODULE = "ludoscope.search.process.executor_worker"
Call = tuple["Future[Any]", str]
"""A future and the line to send for it."""


class CallFailed(RuntimeError):
    """Raised when the function of a call raised an exception; the message describes that."""


def encode_call(function: Callable[..., object], arguments: Sequence[Any]) -> str:
    """Return the message for a call; raise TypeError if the arguments are no JSON values."""
    name = f"{function.__module__}:{function.__qualname__}"
    return json.dumps({"function": name, "arguments": list(arguments)})


def parse_answer(line: bytes) -> Any:
    """Return the result in the answer to a call.

    Raises:
        WorkerLost: The answer is malformed.
        CallFailed: The function has raised an exception.
    """
    message = parse_worker_message(line)
    if message.keys() - {"result", "error"} or len(message) != 1:
        raise WorkerLost("the process sent a malformed answer")
    if "error" in message:
        raise CallFailed(str(message["error"]))
    return message["result"]


class WorkerExecutor(Executor):
    """An executor with a fixed number of processes, each with a memory limit.

    A process that died is replaced. Futures raise:

    * `WorkerLost` if the process died during the call, or was killed because it took too long;
    * `CallFailed` if the function raised an exception;
    * `BrokenExecutor` if no process can be started; then `submit` raises it too.

    Attributes:
        process_count: The number of processes.
    """

    def __init__(
        self, count: int, memory: int | None = None, max_call_seconds: float | None = None
    ) -> None:
        """Start the thread that manages the processes.

        Args:
            count: The number of processes.
            memory: Bytes that each may use, besides those of the interpreter; None for no limit.
            max_call_seconds: Seconds after which the process of a call is killed; None for no
                limit.
        """
        self.process_count = count
        self._max_call_seconds = max_call_seconds
        self._job = {"memory": memory}
        self._loop = asyncio.new_event_loop()
        self._calls: asyncio.Queue[Call | None] = asyncio.Queue()  # None marks the end
        self._start_error = ""  # why no process can be started
        self._closed = self._stopping = False
        self._lock = threading.Lock()  # guards `_closed`: calls submitted before it is set are made
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="executor", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:  # at the system's limit of threads
            self._loop.close()
            raise BrokenExecutor(str(error)) from None

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Call a function that is defined at the top level of a module, in a worker.

        Raises:
            TypeError: There are keyword arguments, or arguments that are no JSON values.
            BrokenExecutor: No process can be started.
            RuntimeError: The executor was shut down.
        """
        if kwargs:
            raise TypeError("found named arguments, expected them in their order")
        future: Future[T] = Future()
        line = encode_call(fn, args)
        with self._lock:
            if self._closed and self._start_error:
                raise BrokenExecutor(self._start_error)
            if self._closed:
                raise RuntimeError("found a call after the shutdown")
            self._loop.call_soon_threadsafe(self._calls.put_nowait, (future, line))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Make the calls that were submitted, or cancel them, then end the processes."""
        self._call_in_loop(self._close_queue, cancel_futures)
        if wait:
            self._thread.join()

    def kill(self) -> None:
        """End all processes at once; futures that are not done raise WorkerLost."""
        self._call_in_loop(self._stop)
        self._thread.join()

    def _call_in_loop(self, function: Callable[..., object], *arguments: object) -> None:
        """Refuse further calls and let the event loop call a function, if it still runs."""
        with self._lock, suppress(RuntimeError):
            self._closed = True
            self._loop.call_soon_threadsafe(function, *arguments)

    # In the thread of the event loop

    def _run(self) -> None:
        """Run the event loop, the target of the thread.

        Workers are killed when the thread that started them ends.
        """
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        """Run a worker task for each process until all have ended."""
        self._task = asyncio.current_task()
        if self._stopping:
            self._stop()
        workers = [asyncio.create_task(self._run_worker()) for _ in range(self.process_count)]
        error: Exception = WorkerLost("stopped")
        try:
            await asyncio.gather(*workers)
            error = BrokenExecutor(self._start_error)
        except asyncio.CancelledError:
            for worker in workers:
                worker.cancel()
            await asyncio.wait(workers)
        finally:
            self._task = None  # a later kill must not cancel this cleanup
            with self._lock:
                self._closed = True
            await wait_for_killed()  # afterwards the last call that was submitted is in the queue
            await asyncio.sleep(0)
            self._end_waiting_calls(error)

    def _close_queue(self, cancel: bool) -> None:
        if cancel:
            self._end_waiting_calls(None)
        self._calls.put_nowait(None)

    def _stop(self) -> None:
        self._stopping = True
        if self._task:
            self._task.cancel()
            self._task = None

    def _end_waiting_calls(self, error: Exception | None) -> None:
        """End the calls that have not begun: with an exception, or cancelled."""
        while not self._calls.empty():
            if not (call := self._calls.get_nowait()):
                continue
            future = call[0]
            if error is None:
                future.cancel()
            if future.set_running_or_notify_cancel() and error:
                future.set_exception(error)

    async def _run_worker(self) -> None:
        """Make the calls of the queue in a process; replace it if it dies or takes too long.

        Returns when the queue is closed or no process can be started.
        """
        failed_starts = 0
        while failed_starts < MAX_FAILED_STARTS:
            try:
                child = await ChildProcess.start(WORKER_MODULE, self._job)
            except WorkerLost as error:
                self._start_error = str(error)
                return
            try:
                await child.read_line()
                failed_starts = 0
                if await self._make_calls(child):
                    return
            except WorkerLost as error:  # before it was ready
                self._start_error = str(error)
                failed_starts += 1
            finally:
                child.kill()
                await child.wait()

    async def _make_calls(self, child: ChildProcess) -> bool:
        """Make calls until the queue is closed; return False if the process has to be replaced."""
        while call := await self._calls.get():
            future, line = call
            if not future.set_running_or_notify_cancel():
                continue
            child.send(line)
            try:
                async with asyncio.timeout(self._max_call_seconds):
                    answer = await child.read_line()
                result = parse_answer(answer)
            except TimeoutError:
                reason = f"the process did not answer within {self._max_call_seconds:g} s"
                future.set_exception(WorkerLost(reason))
                return False
            except WorkerLost as error:
                future.set_exception(error)
                return False
            except asyncio.CancelledError:
                future.set_exception(WorkerLost("stopped"))
                raise
            except CallFailed as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        self._calls.put_nowait(None)  # for the other worker tasks
        return True
