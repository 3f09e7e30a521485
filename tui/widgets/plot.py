"""A widget for the plots of a search or a race while it goes on."""

import time
from collections.abc import Hashable

from ludoscope.tui.widgets.styled_lines import Draw, StyledLines

REDRAW_INTERVAL_SECONDS = 2.0  # many cells change from one plot to the next


class Plot(StyledLines):
    """A plot drawn by `tui.text.plot`, redrawn every few seconds while its data grows.

    Textual's Sparkline has no axes, and a plot of several searches needs marks and a legend.
    """

    DEFAULT_CSS = "Plot { height: 1fr; }"
    _state: object = None  # of what is shown
    _draw_time = 0.0

    def show_plot(self, draw: Draw, key: Hashable, is_growing: bool) -> bool:
        """Draw a plot, unless it is shown already.

        Args:
            draw: The function that draws it.
            key: Identifies the plot; one of another key is drawn at once.
            is_growing: True while its data grows.

        Returns:
            True if the lines differ from those shown.
        """
        now, state = time.monotonic(), (key, is_growing)
        is_due = is_growing and now - self._draw_time >= REDRAW_INTERVAL_SECONDS
        if state == self._state and not is_due:
            return False
        self._state, self._draw_time = state, now
        return self.set_drawing(draw)
