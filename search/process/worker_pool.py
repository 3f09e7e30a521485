"""A pool of worker processes that have done a job and wait for the next one.

Starting a process takes about a tenth of a second, most of it to import the solver; an easy puzzle
takes a millisecond.
"""

from typing import NamedTuple

from ludoscope.games.registry import is_builtin
from ludoscope.search.process.child_process import ChildProcess
from ludoscope.search.process.spawn import WORKER_MODULE, worker_command


class WorkerKind(NamedTuple):
    """The kind of a worker, which takes further jobs of the same kind only.

    Attributes:
        command: Its command line, which contains the path on which it finds modules.
        family: The reference to the family of a plug-in; "" for all families of Ludoscope.
        solvers: The reference to the solvers of that family.
    """

    command: tuple[str, ...]
    family: str
    solvers: str

    @classmethod
    def of_family(cls, family: str, solvers: str) -> "WorkerKind":
        """Return the kind of the workers of a family, given the references to its declarations."""
        command = tuple(worker_command(WORKER_MODULE))
        if is_builtin(family) and is_builtin(solvers):
            return cls(command, "", "")
        return cls(command, family, solvers)


class WorkerPool:
    """Idle workers, for use in one event loop.

    Args:
        capacity: The number of workers to keep.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._idle: list[tuple[WorkerKind, ChildProcess]] = []

    def take(self, kind: WorkerKind) -> ChildProcess | None:
        """Return the worker of a kind that became idle last, None if there is none."""
        for index in reversed(range(len(self._idle))):
            if self._idle[index][0] == kind:
                return self._idle.pop(index)[1]
        return None

    async def put(self, kind: WorkerKind, child: ChildProcess) -> None:
        """Keep a worker that has done its job; end the one that has been idle longest instead.

        A worker ends at once where the host limits their number, since others may wait for it.
        """
        self._idle.append((kind, child))
        if child.takes_slot:
            await self._end(self._idle.pop()[1])
        elif len(self._idle) > self._capacity:
            await self._end(self._idle.pop(0)[1])

    async def resize(self, capacity: int) -> None:
        """Change the number of workers to keep, and end those that are idle."""
        self._capacity = capacity
        await self.clear()

    async def clear(self) -> None:
        """Kill all idle workers and wait until they have ended."""
        while self._idle:
            await self._end(self._idle.pop()[1])

    @staticmethod
    async def _end(child: ChildProcess) -> None:
        child.kill()
        await child.wait()
