"""Executors that run the chunks of a batch.

`BatchExecutor` is the interface; `LocalExecutor` uses processes of this machine and
`puzzles.batch.dask_executor.DaskExecutor` the workers of a Dask scheduler.
"""

from concurrent.futures import BrokenExecutor, Executor
from typing import Protocol

from ludoscope.puzzles.batch.chunks import CHUNK_SECONDS
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import SILENCE_SECONDS
from ludoscope.search.process.executor import WorkerExecutor


class ExecutorLost(Exception):
    """Raised when no worker can continue the batch; the message says why. Stored rows are kept."""


class BatchExecutor(Protocol):
    """A `concurrent.futures` executor with the information that a batch needs about its workers."""

    @property
    def pool(self) -> Executor:
        """The `concurrent.futures` executor that calls are submitted to."""
        ...

    @property
    def death_errors(self) -> tuple[type[Exception], ...]:
        """The exceptions by which a future reports that its worker died."""
        ...

    @property
    def location(self) -> str:
        """The place where the workers run, for use in messages."""
        ...

    @property
    def slots(self) -> int:
        """The number of calls that can run at once; 0 if there is no worker at present."""
        ...

    @property
    def is_remote(self) -> bool:
        """True if the workers run on other machines; then their verdicts are checked here."""
        ...

    def has_lost_calls(self) -> bool:
        """Return True if the submitted calls were lost and must be submitted again.

        Raises:
            ExecutorLost: No worker can be reached any more.
        """
        ...

    def stop(self) -> None:
        """Cancel all calls and release the workers at once."""
        ...


class LocalExecutor:
    """Worker processes of this machine."""

    death_errors = (WorkerLost,)
    location = "this machine"
    is_remote = False

    def __init__(self, worker_count: int, memory_limit: int, time_limit: float) -> None:
        """Start the workers.

        Args:
            worker_count: Number of worker processes.
            memory_limit: Memory limit of each worker in bytes.
            time_limit: Time limit of each search in seconds. A solver keeps it itself; a worker is
                killed if it does not answer long after it.

        Raises:
            ExecutorLost: No process can be started.
        """
        # the last search of a chunk begins within CHUNK_SECONDS
        max_call_seconds = CHUNK_SECONDS + time_limit + SILENCE_SECONDS
        try:
            self.pool = WorkerExecutor(worker_count, memory_limit, max_call_seconds)
        except BrokenExecutor as error:
            raise ExecutorLost(str(error)) from None
        self.slots = worker_count

    def has_lost_calls(self) -> bool:
        """Return False: every call ends, since a process that takes too long is killed."""
        return False

    def stop(self) -> None:
        """Kill the worker processes."""
        self.pool.kill()
