"""Lines of (text, role), such as a board, drawn for whatever room there is."""

from collections.abc import Callable

from textual import events

from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.lines import Lines

Draw = Callable[[int, int], Block]  # lines for so many columns and lines


class Sketch(Lines):
    """Empty until it is told how to draw."""

    DEFAULT_CSS = "Sketch { height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draw: Draw | None = None

    def draw(self, draw: Draw | None) -> bool:
        """Draw in another way; whether it differs from what stood there."""
        self._draw = draw
        return self.redraw()

    def redraw(self) -> bool:
        """Draw again: what is drawn is another, or the room for it is."""
        return self.show(self._draw(*self.size) if self._draw and self.size else [])

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()
