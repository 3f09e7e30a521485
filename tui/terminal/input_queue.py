"""A queue of keys, pastes and clicks that are handled one after the other.

Textual hands a key to the focused widget, and runs its binding when the key has bubbled up to the
app. Keys that arrive together (on a slow link, or typed fast) would all reach the widget before the
first has been handled: a letter after the key that opens a prompt would miss the prompt. Here each
is handled completely before the next is passed on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Protocol, runtime_checkable

from textual import events
from textual.errors import NoWidget
from textual.message_pump import MessagePump
from textual.widget import Widget

from ludoscope.tui.terminal.private import AnyApp

MAX_WAIT_SECONDS = 5.0  # for a widget to handle a key
FRAME_INTERVAL_SECONDS = 0.1  # between frames while a burst of keys is handled
POLL_INTERVAL_SECONDS = 0.05  # between checks that a widget still runs


class AltOrEscape(events.Key):
    """A character after an escape: alt and a key, or the escape key and then a key.

    Both arrive as the same bytes. It counts as alt and a key where that has a binding or is being
    recorded.

    Attributes:
        escape_and_key: The escape key and the key.
    """

    def __init__(self, alt: events.Key, escape_and_key: tuple[events.Key, events.Key]) -> None:
        super().__init__(alt.key, alt.character)
        self.escape_and_key = escape_and_key


@runtime_checkable
class KeyRecorder(Protocol):
    """A screen that can record a key: alt and a key is then one, though it has no binding."""

    @property
    def is_recording_key(self) -> bool:
        """True while the screen takes the next key, whatever it is."""
        ...


class InputQueue:
    """A queue of input events, each passed to `handle` when the one before is done.

    Attributes:
        has_more_input: True while more events are to be handled before the next frame.
    """

    def __init__(self, app: AnyApp, handle: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._handle = handle
        self._waiting: list[events.Event] = []
        self.has_more_input = False
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """True if no event is waiting or being handled."""
        return self._task is None or self._task.done()

    def add(self, event: events.Event) -> bool:
        """Queue an event.

        Returns:
            False if the caller shall handle it at once: no event is ahead of it, and none after it
            needs to wait, as with the mouse's movements.
        """
        if self.is_idle and isinstance(event, events.MouseEvent) and not is_click(event):
            return False
        self._waiting.append(event)
        if self.is_idle:
            # a task, since the app takes part in handling each event; a worker of the app would
            # be the parent of all screens that a key opens
            self._task = asyncio.create_task(self._handle_all())
        return True

    async def wait_until_empty(self) -> None:
        """Return when all queued events are done; not for use by those who handle them."""
        if self._task:
            await asyncio.wait([self._task])

    async def _handle_all(self) -> None:
        try:
            while self._waiting:
                frame_time = time.monotonic() + FRAME_INTERVAL_SECONDS
                self.has_more_input = len(self._waiting) > 1
                with self._app.batch_update() if self.has_more_input else nullcontext():
                    while self._waiting and time.monotonic() < frame_time:
                        await self._handle_event(self._waiting.pop(0))
                if self.has_more_input and self._app.screen_stack:
                    self.has_more_input = False
                    self._app.screen.check_idle()
        except Exception as error:  # raised again where the app handles errors
            self._app.call_later(_raise, error)
        finally:
            self._waiting.clear()
            self.has_more_input = False

    async def _handle_event(self, event: events.Event) -> None:
        """Handle an event, and wait until all messages that follow from it are handled."""
        if not self._app.screen_stack:
            return  # the app is exiting: a key typed after the one that quits
        if isinstance(event, AltOrEscape):
            screen = self._app.screen
            is_recording = isinstance(screen, KeyRecorder) and screen.is_recording_key
            if not is_recording and event.key not in screen.active_bindings:
                self._waiting[:0] = event.escape_and_key
                return
            event = events.Key(event.key, event.character)
        receivers = self._receivers(event)
        await self._handle(event)
        for node in receivers:
            await wait_until_handled(node)
        if receivers and self._app.screen_stack:
            await wait_until_handled(self._app.screen)  # the event may have opened it or a prompt
            await wait_until_handled(self._app)

    def _receivers(self, event: events.Event) -> list[MessagePump]:
        """Return the nodes through which an event bubbles."""
        widget: Widget | None = self._app.focused
        if isinstance(event, events.MouseEvent):
            if not is_click(event):
                return []
            try:
                widget, _ = self._app.get_widget_at(int(event.x), int(event.y))
            except NoWidget:
                widget = None
        return list((widget or self._app.screen).ancestors_with_self)


def is_click(event: events.Event) -> bool:
    """Return True if an event may begin or end a click or a drag."""
    return isinstance(event, events.MouseDown | events.MouseUp)


async def wait_until_handled(node: MessagePump) -> None:
    """Return when a node has handled the messages sent to it so far, or has stopped.

    Also return after MAX_WAIT_SECONDS, so that a node that waits forever does not block all input.
    """
    handled = asyncio.Event()
    if not node.call_later(handled.set):
        return
    waiting = asyncio.ensure_future(handled.wait())
    for _ in range(int(MAX_WAIT_SECONDS / POLL_INTERVAL_SECONDS)):
        await asyncio.wait([waiting], timeout=POLL_INTERVAL_SECONDS)
        if waiting.done() or not node.is_running:
            break
    waiting.cancel()


def _raise(error: Exception) -> None:
    raise error
