"""The process of a worker, as its parent uses it: lines in, lines out, and a guaranteed end.

child = await Child.start(WORKER, job)           # WorkerLost when no process can be started
line = await child.line()                        # WorkerLost, with the reason, at the end
child.send("pause")
child.kill()                                     # at any time
await ended()                                    # before the event loop closes

asyncio's own subprocesses are not used. Up to Python 3.13, sending a signal to one may collect its
exit status before asyncio's watcher does, which then finds no such child; and the watcher needs a
thread for each process. Here only `Popen` collects the exit status.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from ludoscope.search.process.host_limits import WorkerSlots, worker_slots

T = TypeVar("T")
Job = dict[str, Any]

LAST_SECONDS = 1.0  # that `ended` waits for a process that was not killed
LEAVING_SECONDS = 1.0  # for a process to end that has closed its output
LOOK_SECONDS = 1.0  # between looks whether a silent process was stopped
LONGEST_LINE = 1 << 26  # bytes; a depth-first solution may be very long

# On Linux the system kills a worker when its parent ends (PR_SET_PDEATHSIG, SIGKILL), even a worker
# that was stopped by a signal. This is set first: until then only the end of its standard input
# shows a worker that its parent has ended. Modules are found neither by the current folder nor by
# PYTHON*; folders that only the parent's path has come last, so that they shadow no other module.
BEGIN = """\
import sys
if sys.platform == "linux":
    try:
        import ctypes
        ctypes.CDLL(None).prctl(1, 9)
    except (ImportError, OSError, AttributeError, MemoryError):
        pass
import runpy
module, *more = sys.argv[1:]
sys.path += [folder for folder in more if folder not in sys.path]
sys.argv[1:] = []
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""

_threads = ThreadPoolExecutor(os.cpu_count())  # asyncio's own needs one more thread to be closed
_living: set["asyncio.Task[Any]"] = set()  # each ends when a process is gone


class WorkerLost(Exception):
    """A worker sends nothing more; `str` gives the reason in a few words."""


class Child:
    """A process that runs a worker; it ends when its standard input is closed.

    Made by `start`, and used in one event loop.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", slots: WorkerSlots) -> None:
        self.pid = process.pid
        self._slots = slots
        self._process = process
        self._reader = asyncio.StreamReader(limit=LONGEST_LINE)
        self._output: asyncio.ReadTransport | None = None
        self._input: asyncio.WriteTransport | None = None
        self._gone: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, module: str, job: Job) -> "Child":
        """Run `module` in a new process and send it its job; WorkerLost if no process starts.

        It waits for a slot if the host limits the number of workers. Call it in the thread of the
        event loop: a worker is killed when the thread that started it ends.
        """
        slots = worker_slots()
        await slots.acquire()
        try:
            process = _popen()(
                command(module),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        except OSError as error:
            slots.release()
            said = error.strerror or str(error)
            raise WorkerLost(f"no process could be started: {said}") from None
        child = cls(process, slots)
        try:
            await child._connect()
        except BaseException:
            child.kill()
            await child.gone()
            raise
        child.send(json.dumps(job))
        return child

    async def _connect(self) -> None:
        loop, process = asyncio.get_running_loop(), self._process
        heard = asyncio.StreamReaderProtocol(self._reader)
        self._output, _ = await loop.connect_read_pipe(lambda: heard, process.stdout)
        self._input, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)

    def send(self, line: str) -> None:
        """Send it a line; does nothing if the process has ended."""
        if self._input and not self._input.is_closing():
            self._input.write(line.encode() + b"\n")

    async def line(self) -> bytes:
        """The next complete line of its output; WorkerLost when there will be none."""
        suspected = False
        while True:
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    line = await self._reader.readline()
            except TimeoutError:
                stopped = self._stopped()
                if stopped and suspected:  # seen twice: it may have stopped along with this process
                    raise WorkerLost("the process was stopped by a signal") from None
                suspected = stopped
            except ValueError:  # raised by the reader for a line that is too long
                said = f"the process sent a line of more than {LONGEST_LINE >> 20} MiB"
                raise WorkerLost(said) from None
            except OSError as error:
                raise WorkerLost(
                    f"the output of the process cannot be read: {error.strerror}"
                ) from None
            else:
                if line.endswith(b"\n"):
                    return line
                raise WorkerLost(await self._how_it_ended())

    def kill(self) -> None:
        """Kill it at once, even if it is stopped. Harmless when it has ended."""
        self._process.kill()
        if self._gone is None:
            self._gone = asyncio.ensure_future(self._end())
            _living.add(self._gone)
            self._gone.add_done_callback(_living.discard)
            self._gone.add_done_callback(lambda _: self._slots.release())

    async def gone(self) -> None:
        """Wait after `kill` until the process has ended; it ends even if the wait is cancelled."""
        if self._gone:
            await asyncio.shield(self._gone)

    async def _end(self) -> None:
        if self._output:
            self._output.close()
        if self._input and not self._input.is_closing():
            self._input.abort()  # drops what was not sent yet
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        await self._exited()

    async def _exited(self) -> int:
        """Its exit status, once there is one."""
        pause = 0.0005
        while (status := self._process.poll()) is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.02)
        return status

    async def _how_it_ended(self) -> str:
        """How it ended; its output is closed, so it is about to end."""
        try:
            async with asyncio.timeout(LEAVING_SECONDS):
                status = await self._exited()
        except TimeoutError:
            return "the process closed its output"
        if status >= 0:
            return f"the process ended with status {status}"
        try:
            return f"the process was killed by {signal.Signals(-status).name}"
        except ValueError:  # a real-time signal
            return f"the process was killed by signal {-status}"

    def _stopped(self) -> bool:
        """Whether it was stopped by a signal; False if the system cannot tell."""
        if not hasattr(os, "waitid"):
            return False
        with suppress(ChildProcessError):
            asked = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, asked) is not None
        return False


def _popen() -> "type[subprocess.Popen[bytes]]":
    """What starts a process; on Windows that of asyncio, whose pipes its event loop can hear."""
    if sys.platform == "win32":
        from asyncio.windows_utils import Popen

        return Popen
    return subprocess.Popen


def command(module: str) -> list[str]:
    """The command line of a worker; -E and -P ignore PYTHON* and the current folder."""
    options = ["-E", "-P", *(["-B"] if sys.dont_write_bytecode else [])]
    path = [folder for folder in sys.path if os.path.isabs(folder)]
    return [sys.executable, *options, "-c", BEGIN, module, *path]


async def ended() -> None:
    """Wait until the processes that were killed are gone: a few milliseconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_SECONDS):
            while _living:
                await asyncio.wait(_living)


async def aside(function: Callable[..., T], *arguments: Any) -> T:
    """The result of a pure function, run in a thread, or in this one if none can be started."""
    try:
        answer = _threads.submit(function, *arguments)
    except RuntimeError:  # by the system's limit
        return function(*arguments)
    return await asyncio.wrap_future(answer)
