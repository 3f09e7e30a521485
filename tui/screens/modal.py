"""The base class of modal dialogs: a box over the screen below, which stays visible around it."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from ludoscope.tui.screens.base import Result, can_dismiss, has_enabled_binding, show_too_small
from ludoscope.tui.screens.stale_resizes import IgnoreStaleResizes
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import ContainedMessages, clear_render_cache

MIN_SIZE = (40, 12)  # columns and lines of the screen below which only a message is shown
GLOBAL_BINDING_IDS = ("app.settings", "app.lab")  # the palette's binding has priority anyway


class Box(Vertical):
    """The bordered box of a dialog."""

    def show_keys(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Show keys in the bottom border; a click on one of them presses it.

        Args:
            keys: For each key its label, what it does, and the action that a click on it runs.
        """
        self.border_subtitle = Content("  ").join(
            Content.assemble((key, "bold $primary"), f" {label}").stylize(f"@click={action}")
            for key, label, action in keys
        )


def handle_dialog_key(dialog: ModalScreen[Any], app: AppBase, event: events.Key) -> None:
    """Handle a key that is not bound by a dialog.

    If its action works on every screen, the dialog is closed and the action runs.
    """
    if not app.screen_stack or has_enabled_binding(dialog, event.key):
        return
    event.stop()
    screen_below = app.screen_stack[-2]
    active = screen_below.active_bindings.get(event.key)
    if active and active.binding.id in GLOBAL_BINDING_IDS:
        dialog.dismiss(None)
        app.call_next(app.run_action, active.binding.action, active.node)


class ModalBase(IgnoreStaleResizes, ContainedMessages, ModalScreen[Result]):
    """A dialog in a box; a subclass implements `compose_body` and sets `TITLE`.

    Attributes:
        LEAVE_BINDING_ID: The id of the binding that closes the dialog.
    """

    app: AppBase
    LEAVE_BINDING_ID: ClassVar[str] = "go.back"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "help", id="app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.box = Box()

    def compose(self) -> ComposeResult:
        self.box.border_title = Content(self.title or "")
        with self.box:
            yield from self.compose_body()

    def compose_body(self) -> Iterable[Widget]:
        """Return the widgets in the box."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        key = self.app.options.key_display(self.LEAVE_BINDING_ID, "esc")
        show_too_small(self, event.size, MIN_SIZE, (key, "close"))

    def on_click(self, event: events.Click) -> None:
        """Close the dialog on a click outside of its box."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        handle_dialog_key(self, self.app, event)

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted puzzle in place of the dialog."""
        if self.app.puzzle_opener.open_text(event.text):
            self.dismiss(None)

    def on_unmount(self) -> None:
        clear_render_cache(self)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the dialog, unless a second click or the closing app has done so already."""
        return super().dismiss(result) if can_dismiss(self) else AwaitComplete()
