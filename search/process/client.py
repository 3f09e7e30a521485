"""The asyncio client of the worker: one solver in its own process.

run = await Run.start(game, position, solver, limits)
async for event in run: ...        # the last one is the verdict
run.pause(), run.step(10), run.resume()  # the time paused is not counted
run.cancel()                       # at any time; kills the process at once
await ended()                      # of `search.process.child`: until all are gone
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import shown
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.process.child import Child, Job, WorkerLost, aside
from ludoscope.search.process.wire import decode, is_text
from ludoscope.search.registry import SOLVER_SETS
from ludoscope.search.solver import Solver
from ludoscope.search.verify import checked

if TYPE_CHECKING:
    from ludoscope.search.process.thread_child import ThreadChild

LONG_LINE = 1 << 13  # bytes


class SolverFault(RuntimeError):
    """A solver that failed to start or whose answer is wrong: a bug, not a verdict."""

    def after(self, progress: Progress | None) -> GaveUp:
        """The verdict to show instead; its reason names the fault."""
        return GaveUp.after(progress or Progress(), f"fault in the solver: {self}")


class Run:
    """A running solver: `latest` is its last Progress, `verdict` its verdict, None until then."""

    def __init__(
        self,
        game: AnyGame,
        position: Any,
        solver: Solver,
        child: "Child | ThreadChild | None",
        lost: str = "",
    ) -> None:
        self.game = solver.view(game)
        self.position = position
        self.solver = solver
        self.latest: Progress | None = None
        self.verdict: Verdict | None = None
        self._child = child  # None where no process could be started
        self._lost = lost  # why there will be no verdict
        self._cancelled = False

    @classmethod
    async def start(
        cls, game: AnyGame, position: Any, solver: Solver, limits: Limits, held: bool = False
    ) -> "Run":
        """Start `solver` on `position` in its own process; it gives up if none can be started.

        `held`: it pauses after its first expansion.
        """
        job = {
            "family": FAMILIES.reference(game.family),
            "solvers": SOLVER_SETS.reference(game.family),
            "game": game.spec(),
            "position": game.text(position),
            "solver": solver.name,
            "seconds": limits.seconds,
            "explored": limits.explored,
            "memory": limits.memory,
            "jobs": limits.jobs,
            "held": held,
        }
        try:
            if not _is_importable(game.family):
                from ludoscope.search.process.thread_child import ThreadChild

                thread = ThreadChild.start(game, position, solver, limits, held)
                return cls(game, position, solver, thread)
            child = await Child.start("ludoscope.search.process.worker", job)
        except WorkerLost as lost:
            return cls(game, position, solver, None, str(lost))
        return cls(game, position, solver, child)

    def cancel(self) -> None:
        """Kill the worker; the events end with GaveUp. Harmless when it has ended."""
        self._cancelled = True
        if self._child:
            self._child.kill()

    def pause(self) -> None:
        """Pause it, within some milliseconds; then comes a Progress that is `held`."""
        self._order("pause")

    def resume(self) -> None:
        """Resume the search."""
        self._order("resume")

    def step(self, count: int = 1) -> None:
        """Expand `count` positions more and report; a search that runs is paused first.

        A compiled solver makes one call of its kernel, which may expand more.
        """
        self._order(f"step {count}")

    def _order(self, line: str) -> None:
        if self._child:
            self._child.send(line)

    @property
    def pid(self) -> int | None:
        """The worker's process, None where none could be started."""
        return self._child.pid if self._child else None

    def __aiter__(self) -> AsyncIterator[Event]:
        return self.events()

    async def events(self) -> AsyncGenerator[Event, None]:
        """The events; SolverFault when an answer is wrong. Closing it ends the worker."""
        try:
            while not self.verdict:
                yield await self.next()
        finally:
            await self.end()

    async def next(self) -> Event:
        """The next event, until there is a verdict; SolverFault when the solver breaks its word."""
        event = await self._event()
        if isinstance(event, Progress):
            self.latest = event
        else:
            self.verdict = event
        return event

    async def end(self) -> None:
        """Kill the worker if it is still there, and wait until it is gone."""
        self.cancel()
        if self._child:
            await self._child.gone()

    async def finish(self) -> Verdict:
        """Wait for the verdict."""
        async for _ in self:
            pass
        assert self.verdict is not None
        return self.verdict

    async def _event(self) -> Event:
        """The next event; GaveUp when the process is lost."""
        try:
            if not self._child:
                raise WorkerLost(self._lost)
            line = await self._child.line()
            if len(line) > LONG_LINE:  # its replay would block the event loop
                return await aside(self._decoded, line)
            return self._decoded(line)
        except WorkerLost as lost:
            reason = "stopped" if self._cancelled else str(lost)
            return GaveUp.after(self.latest or Progress(), reason)

    def _decoded(self, line: bytes) -> Event:
        """The event in a line; WorkerLost when it is malformed, SolverFault when it is wrong."""
        message = message_of(line)
        if message.get("event") == "fault":
            said = message.get("message")
            raise SolverFault(said if is_text(said) else f"it says {shown(said)}")
        try:
            event = decode(self.game, self.position, message)
        except ValueError as error:
            raise WorkerLost(f"the process sent a malformed message: {error}") from None
        if isinstance(event, Solved | Unsolvable):
            check = checked(self.game, self.position, event)
            if not check.right:
                name = self.solver.name
                said = "solution" if isinstance(event, Solved) else "proof"
                raise SolverFault(f"the {said} of {name} does not hold: {check.reason}")
        return event


def _is_importable(family: str) -> bool:
    """Return True if a worker process can import a family and its solvers."""
    solvers_importable = family not in SOLVER_SETS or bool(SOLVER_SETS.reference(family))
    return bool(FAMILIES.reference(family)) and solvers_importable


def message_of(line: bytes) -> Job:
    """The JSON object in a line; WorkerLost when there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        found = shown(line.decode(errors="replace").rstrip("\n"))
        raise WorkerLost(f"the process sent {found}, expected an object")
    return message


async def lines(module: str, job: Job) -> AsyncGenerator[Job, None]:
    """The messages of a worker, run as `module`, about a job; closing the generator ends it.

    It continues until it is closed, or until WorkerLost is raised, with the reason.
    """
    child = await Child.start(module, job)
    try:
        while True:
            yield message_of(await child.line())
    finally:
        child.kill()
        await child.gone()
