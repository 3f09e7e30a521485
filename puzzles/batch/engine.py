"""Who works for a batch: an executor of `concurrent.futures`, and what that does not tell."""

from concurrent.futures import BrokenExecutor, Executor
from typing import Protocol

from ludoscope.search.process.child import WorkerLost
from ludoscope.search.process.executor import WorkerExecutor


class EngineLost(Exception):
    """No more work can be done; `str` says why in a sentence. What is done is kept."""


class Engine(Protocol):
    """An executor whose calls run in other processes."""

    @property
    def executor(self) -> Executor:
        """To submit calls to."""

    @property
    def deaths(self) -> tuple[type[Exception], ...]:
        """What a call raises whose worker died."""

    @property
    def where(self) -> str:
        """Where the work is done, for a sentence."""

    @property
    def slots(self) -> int:
        """How many calls run at once, at least 1."""

    def check(self) -> bool:
        """Whether the calls on their way will never end; EngineLost when none will any more."""

    def stop(self) -> None:
        """End what runs, at once."""


class Local:
    """Worker processes of this machine; EngineLost when none can be started."""

    deaths = (WorkerLost,)
    where = "this machine"

    def __init__(self, count: int, memory: int) -> None:
        try:
            self.executor = WorkerExecutor(count, memory)
        except BrokenExecutor as error:
            raise EngineLost(str(error)) from None
        self.slots = count

    def check(self) -> bool:
        """Its calls always end."""
        return False

    def stop(self) -> None:
        self.executor.kill()
