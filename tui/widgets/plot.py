"""A plot, or another drawing that many cells of change at once."""

import time
from collections.abc import Callable

from textual import events

from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.lines import Lines

Draw = Callable[[int, int], Block]  # lines for so many columns and lines
SECONDS = 2.0  # between drawings of what goes on


class Plot(Lines):
    """Drawn for whatever room there is, by `tui.text.plot`, whose lines hold in ASCII too.

    Textual's Sparkline has no axes, and a plot of many searches needs marks and a legend.
    """

    DEFAULT_CSS = "Plot { height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._how: Draw | None = None
        self._key: object = None
        self._last = 0.0

    def draw(self, how: Draw, key: object, going_on: bool = False) -> bool:
        """Draw what `key` stands for; the same again only while it goes on, every few seconds.

        Whether it differs from what stood there.
        """
        now, key = time.monotonic(), (key, going_on)
        if key == self._key and not (going_on and now - self._last >= SECONDS):
            return False
        self._how, self._key, self._last = how, key, now
        return self.redraw()

    def redraw(self) -> bool:
        """Draw the same again: its room or its appearance is another."""
        return self.show(self._how(*self.size)) if self._how and self.size else False

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()
