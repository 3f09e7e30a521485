"""A worker thread that runs a solver in place of a child process.

Games that are defined in a script or a notebook exist in that process only, and no other process
can import them. Their solvers run in a thread, with the same events, limits and commands as in
`search.process.child_process`. But the search shares the interpreter with the caller, and the
operating system does not limit its memory. It stops within some milliseconds after `kill`, when
its budget next reads the clock.
"""

import asyncio
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.pause import Pause
from ludoscope.search.process.child_process import EXIT_TIMEOUT_SECONDS, WorkerLost
from ludoscope.search.process.worker import handle_command, run_solver
from ludoscope.search.solver import Solver


class WorkerThread:
    """A solver in a thread, with the interface of `ChildProcess`."""

    pid = None

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._pause = _CancellablePause()
        self._ended = asyncio.Event()
        self._thread: threading.Thread | None = None

    @classmethod
    def start(
        cls, game: AnyGame, position: Any, solver: Solver, limits: Limits, paused: bool
    ) -> "WorkerThread":
        """Start a solver in a thread; it pauses after the first expansion if `paused`."""
        child = cls(asyncio.get_running_loop())
        if paused:
            child._pause.pause()
        arguments = (solver, game, position, replace(limits, pause=child._pause))
        child._thread = threading.Thread(target=child._run, args=arguments, daemon=True)
        try:
            child._thread.start()
        except RuntimeError as error:
            raise WorkerLost(f"no thread could be started: {error}") from None
        return child

    def _run(self, solver: Solver, game: AnyGame, position: Any, limits: Limits) -> None:
        def send_message(message: dict[str, Any]) -> None:
            line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
            self._call(self._lines.put_nowait, line)

        try:
            with suppress(_Cancelled, SystemExit):
                run_solver(self._pause, solver, game, position, limits, send_message)
        finally:
            self._call(self._lines.put_nowait, None)
            self._call(self._ended.set)

    def _call(self, function: Callable[..., object], *arguments: Any) -> None:
        """Call a function in the event loop, unless it is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    def send(self, line: str) -> None:
        """Carry out a command: pause, resume or step."""
        handle_command(self._pause, line.encode())

    async def read_line(self) -> bytes:
        """Return the next line of output.

        Raises:
            WorkerLost: The thread has ended.
        """
        line = await self._lines.get()
        if line is None:
            raise WorkerLost("the thread ended")
        return line

    def kill(self) -> None:
        """Stop the search when it next reads the clock. Harmless if it has ended."""
        self._pause.cancel()
        self._call(self._lines.put_nowait, None)

    async def wait(self) -> None:
        """Wait until the thread has ended; leave it behind if the rules of its game do not return.

        A thread cannot be killed. It is a daemon, so it does not keep the program from ending.
        """
        try:
            async with asyncio.timeout(EXIT_TIMEOUT_SECONDS):
                await self._ended.wait()
        except TimeoutError:
            return
        if self._thread:
            self._thread.join()  # it has nothing left to do


class _Cancelled(BaseException):
    """Raised in the thread of a search that was killed; solvers do not catch it."""


class _CancellablePause(Pause):
    """A pause that can also end the search."""

    def __init__(self) -> None:
        super().__init__()
        self._is_cancelled = False

    def cancel(self) -> None:
        self._is_cancelled = True
        self.resume()

    def count(self, expansions: int) -> bool:
        if self._is_cancelled:
            raise _Cancelled
        return super().count(expansions)
