"""Keys in the order they were typed, also those typed ahead.

Textual sends a key to the screen and runs its binding when it has come back to the app; keys
that arrive together (a slow line, a fast hand) would be heard by the screen before the first of
them has done anything. Here each key does its work before the next is looked at.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.worker import Worker

from ludoscope.tui.terminal.private import forget_lines

Result = TypeVar("Result")


class Typed(Screen[Result]):
    """A screen that runs its own bindings."""

    if TYPE_CHECKING:  # by Textual's own a coroutine has one of two results, and mypy finds neither
        run_worker: Callable[..., Worker[Any]]

    def hears(self, event: events.Key) -> bool:
        """Take a key before the bindings do; False when it is for them."""
        return False

    async def heard(self) -> None:
        """A key has done its work."""

    def unbound(self, event: events.Key) -> None:
        """A key that no binding wants."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave, unless it has left: a second click, or one while the app is closing."""
        stack = self.app.screen_stack
        return super().dismiss(result) if stack[1:] and stack[-1] is self else AwaitComplete()

    def on_unmount(self) -> None:
        forget_lines(self)

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        above = next(reversed(self.app.screen_stack), None)
        if above is None:
            return  # the app has left: a key that came after the one to leave
        if above is not self:  # opened or uncovered by a key that came before this one
            (above.focused or above).post_message(events.Key(event.key, event.character))
        elif not self.hears(event):
            active = self.active_bindings.get(event.key)
            if active and active.enabled:
                await self.app.run_action(active.binding.action, active.node)
            else:
                self.unbound(event)
            await self.heard()
