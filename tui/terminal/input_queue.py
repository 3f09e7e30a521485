"""Keys, pastes and clicks in the order they came, also those typed ahead.

Textual hands a key to the widget with the focus, and runs its binding when the key has gone up
from there to the app. Keys that arrive together (a slow line, a fast hand) would be heard by the
widget before the first of them has done anything: a letter after the key that opens a line would
go past the line. Here each does its work before the next is looked at.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.message_pump import MessagePump
from textual.widget import Widget

LONGEST = 5.0  # seconds; whoever takes longer over a key is not waited for
UNSEEN = 0.1  # seconds of a burst of keys after which a frame is due
LOOK = 0.05  # seconds between looks at whether a widget is still there to answer


class AltOrEscape(events.Key):
    """A character with an escape before it: alt and its key, or escape and then the key.

    A fast hand on a slow line sends the same as alt does. `both`: the two keys.
    """

    def __init__(self, alt: events.Key, both: tuple[events.Key, events.Key]) -> None:
        super().__init__(alt.key, alt.character)
        self.both = both


class Turns:
    """Hands what a person does to `handle`, one after the other."""

    def __init__(self, app: App[Any], handle: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._handle = handle
        self._waiting: list[events.Event] = []
        self.hurried = False  # whether more is to be heard before the next frame
        self._working: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing waits, and nothing is being done."""
        return self._working is None or self._working.done()

    def take(self, event: events.Event) -> bool:
        """Handle an event when those before it have done their work; False if nothing is ahead
        of it and nothing after it has to wait, as with most that a mouse does."""
        if self.idle and isinstance(event, events.MouseEvent) and not clicks(event):
            return False
        self._waiting.append(event)
        if self.idle:
            self._working = asyncio.create_task(self._work())
        return True

    async def over(self) -> None:
        """Return when all that waits has been done; not for those who do it."""
        if self._working:
            await asyncio.wait([self._working])

    async def _work(self) -> None:
        """In a task, since the app has its own part in each; a worker's would be that of all
        screens that are opened by a key."""
        try:
            while self._waiting:
                until = time.monotonic() + UNSEEN
                self.hurried = bool(self._waiting[1:])
                with self._app.batch_update() if self.hurried else nullcontext():
                    while self._waiting and time.monotonic() < until:
                        await self._take_turn(self._waiting.pop(0))
                if self.hurried and self._app.screen_stack:
                    self.hurried = False
                    self._app.screen.check_idle()
        except Exception as error:  # the app's own way with errors is in its message loop
            self._app.call_later(_raise, error)
        finally:
            self._waiting.clear()
            self.hurried = False

    async def _take_turn(self, event: events.Event) -> None:
        """Handle an event, and wait until all has been done that follows from it."""
        if not self._app.screen_stack:
            return  # the app has left: a key that came after the one to leave
        if isinstance(event, AltOrEscape):
            if event.key not in self._app.screen.active_bindings:
                self._waiting[:0] = event.both
                return
            event = events.Key(event.key, event.character)
        way = self._way(event)
        await self._handle(event)
        for node in way:
            await done(node)
        if way and self._app.screen_stack:
            await done(self._app.screen)  # opened by this key, or has opened a line
            await done(self._app)

    def _way(self, event: events.Event) -> list[MessagePump]:
        """Who hears of the event, in turn."""
        heard: Widget | None = self._app.focused
        if isinstance(event, events.MouseEvent):
            if not clicks(event):
                return []
            try:
                heard, _ = self._app.get_widget_at(int(event.x), int(event.y))
            except NoWidget:
                heard = None
        return list((heard or self._app.screen).ancestors_with_self)


def clicks(event: events.Event) -> bool:
    """Whether this may begin or end a click, or what is dragged."""
    return isinstance(event, events.MouseDown | events.MouseUp)


async def done(node: MessagePump) -> None:
    """Return when a node has dealt with what was sent to it before, or has gone."""
    answer = asyncio.Event()
    if not node.call_later(answer.set):
        return
    waiting = asyncio.ensure_future(answer.wait())
    for _ in range(int(LONGEST / LOOK)):
        await asyncio.wait([waiting], timeout=LOOK)
        if waiting.done() or not node.is_running:
            break
    waiting.cancel()


def _raise(error: Exception) -> None:
    raise error
