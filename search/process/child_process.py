"""A worker process as its parent sees it: lines in, lines out, and a guaranteed end.

    child = await ChildProcess.start("ludoscope.search.process.worker", job)
    line = await child.read_line()
    child.send("pause")
    child.kill()
    await wait_for_killed()  # before the event loop closes

`start` and `read_line` raise `WorkerLost`, with the reason, if the process cannot be started or has
ended.

asyncio's own subprocesses are not used. Up to Python 3.13, sending a signal to one may collect its
exit status before asyncio's watcher does, which then finds no such child; and the watcher needs a
thread for each process. Here only `Popen` collects the exit status.
"""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakSet

from ludoscope.search.process import spawn
from ludoscope.search.process.host_limits import WorkerSlots, worker_slots

T = TypeVar("T")
Job = dict[str, Any]

SHUTDOWN_TIMEOUT_SECONDS = 1.0  # of `wait_for_killed`
EXIT_TIMEOUT_SECONDS = 1.0  # for a process to exit that has closed its output
# interval at which a process that sends nothing is checked for having been stopped by a signal
STOPPED_CHECK_SECONDS = 1.0
MAX_LINE_BYTES = 1 << 26  # a depth-first solution may be very long
FIRST_POLL_SECONDS = 0.0005  # between checks of whether a process has exited; doubled each time
MAX_POLL_SECONDS = 0.02

# not that of asyncio, which needs one more thread to be closed
_thread_pool = ThreadPoolExecutor(os.cpu_count())
_exit_tasks: set["asyncio.Task[Any]"] = set()  # one for each killed process still running
_children: WeakSet["ChildProcess"] = WeakSet()
_abandoned: list["ChildProcess"] = []  # those of the process that this one was forked from


class WorkerLost(Exception):
    """Raised when a worker cannot be started or sends nothing more; the message is the reason."""


class ChildProcess:
    """A process that runs a worker; it ends when its standard input is closed.

    Create it with `start`, and use it in one event loop only.

    Attributes:
        pid: The process id.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", slots: WorkerSlots) -> None:
        self.pid = process.pid
        self._slots = slots
        self._process = process
        self._reader = asyncio.StreamReader(limit=MAX_LINE_BYTES)
        self._output: asyncio.ReadTransport | None = None
        self._input: asyncio.WriteTransport | None = None
        self._exit_task: asyncio.Task[None] | None = None
        _children.add(self)

    @property
    def takes_slot(self) -> bool:
        """True if the host limits the number of workers, so that another one may wait for this."""
        return self._slots.host.workers is not None

    @classmethod
    async def start(
        cls, module: str, job: Job, process: "subprocess.Popen[bytes] | None" = None
    ) -> "ChildProcess":
        """Run `module` in a new process and send it its job.

        It waits for a slot if the host limits the number of workers. Call it in the thread of the
        event loop: a worker is killed when the thread that started it ends.

        Args:
            module: The module of the worker.
            job: The job.
            process: A process of `spawn` to take instead, if it runs the same command.

        Raises:
            WorkerLost: No process could be started.
        """
        slots = worker_slots()
        await slots.acquire()
        try:
            if process is None or process.args != spawn.worker_command(module):
                process = spawn.spawn(module)
        except OSError as error:
            slots.release()
            reason = error.strerror or str(error)
            raise WorkerLost(f"no process could be started: {reason}") from None
        child = cls(process, slots)
        try:
            await child._connect()
        except BaseException:
            child.kill()
            await child.wait()
            raise
        child.send(json.dumps(job))
        return child

    async def _connect(self) -> None:
        """Connect the event loop to the pipes of the process."""
        loop, process = asyncio.get_running_loop(), self._process
        protocol = asyncio.StreamReaderProtocol(self._reader)
        self._output, _ = await loop.connect_read_pipe(lambda: protocol, process.stdout)
        self._input, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)

    def send(self, line: str) -> None:
        """Write a line to the input of the process; do nothing if it has ended."""
        if self._input and not self._input.is_closing():
            self._input.write(line.encode() + b"\n")

    async def read_line(self) -> bytes:
        """Return the next complete line of the output, with its line feed.

        Raises:
            WorkerLost: The process has ended or was stopped, its output cannot be read, or the line
                is longer than `MAX_LINE_BYTES`.
        """
        was_stopped = False
        while True:
            try:
                async with asyncio.timeout(STOPPED_CHECK_SECONDS):
                    line = await self._reader.readline()
            except TimeoutError:
                is_stopped = self._is_stopped()
                if is_stopped and was_stopped:  # only then: this process may have stopped with it
                    raise WorkerLost("the process was stopped by a signal") from None
                was_stopped = is_stopped
            except ValueError:  # raised by the reader for a line that is too long
                reason = f"the process sent a line of more than {MAX_LINE_BYTES >> 20} MiB"
                raise WorkerLost(reason) from None
            except OSError as error:
                raise WorkerLost(
                    f"the output of the process cannot be read: {error.strerror}"
                ) from None
            else:
                if line.endswith(b"\n"):
                    return line
                raise WorkerLost(await self._exit_reason())

    def kill(self) -> None:
        """Kill the process at once, even if it is stopped; harmless if it has ended."""
        self._process.kill()
        if self._exit_task is None:
            self._exit_task = asyncio.ensure_future(self._clean_up())
            _exit_tasks.add(self._exit_task)
            self._exit_task.add_done_callback(_exit_tasks.discard)
            self._exit_task.add_done_callback(lambda _: self._slots.release())

    async def wait(self) -> None:
        """Wait after `kill` until the process has ended; it ends even if the wait is cancelled."""
        if self._exit_task:
            await asyncio.shield(self._exit_task)

    async def _clean_up(self) -> None:
        """Close the pipes and wait for the exit of the killed process."""
        if self._output:
            self._output.close()
        if self._input and not self._input.is_closing():
            self._input.abort()  # drops what was not sent yet
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        await self._wait_for_exit()

    async def _wait_for_exit(self) -> int:
        """Wait until the process has exited and return its exit status."""
        interval = FIRST_POLL_SECONDS
        while (status := self._process.poll()) is None:
            await asyncio.sleep(interval)
            interval = min(2 * interval, MAX_POLL_SECONDS)
        return status

    async def _exit_reason(self) -> str:
        """Describe how the process ended; its output is closed, so it is about to exit."""
        try:
            async with asyncio.timeout(EXIT_TIMEOUT_SECONDS):
                status = await self._wait_for_exit()
        except TimeoutError:
            return "the process closed its output"
        if status >= 0:
            return f"the process ended with status {status}"
        try:
            return f"the process was killed by {signal.Signals(-status).name}"
        except ValueError:  # a real-time signal
            return f"the process was killed by signal {-status}"

    def abandon(self) -> None:
        """Abandon the process in a forked copy of its parent, which must not keep it alive.

        Its pipes are replaced rather than closed, since asyncio's objects may still close them.
        """
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe and not pipe.closed:
                with open(os.devnull, "r+b", 0) as null:
                    os.dup2(null.fileno(), pipe.fileno(), inheritable=False)
        self._process.returncode = 0  # it is no child of this process

    def _is_stopped(self) -> bool:
        """Return True if a signal has stopped the process; False if the system cannot tell."""
        if not hasattr(os, "waitid"):
            return False
        with suppress(ChildProcessError):
            flags = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, flags) is not None
        return False


async def wait_for_killed() -> None:
    """Wait until all processes killed in this event loop have ended: a few milliseconds."""
    loop = asyncio.get_running_loop()
    with suppress(TimeoutError):
        async with asyncio.timeout(SHUTDOWN_TIMEOUT_SECONDS):
            while tasks := [task for task in _exit_tasks.copy() if task.get_loop() is loop]:
                await asyncio.wait(tasks)


async def call_in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """Call a pure function in another thread, or in this one if none can be started.

    Unlike `asyncio.to_thread` it works at the system's limit of threads.
    """
    try:
        future = _thread_pool.submit(function, *arguments)
    except RuntimeError:  # at the system's limit of threads
        return function(*arguments)
    return await asyncio.wrap_future(future)


def _abandon_children() -> None:
    """Abandon all workers in a forked copy of their parent, which has none of its threads.

    The objects are kept: to finalise them would change the event loop of the parent.
    """
    global _thread_pool
    _thread_pool = ThreadPoolExecutor(os.cpu_count())
    _exit_tasks.clear()
    _abandoned.extend(_children)
    _children.clear()
    for child in _abandoned:
        child.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_children)
