"""BackgroundTasks: the workers and timers of a screen, for helpers that do not know the screen."""

from collections.abc import Awaitable, Callable

from ludoscope.tui.screens.base import BaseScreen

TaskFunction = Callable[[], Awaitable[None]]


class BackgroundTasks:
    """Starts and cancels tasks that end with a screen."""

    def __init__(self, screen: BaseScreen[None]) -> None:
        self._screen = screen

    def start(self, work: TaskFunction) -> None:
        """Run a coroutine function as a task."""
        self._screen.run_worker(work)

    def replace(self, group: str, work: TaskFunction) -> None:
        """Run a coroutine function as a task in place of the task of that group."""
        self._screen.run_worker(work, group=group, exclusive=True)

    def cancel(self, group: str) -> None:
        """Cancel the task of a group, if there is one."""
        self._screen.workers.cancel_group(self._screen, group)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call a function after a delay in seconds."""
        self._screen.set_timer(seconds, callback)
