"""BackgroundTasks: tasks and timers for helpers of a game that do not know what shows it."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # the plain mode has no screens
    from ludoscope.tui.screens.base import BaseScreen

TaskFunction = Callable[[], Awaitable[None]]


class BackgroundTasks(Protocol):
    """Starts and cancels tasks that end with a game: workers of a screen, or bare tasks."""

    def start(self, work: TaskFunction) -> None:
        """Run a coroutine function as a task."""

    def replace(self, group: str, work: TaskFunction) -> None:
        """Run a coroutine function as a task in place of the task of that group."""

    def cancel(self, group: str) -> None:
        """Cancel the task of a group, if there is one."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call a function after a delay in seconds."""


class ScreenTasks:
    """Starts and cancels tasks that end with a screen."""

    def __init__(self, screen: "BaseScreen[None]") -> None:
        self._screen = screen

    def start(self, work: TaskFunction) -> None:
        self._screen.run_worker(work)

    def replace(self, group: str, work: TaskFunction) -> None:
        self._screen.run_worker(work, group=group, exclusive=True)

    def cancel(self, group: str) -> None:
        self._screen.workers.cancel_group(self._screen, group)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        self._screen.set_timer(seconds, callback)
