"""What is laid over a screen: a frame in the middle, with the screen still to be seen around it."""

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.canvas import Canvas
from tui.drawing import Block, cells
from tui.screens.typed import Result, Typed

if TYPE_CHECKING:
    from tui.app import LudoscopeApp


class Overlay(Typed[Result], ModalScreen[Result]):
    """Subclasses compose `frame` and say `paint` when it is another."""

    app: "LudoscopeApp"
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

    def on_paste(self, event: events.Paste) -> None:
        """A puzzle is opened in place of what lies on the screen."""
        if self.app.open_text(event.text):
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
