"""What a screen hears of keys besides its bindings."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker

from ludoscope.tui.terminal.private import forget_lines

Result = TypeVar("Result")


class Typed(Screen[Result]):
    """A screen that may hear a key before its bindings, and hears those that none of them wants."""

    _styled = False  # it has been seen once

    ALLOW_SELECT = False  # a page of text says otherwise: boards and lists are clicked on quickly

    if TYPE_CHECKING:  # by Textual's own a coroutine has one of two results, and mypy finds neither
        run_worker: Callable[..., Worker[Any]]

    def hears(self, event: events.Key) -> bool:
        """Take a key before the bindings do; False when it is for them."""
        return False

    def unbound(self, event: events.Key) -> None:
        """A key that no binding wants."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave, unless it has left: a second click, or one while the app is closing."""
        stack = self.app.screen_stack
        return super().dismiss(result) if stack[1:] and stack[-1] is self else AwaitComplete()

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Give a widget the focus, unless it goes or has gone: it would get all keys, hearing none.

        A click finds widgets where they stood in the last frame, and the terminal may have got the
        focus again meanwhile. What is to go is displayed no more.
        """
        if widget is None or (widget.is_attached and widget.display):
            super().set_focus(widget, scroll_visible, from_app_focus)

    @on(events.ScreenResume)
    def _style_once(self, event: events.ScreenResume) -> None:
        """Its widgets have had their styles as they were made; later Textual knows best."""
        event.refresh_styles &= self._styled
        self._styled = True

    def on_screen_resume(self) -> None:
        """What has gone while another screen was on top has still the focus."""
        if self.focused and not self.focused.is_attached:
            self.set_focus(None)

    def on_unmount(self) -> None:
        forget_lines(self)

    async def on_key(self, event: events.Key) -> None:
        if not self.app.screen_stack:
            return  # the app has left
        if self.hears(event):
            event.stop()
            return
        active = self.active_bindings.get(event.key)
        if not (active and active.enabled):
            event.stop()
            self.unbound(event)


def name_of(event: events.Key) -> str:
    """The character that a key types, else Textual's name of the key."""
    return event.character if event.is_printable and event.character else event.key
