"""A box over a screen, which stays visible around it."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from ludoscope.tui.screens.base import give_way
from ludoscope.tui.screens.typed import Result, Typed
from ludoscope.tui.services.app_protocol import Services

LEAST = (40, 12)  # columns and lines, below which a sentence stands in place of the box
EVERYWHERE = ("app.settings", "app.lab")  # and the palette, whose key the app hears first


class Box(Vertical):
    """What is laid over the screen."""

    def key_line(self, pairs: Iterable[tuple[str, str, str]]) -> None:
        """Show keys in the lower edge: the key, what it does, the action that a click runs."""
        said = Content("  ").join(
            Content.assemble((key, f"bold $primary @click={action}"), f" {does}")
            for key, does, action in pairs
        )
        self.border_subtitle = said


class Laid(Typed[Result]):
    """Makes way for what works on every screen."""

    app: Services

    def unbound(self, event: events.Key) -> None:
        """What works on every screen is done on the one below."""
        below = self.app.screen_stack[-2]
        active = below.active_bindings.get(event.key)
        if active and active.binding.id in EVERYWHERE:
            self.dismiss(None)
            self.app.call_next(self.app.run_action, active.binding.action, active.node)

    def on_paste(self, event: events.Paste) -> None:
        """A puzzle is opened in place of what lies on the screen."""
        if self.app.opener.open_text(event.text):
            self.dismiss(None)


class Overlay(Laid[Result], ModalScreen[Result]):
    """Subclasses say `body`, what stands in the box."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "help", id="app.help", show=False),
    ]
    heading = ""  # stands in the upper edge

    def __init__(self) -> None:
        super().__init__()
        self.box = Box()

    def compose(self) -> ComposeResult:
        self.box.border_title = Content(self.heading)
        with self.box:
            yield from self.body()

    def body(self) -> Iterable[Widget]:
        """The widgets in the box."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        give_way(self, event.size, LEAST)

    def on_click(self, event: events.Click) -> None:
        """A click beside the box leaves it."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss(None)
