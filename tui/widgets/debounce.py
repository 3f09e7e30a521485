"""What waits until the cursor of a list rests, since it sends many bytes: a picture, a theme."""

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


class Rest:
    """Does the last thing that was asked for, so many seconds after it was asked for."""

    def __init__(self, owner: MessagePump, seconds: float) -> None:
        self._owner, self._seconds = owner, seconds
        self._timer: Timer | None = None

    def then(self, does: Callable[[], None]) -> None:
        """Do this when the cursor has rested, in place of what was to be done."""
        if self._timer:
            self._timer.stop()
        self._timer = self._owner.set_timer(self._seconds, does)
