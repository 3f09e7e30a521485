"""Lines of (text, role), such as a board, drawn for whatever room there is."""

from collections.abc import Callable

from textual import events

from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.canvas import Canvas

Draw = Callable[[int, int], Block]  # lines for so many columns and lines


class Sketch(Canvas):
    """Empty until it is told how to draw."""

    def __init__(self, draw: Draw | None = None) -> None:
        super().__init__()
        self._draw = draw

    def draw(self, draw: Draw | None) -> None:
        """Draw in another way."""
        self._draw = draw
        self.redraw()

    def redraw(self) -> None:
        """Draw again: what is drawn is another, or the room for it is."""
        self.show(self._draw(*self.size) if self._draw and self.size else [])

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()
