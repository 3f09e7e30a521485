"""GameTasks: the tasks of a game in the plain mode, which waits for them after each command."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ludoscope.tui.screens.play.background import TaskFunction


class GameTasks:
    """Starts and cancels tasks, as `tui.screens.play.background.BackgroundTasks` says."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._groups: dict[str, asyncio.Task[None]] = {}

    def start(self, work: TaskFunction) -> None:
        self._create(work)

    def replace(self, group: str, work: TaskFunction) -> None:
        self.cancel(group)
        self._groups[group] = self._create(work)

    def cancel(self, group: str) -> None:
        if task := self._groups.pop(group, None):
            task.cancel()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            callback()

        self._create(wait)

    def cancel_all(self) -> None:
        """Cancel all tasks."""
        self._groups.clear()
        for task in self._tasks:
            task.cancel()

    def _create(self, work: TaskFunction) -> "asyncio.Task[None]":
        async def run() -> None:
            await work()

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        return task

    async def wait(self, seconds: float) -> bool:
        """Wait for all tasks, at most some seconds; return True if all are done.

        An exception of a task is raised here.
        """
        if self._tasks:
            done, _ = await asyncio.wait(
                [*self._tasks], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            self._tasks -= done
            for task in done:
                with suppress(asyncio.CancelledError):
                    task.result()
        return not self._tasks
