"""The asyncio client of `search.process.executor_worker`: calls in one worker process.

process = CallProcess(memory=1 << 30)
result = await process.call(function, 1, "two")
process.close()                          # kills the process, also during a call

For many calls at once, and for callers without an event loop, there is `WorkerExecutor`. It must
not be used in the app: its processes belong to another event loop, which would not notice that a
slot of the host has become free in this one.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from ludoscope.search.process.child_process import ChildProcess, WorkerLost
from ludoscope.search.process.executor import WORKER_MODULE, encode_call, parse_answer
from ludoscope.search.process.host_limits import worker_slots


class CallProcess:
    """A process that makes calls one after another.

    It starts with the first call and is kept for the next one, unless the host limits the number of
    workers: then another one may wait for it.

    Args:
        memory: Bytes that it may use, besides those of the interpreter; None for no limit.
        on_queue_change: Called when `is_queued` has changed.

    Attributes:
        is_queued: True while a call waits because the host allows no more workers.
    """

    def __init__(
        self, memory: int | None = None, on_queue_change: Callable[[], None] | None = None
    ) -> None:
        self.is_queued = False
        self._memory, self._on_queue_change = memory, on_queue_change
        self._child: ChildProcess | None = None
        self._killed: ChildProcess | None = None  # the previous one, whose slot may not be free yet
        self._lock = asyncio.Lock()  # for one call at a time

    async def call(self, function: Callable[..., object], *arguments: Any) -> Any:
        """Call a function that is defined at the top level of a module; return its result.

        A call that is cancelled ends the process.

        Args:
            function: The function. Its result is a JSON value.
            arguments: JSON values.

        Raises:
            WorkerLost: The process could not be started, or has ended.
            CallFailed: The function has raised an exception; the message describes it.
        """
        line = encode_call(function, arguments)
        async with self._lock:
            is_kept = False
            try:
                child = self._child
                if not child:
                    child = self._child = await self._start()
                    await child.read_line()  # it is ready
                child.send(line)
                answer = await child.read_line()
                is_kept = not child.takes_slot
                return parse_answer(answer)
            except WorkerLost:
                is_kept = False
                raise
            finally:
                if not is_kept:
                    self.close()

    async def _start(self) -> ChildProcess:
        """Start the process, which may wait for a slot."""
        if self._killed:
            await self._killed.wait()
        try:
            self._set_queued(worker_slots().is_full())
            return await ChildProcess.start(WORKER_MODULE, {"memory": self._memory})
        finally:
            self._set_queued(False)

    def _set_queued(self, is_queued: bool) -> None:
        if is_queued != self.is_queued:
            self.is_queued = is_queued
            if self._on_queue_change:
                self._on_queue_change()

    def close(self) -> None:
        """Kill the process; the next call starts another one."""
        if self._child:
            self._child.kill()
            self._killed = self._child
        self._child = None
