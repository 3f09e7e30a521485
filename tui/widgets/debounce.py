"""A debouncer for updates that send many bytes, such as the preview beside a list."""

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


class Debouncer:
    """Calls the last function given, once none has been given for some seconds."""

    def __init__(self, owner: MessagePump, seconds: float) -> None:
        self._owner, self._seconds = owner, seconds
        self._timer: Timer | None = None

    def schedule(self, callback: Callable[[], None]) -> None:
        """Call a function later, in place of the one that waits."""
        if self._timer:
            self._timer.stop()
        self._timer = self._owner.set_timer(self._seconds, callback)
