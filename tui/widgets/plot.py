"""A plot of searches that go on."""

import time

from ludoscope.tui.widgets.sketch import Draw, Sketch

SECONDS = 2.0  # between drawings of what goes on: many cells change in one


class Plot(Sketch):
    """Drawn by `tui.text.plot`, whose lines hold in ASCII too.

    Textual's Sparkline has no axes, and a plot of many searches needs marks and a legend.
    """

    DEFAULT_CSS = "Plot { height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._key: object = None
        self._last = 0.0

    def plot(self, draw: Draw, key: object, going_on: bool) -> bool:
        """Draw what `key` stands for; the same again only while it goes on, every few seconds.

        Whether it differs from what stood there.
        """
        now, key = time.monotonic(), (key, going_on)
        if key == self._key and not (going_on and now - self._last >= SECONDS):
            return False
        self._key, self._last = key, now
        return self.draw(draw)
