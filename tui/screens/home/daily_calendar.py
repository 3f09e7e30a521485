"""A calendar of the daily puzzles: the solved ones of this week and of earlier weeks, and a streak.

The text, which needs the saves, is in `calendar_text`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.style import Style
from textual.widgets import Static

from ludoscope.tui import lazy
from ludoscope.tui.services.app_protocol import AppBase

if TYPE_CHECKING:
    from ludoscope.tui.saves.overview import Overview

UNLIMITED_LINES = 99  # more than the calendar ever needs


class DailyCalendar(Static):
    """A calendar with as many weeks as there is room for; a click opens the months."""

    app: AppBase
    _overview: "Overview | None" = None
    _role_styles: Mapping[str, Style] = {}

    def show(self, overview: "Overview", role_styles: Mapping[str, Style]) -> None:
        """Show which daily puzzles have been solved."""
        self._overview, self._role_styles = overview, role_styles
        self._draw()

    def content_height(self, with_calendar: bool) -> int:
        """Return the number of lines needed for the streak, and for the calendar if it is shown."""
        if not self._overview:
            return 0
        max_lines = UNLIMITED_LINES if with_calendar else 0
        text = lazy.calendar_text.calendar_text(self._overview, self._role_styles, max_lines).plain
        return len(text.split("\n")) if text else 0

    def on_click(self) -> None:
        self.app.navigator.open_dailies()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self._overview:
            text = lazy.calendar_text.calendar_text(
                self._overview, self._role_styles, self.size.height
            )
            self.update(text, layout=False)
