"""What is laid over a screen: a frame in the middle, with the screen still to be seen around it."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from ludoscope.tui.screens.typed import Result, Typed
from ludoscope.tui.services.contract import Services
from ludoscope.tui.text.drawing import Block, cells
from ludoscope.tui.widgets.canvas import Canvas

EVERYWHERE = ("app.settings", "app.lab")  # and the palette, whose key the app hears first


class Overlay(Typed[Result], ModalScreen[Result]):
    """Subclasses compose `frame` and say `paint` when it is another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "help", id="app.help", show=False),
    ]
    app: Services
    DEFAULT_CSS = """
    Overlay { align: center middle; &:ansi { background: transparent; } }
    Overlay Canvas { width: auto; height: auto; }
    """

    def compose(self) -> ComposeResult:
        yield Canvas(self.app.look.ascii_only)

    def on_mount(self) -> None:
        self.paint()

    def on_resize(self) -> None:
        self.paint()

    def unbound(self, event: events.Key) -> None:
        """What works on every screen is done on the one below: this makes way for it."""
        below = self.app.screen_stack[-2]
        active = below.active_bindings.get(event.key)
        if active and active.binding.id in EVERYWHERE:
            self.dismiss(None)
            below.post_message(events.Key(event.key, event.character))

    def on_paste(self, event: events.Paste) -> None:
        """A puzzle is opened in place of what lies on the screen."""
        if self.app.opener.open_text(event.text):
            self.dismiss(None)

    def frame(self) -> Block:
        """Lines of one width, that fit on the screen."""
        raise NotImplementedError

    def paint(self) -> None:
        if not self.children:
            return  # the app ends before it is there
        frame = self.frame()
        canvas = self.query_one(Canvas)
        canvas.styles.width, canvas.styles.height = cells(frame[0]), len(frame)
        canvas.show(frame)
