"""The asyncio client of a worker: run one solver in its own process.

    run = await SolverProcess.start(game, position, solver, limits)
    async for event in run:      # the last event is the verdict
        ...
    run.pause()
    run.step(10)
    run.resume()
    run.cancel()                 # kills the process at once
    await wait_for_killed()      # of `search.process.child_process`, before the event loop closes

Every solution and every certificate is verified before it is returned.

With a `WorkerPool` the process is taken from the pool, and returned to it after a verdict other
than `GaveUp`. A process that does not answer at all after it had other jobs is replaced once.
"""

import asyncio
import itertools
import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.games.json_objects import parse_object
from ludoscope.search.budget import Limits
from ludoscope.search.events import (
    SOLVER_FAULT,
    Event,
    GaveUp,
    Progress,
    Solved,
    Unsolvable,
    Verdict,
)
from ludoscope.search.process.child_process import ChildProcess, Job, WorkerLost, call_in_thread
from ludoscope.search.process.spawn import WORKER_MODULE
from ludoscope.search.process.wire import decode, is_text_line, pop_steps
from ludoscope.search.process.worker_pool import WorkerKind, WorkerPool
from ludoscope.search.registry import SOLVER_SETS, is_importable
from ludoscope.search.solver import Solver
from ludoscope.search.trace import MAX_STEPS, TraceLog, TraceStep
from ludoscope.search.verify import check_verdict

if TYPE_CHECKING:
    from subprocess import Popen

    from ludoscope.search.process.worker_thread import WorkerThread

MIN_THREADED_BYTES = 1 << 13  # longer lines are decoded in another thread
# A solver keeps its time limit itself. One that sends nothing for so many seconds more is killed:
# the rules of a game may never return.
SILENCE_SECONDS = 20.0

_job_numbers = itertools.count(1)


class SolverFault(RuntimeError):
    """Raised when a solver fails to start or its answer is wrong: a bug, not a verdict."""

    def to_verdict(self, progress: Progress | None) -> GaveUp:
        """Return the verdict to show instead, with the statistics of the last report."""
        return GaveUp.from_progress(progress or Progress(), f"{SOLVER_FAULT}{self}")


class SolverProcess:
    """A solver that runs in a process of its own.

    Attributes:
        game: The game in the measure of the solver.
        position: The position that is solved.
        solver: The solver.
        last_progress: The last report, None until there is one.
        verdict: The verdict, None until there is one.
        trace_steps: The steps of a traced search, as far as they have arrived.
    """

    def __init__(
        self, game: AnyGame, position: Any, solver: Solver, pool: WorkerPool | None = None
    ) -> None:
        self.game = solver.game_in_measure(game)
        self.position = position
        self.solver = solver
        self.last_progress: Progress | None = None
        self.verdict: Verdict | None = None
        self.trace_steps: list[TraceStep] = []
        self._child: ChildProcess | WorkerThread | None = None  # None if none could be started
        self._start_error = ""
        self._cancelled = False
        self._pool = pool
        self._kind: WorkerKind | None = None  # None for a thread
        self._job: Job = {}
        self._is_warm = False  # True if the process has had other jobs
        self._is_paused = False
        self._time_limit: float | None = None  # seconds

    @classmethod
    async def start(
        cls,
        game: AnyGame,
        position: Any,
        solver: Solver,
        limits: Limits,
        paused: bool = False,
        pool: WorkerPool | None = None,
        traced: bool = False,
        process: "Popen[bytes] | None" = None,
    ) -> "SolverProcess":
        """Start a solver in its own process; if none can be started, its verdict is `GaveUp`.

        Args:
            game: The game.
            position: The position to solve.
            solver: The solver.
            limits: Limits of the search; `limits.pause` is ignored.
            paused: True to pause after the first expansion.
            pool: The pool from which the process is taken, and to which it is returned.
            traced: True to receive each step of a readable solver, in `trace_steps`.
            process: A worker process without a job, of `search.process.spawn`, to be used.
        """
        run = cls(game, position, solver, pool)
        run._is_paused, run._time_limit = paused, limits.seconds
        try:
            if not is_importable(game.family):
                from ludoscope.search.process.worker_thread import WorkerThread

                if traced:
                    limits = replace(limits, trace=TraceLog(run.game, position))
                run._child = WorkerThread.start(game, position, solver, limits, paused)
                return run
            family, solvers = FAMILIES.reference(game.family), SOLVER_SETS.reference(game.family)
            run._kind = WorkerKind.of_family(family, solvers)
            run._job = {
                "family": family,
                "solvers": solvers,
                "game": game.spec(),
                "position": game.text(position),
                "solver": solver.name,
                "seconds": limits.seconds,
                "explored": limits.explored,
                "memory": limits.memory,
                "jobs": limits.jobs,
                "held": paused,
                "traced": traced,
            }
            if pool:
                run._job["number"] = next(_job_numbers)
                run._child = pool.take(run._kind)
            if run._child:
                run._is_warm = True
                run._child.send(json.dumps(run._job))
            else:
                run._child = await ChildProcess.start(WORKER_MODULE, run._job, process)
        except WorkerLost as error:
            run._start_error = str(error)
        return run

    def cancel(self) -> None:
        """Kill the worker; the events end with `GaveUp`. Harmless if it has ended."""
        self._cancelled = True
        if self._child:
            self._child.kill()

    def pause(self) -> None:
        """Pause the search within some milliseconds; a `Progress` with `held` follows."""
        self._is_paused = True
        self._send("pause")

    def resume(self) -> None:
        """Resume the search."""
        self._is_paused = False
        self._send("resume")

    def step(self, count: int = 1) -> None:
        """Expand `count` more positions and report; a running search is paused first.

        A compiled solver makes one call of its kernel, which may expand more.
        """
        self._is_paused = True
        self._send(f"step {count}")

    def _send(self, command: str) -> None:
        if self._child:
            self._child.send(command)

    @property
    def pid(self) -> int | None:
        """The id of the process, None if none could be started."""
        return self._child.pid if self._child else None

    def __aiter__(self) -> AsyncIterator[Event]:
        return self.events()

    async def events(self) -> AsyncGenerator[Event, None]:
        """Yield the events up to the verdict; closing the generator ends the worker.

        Raises:
            SolverFault: The solver failed or its answer is wrong.
        """
        try:
            while not self.verdict:
                yield await self.next_event()
        finally:
            await self.close()

    async def next_event(self) -> Event:
        """Return the next event; not to be called after the verdict.

        Raises:
            SolverFault: The solver failed or its answer is wrong.
        """
        event = await self._receive()
        if isinstance(event, Progress):
            self.last_progress = event
        else:
            self.verdict = event
        return event

    async def close(self) -> None:
        """Kill the worker if it still runs, and wait until it has ended, or return it to its pool.

        It is returned if it has decided the position: one that gave up has reached a limit.
        """
        if (
            self._pool
            and self._kind
            and isinstance(self._child, ChildProcess)
            and isinstance(self.verdict, Solved | Unsolvable)
        ):
            child, self._child = self._child, None
            await self._pool.put(self._kind, child)
        self.cancel()
        if self._child:
            await self._child.wait()

    async def wait_for_verdict(self) -> Verdict:
        """Wait for the verdict and return it.

        Raises:
            SolverFault: The solver failed or its answer is wrong.
        """
        async for _ in self:
            pass
        assert self.verdict is not None
        return self.verdict

    async def _receive(self) -> Event:
        """Return the next event; `GaveUp` if the process is lost."""
        try:
            line = await self._read_line()
            if len(line) > MIN_THREADED_BYTES:  # verifying it would block the event loop
                return await call_in_thread(self._decode, line)
            return self._decode(line)
        except WorkerLost as error:
            reason = "stopped" if self._cancelled else str(error)
            return GaveUp.from_progress(self.last_progress or Progress(), reason)

    async def _read_line(self) -> bytes:
        """Return the next line of the worker; replace one that was lost before this job began.

        Raises:
            WorkerLost: The process has ended.
        """
        if not self._child:
            raise WorkerLost(self._start_error)
        try:
            return await self._read_in_time(self._child)
        except WorkerLost:
            if not self._is_warm or self.last_progress or self._cancelled:
                raise
        self._is_warm = False
        self._child.kill()
        await self._child.wait()
        self._child = await ChildProcess.start(WORKER_MODULE, self._job)
        if self._cancelled:
            self._child.kill()
        return await self._read_in_time(self._child)

    async def _read_in_time(self, child: "ChildProcess | WorkerThread") -> bytes:
        """Return the next line of the worker; kill it if there is none long after its time limit.

        Raises:
            WorkerLost: The process has ended or was killed.
        """
        if self._time_limit is None:
            return await child.read_line()
        while True:
            try:
                async with asyncio.timeout(self._time_limit + SILENCE_SECONDS):
                    return await child.read_line()
            except TimeoutError:
                if not self._is_paused:
                    self._is_warm = False  # it is not replaced
                    child.kill()
                    reason = f"{self._time_limit:g} s, the time limit, and no answer after it"
                    raise WorkerLost(reason) from None

    def _decode(self, line: bytes) -> Event:
        """Return the event in a line of the worker, verified.

        Raises:
            WorkerLost: The line is malformed.
            SolverFault: The solver failed or its answer is wrong.
        """
        message = parse_worker_message(line)
        if message.pop("number", None) != self._job.get("number"):
            raise WorkerLost("the process sent a message of another job")
        if message.get("event") == "fault":
            fault = message.get("message")
            raise SolverFault(fault if is_text_line(fault) else f"it says {short_repr(fault)}")
        try:
            steps = pop_steps(message)
            self.trace_steps += steps[: MAX_STEPS - len(self.trace_steps)]
            event = decode(self.game, self.position, message)
        except ValueError as error:
            raise WorkerLost(f"the process sent a malformed message: {error}") from None
        if isinstance(event, Solved | Unsolvable):
            check = check_verdict(self.game, self.position, event)
            if not check.is_valid:
                name = self.solver.name
                claim = "solution" if isinstance(event, Solved) else "proof"
                raise SolverFault(f"the {claim} of {name} does not hold: {check.reason}")
        return event


def parse_worker_message(line: bytes) -> Job:
    """Return the JSON object in a line; raise WorkerLost if there is none."""
    try:
        return parse_object(line)
    except ValueError:
        text = short_repr(line.decode(errors="replace").rstrip("\n"))
        raise WorkerLost(f"the process sent {text}, expected an object") from None


async def worker_messages(
    module: str, job: Job, max_seconds: float | None = None
) -> AsyncGenerator[Job, None]:
    """Run `module` as a worker and yield its messages; closing the generator ends it.

    Args:
        module: The module of the worker.
        job: The job.
        max_seconds: How long to wait for each message; None for no limit. The time until the host
            allows one more worker does not count.

    Raises:
        WorkerLost: The process sends nothing more. Without `max_seconds` this is the only end of
            the messages.
        TimeoutError: No message came in time.
    """
    child = await ChildProcess.start(module, job)
    try:
        while True:
            async with asyncio.timeout(max_seconds):
                line = await child.read_line()
            yield parse_worker_message(line)
    finally:
        child.kill()
        await child.wait()
