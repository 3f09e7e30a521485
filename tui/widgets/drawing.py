"""Lines of (text, role), such as a board or a plot, drawn for whatever room there is."""

import time
from collections.abc import Callable

from textual import events

from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.styled_lines import Lines

SECONDS = 2.0  # between plots of what goes on: many cells change in one

Draw = Callable[[int, int], Block]  # lines for so many columns and lines


class Sketch(Lines):
    """Empty until it is told how to draw."""

    DEFAULT_CSS = "Sketch { height: 1fr; }"
    _draw: Draw | None = None

    def draw(self, draw: Draw | None) -> bool:
        """Draw in another way; whether it differs from what stood there."""
        self._draw = draw
        return self.redraw()

    def redraw(self) -> bool:
        """Draw again: what is drawn is another, or the room for it is."""
        return self.show(self._draw(*self.size) if self._draw and self.size else [])

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()


class Plot(Sketch):
    """Drawn by `tui.text.plot`, whose lines hold in ASCII too.

    Textual's Sparkline has no axes, and a plot of many searches needs marks and a legend.
    """

    _key: object = None
    _last = 0.0

    def plot(self, draw: Draw, key: object, going_on: bool) -> bool:
        """Draw what `key` stands for; the same again only while it goes on, every few seconds.

        Whether it differs from what stood there.
        """
        now, key = time.monotonic(), (key, going_on)
        if key == self._key and not (going_on and now - self._last >= SECONDS):
            return False
        self._key, self._last = key, now
        return self.draw(draw)
