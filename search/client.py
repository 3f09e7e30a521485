"""The asyncio client of the worker: one solver at work in a process of its own.

run = await Run.start(game, position, solver, limits)
async for event in run: ...        # the last one is the verdict
run.pause(), run.step(10), run.resume()  # the search stands still, its clocks too
run.cancel()                       # at any time; kills the process at once
await ended()                      # before the event loop closes: none of them is left
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from games import AnyGame
from search.events import Event, GaveUp, Progress, Solved, Unsolvable, Verdict
from search.room import Room, room
from search.solver import Solver
from search.verify import checked
from search.watch import Limits
from search.wire import decode

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
LAST_SECONDS = 1.0  # that `ended` waits, should there be one that was not cancelled
LONG_LINE = 1 << 13  # bytes
LONGEST_LINE = 1 << 26  # bytes; a depth-first solution may be very long


_living: set["asyncio.Task[Any]"] = set()  # each ends when a process has started, or is gone


class SolverFault(RuntimeError):
    """A solver that broke its word or failed to start: a bug, not a verdict."""


class Run:
    """A running solver. `latest` is the newest Progress, `verdict` what it came to."""

    def __init__(
        self, game: AnyGame, position: Any, solver: Solver, process: asyncio.subprocess.Process
    ) -> None:
        self.game = solver.view(game)
        self.position = position
        self.solver = solver
        self.latest: Progress | None = None
        self.verdict: Verdict | None = None
        self._process = process
        self._cancelled = False
        self._gone = _outliving(process.wait())

    @classmethod
    async def start(
        cls, game: AnyGame, position: Any, solver: Solver, limits: Limits, held: bool = False
    ) -> "Run":
        """Start `solver` on `position` in a process of its own; OSError when none can be had.

        `held`: it stands still once it has expanded a position.
        """
        job = {
            "game": game.spec(),
            "position": game.text(position),
            "solver": solver.name,
            "seconds": limits.seconds,
            "explored": limits.explored,
            "memory": limits.memory,
            "held": held,
        }
        process = await _spawn("search.worker", job)
        return cls(game, position, solver, process)

    def cancel(self) -> None:
        """Kill the worker; the events end with GaveUp. Harmless when it has ended."""
        self._cancelled = True
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()

    def pause(self) -> None:
        """Have it stand still, within some milliseconds; a Progress that is `held` tells of it."""
        self._order("pause")

    def resume(self) -> None:
        """Have it go on."""
        self._order("resume")

    def step(self, count: int = 1) -> None:
        """Have it expand so many positions more, and report; a search that runs is paused first.

        Compiled solvers do what they do in one call of their kernel, which is more.
        """
        self._order(f"step {count}")

    def _order(self, line: str) -> None:
        if self._process.returncode is None and self._process.stdin:
            self._process.stdin.write(f"{line}\n".encode())

    @property
    def pid(self) -> int:
        """The worker's process."""
        return self._process.pid

    def __aiter__(self) -> AsyncIterator[Event]:
        return self.events()

    async def events(self) -> AsyncGenerator[Event, None]:
        """The events; SolverFault when the solver breaks its word. Closing it ends the worker."""
        assert self._process.stdout is not None
        try:
            async for line in self._process.stdout:
                if len(line) > LONG_LINE:  # its replay would hold up whoever shares the loop
                    event = await asyncio.to_thread(self._understood, line)
                else:
                    event = self._understood(line)
                if isinstance(event, Progress):
                    self.latest = event
                else:
                    self.verdict = event
                yield event
                if self.verdict:
                    return
            self.verdict = GaveUp.after(self.latest or Progress(), await self._ended())
            yield self.verdict
        finally:
            self.cancel()
            await asyncio.shield(self._gone)

    async def finish(self) -> Verdict:
        """Wait for the verdict."""
        async for _ in self:
            pass
        assert self.verdict is not None
        return self.verdict

    async def _ended(self) -> str:
        """Why there was no verdict."""
        if self._cancelled:
            return "stopped"
        return f"the solver's process ended with status {await self._process.wait()}"

    def _understood(self, line: bytes) -> Event:
        message = json.loads(line)
        if message["event"] == "fault":
            raise SolverFault(message["message"])
        event = decode(self.game, self.position, message)
        if isinstance(event, Solved | Unsolvable):
            check = checked(self.game, self.position, event)
            if not check.right:
                name = self.solver.name
                said = "solution" if isinstance(event, Solved) else "proof"
                raise SolverFault(f"the {said} of {name} does not hold: {check.reason}")
        return event


Job = dict[str, Any]


async def lines(module: str, job: Job) -> AsyncGenerator[Job, Job | None]:
    """What a worker of ours, run as `module`, says of a job; closing it ends the worker.

    With `asend` a worker that takes several jobs gets the next. OSError when none can be had.
    """
    process = await _spawn(module, job)
    gone = _outliving(process.wait())
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        async for line in process.stdout:
            if further := (yield json.loads(line)):
                process.stdin.write(json.dumps(further).encode() + b"\n")
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await asyncio.shield(gone)


async def _spawn(module: str, job: dict[str, Any]) -> asyncio.subprocess.Process:
    """A process of its own that has been given its job, once there is room for one more."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    place = room()
    await place.enter()
    starting = _outliving(
        asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a folder named search where the person stands is not ours
            "-m",
            module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
            limit=LONGEST_LINE,
        )
    )
    starting.add_done_callback(partial(_leave, place))
    try:
        process = await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_end_at_once)
        raise
    assert process.stdin is not None
    process.stdin.write(json.dumps(job).encode() + b"\n")  # left open: it is the lifeline
    return process


async def ended() -> None:
    """Wait until the processes that were cancelled are gone: a few milliseconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_SECONDS):
            while _living:
                await asyncio.wait(_living)


def _outliving(work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
    """A task that goes on when whoever awaits it is cancelled: `ended` waits for it."""
    task = asyncio.ensure_future(work)
    _living.add(task)
    task.add_done_callback(_living.discard)
    return task


def _leave(place: Room, starting: "asyncio.Task[asyncio.subprocess.Process]") -> None:
    """Give the place of a process back when it is gone, or has not come."""
    if starting.cancelled() or starting.exception():
        place.leave()
    else:
        gone = _outliving(starting.result().wait())
        gone.add_done_callback(lambda _: place.leave())


def _end_at_once(starting: "asyncio.Task[asyncio.subprocess.Process]") -> None:
    """Kill a process that nobody wants any more."""
    if not starting.cancelled() and not starting.exception():
        process = starting.result()
        with suppress(ProcessLookupError):
            process.kill()
        _outliving(process.wait())
