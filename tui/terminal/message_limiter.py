"""A limit on the messages that wait for the app while it is busy."""

from collections.abc import Callable, Iterable
from weakref import WeakSet

from textual.message import Message

from ludoscope.tui.terminal.input_parser import InputDropped

MAX_PENDING_MESSAGES = 1000  # for the app; input beyond that is dropped


class MessageLimiter:
    """The way of a driver's messages to the app. It is used in the input thread alone.

    Args:
        send: Sends a message to the app.
        warn: Called with a sentence about dropped input.
    """

    def __init__(self, send: Callable[[Message], None], warn: Callable[[str], None]) -> None:
        self._send = send
        self._warn = warn
        self._pending: WeakSet[Message] = WeakSet()
        self._dropped_count = 0  # messages since the last report

    def send_all(self, messages: Iterable[Message]) -> None:
        """Send messages to the app, or drop them while too many are pending."""
        for message in messages:
            if isinstance(message, InputDropped):
                self._warn(message.message)
            elif self._dropped_count or len(self._pending) >= MAX_PENDING_MESSAGES:
                self._dropped_count += 1
            else:
                self._pending.add(message)
                self._send(message)

    def report_dropped(self) -> None:
        """Report dropped keys; those at the beginning of a flood were sent."""
        if self._dropped_count:
            self._warn(f"Too many keys at once: {self._dropped_count:,} were dropped.")
            self._dropped_count = 0
