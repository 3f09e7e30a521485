"""MonthView: the days of a month, each with a sign for each of its puzzles.

   ‹ November 2026 ›
Mon    Tue    Wed  …           Mon Tue Wed …
 2      3    [ 4]               2✓  3· [4]   where there is little room: the best sign of a day
✓·h·   ····   ✓
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from textual import events
from textual.geometry import Offset
from textual.message import Message

from ludoscope.tui.saves.daily_record import DailyRecord, DailyState, days_of
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.styled_lines import StyledLines

SIGNS: Mapping[DailyState, tuple[str, str]] = {  # with their roles; the best one first
    "won": ("✓", "good"),
    "hinted": ("h", "notice"),
    "later": ("l", "notice"),
    "started": ("…", "notice"),
    "missed": ("·", "dim"),
    "open": ("□", ""),
    "future": (" ", ""),
}
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
CELL_WIDTH, SMALL_CELL_WIDTH = 7, 5
HEADING_LINES = 2
MAX_WEEKS = 6


class MonthView(StyledLines):
    """The month of a day, with a cursor on the day; clicks on days and months are posted."""

    DEFAULT_CSS = "MonthView { height: 1fr; width: 1fr; }"
    _record: DailyRecord | None = None
    _day: date | None = None

    @dataclass
    class DayClicked(Message):
        """Posted when a day is clicked."""

        day: date

    @dataclass
    class MonthClicked(Message):
        """Posted when ‹ or › is clicked, or the wheel is turned: so many months forward."""

        step: int

    def show(self, record: DailyRecord, day: date) -> bool:
        """Show the month of a day; return True if the lines differ from those shown."""
        self._record, self._day = record, day
        return self.set_drawing(self._draw)

    # Drawing

    @property
    def _is_small(self) -> bool:
        """True if there is one line for a week, else there are two."""
        width, height = self.size
        return width < 7 * CELL_WIDTH or height < HEADING_LINES + 2 * MAX_WEEKS

    @property
    def _cell_width(self) -> int:
        return SMALL_CELL_WIDTH if self._is_small else CELL_WIDTH

    @property
    def _week_lines(self) -> int:
        """The lines of a week, with a blank one below it if there is room."""
        if self._is_small:
            return 1
        return 3 if self.size.height >= HEADING_LINES + 3 * MAX_WEEKS else 2

    @property
    def _left(self) -> int:
        """The column where the first day of the week begins."""
        return max(0, (self.size.width - 7 * self._cell_width) // 2)

    def _draw(self, width: int, height: int) -> Block:
        record, day = self._record, self._day
        assert record
        assert day
        month_width, cell_width = 7 * self._cell_width, self._cell_width
        name = f"{day:%B %Y}"
        heading: StyledLine = [("‹ ", "title"), (name, "title"), (" ›", "title")]
        padding = " " * ((month_width - drawing.line_width(heading)) // 2)
        weekdays = "".join(name.center(cell_width) for name in WEEKDAYS)
        lines: Block = [[(padding, ""), *heading], [(weekdays, "dim")]]
        days = days_of(day)
        cells: list[date | None] = [None] * days[0].weekday() + [*days]
        for start in range(0, len(cells), 7):
            week = cells[start : start + 7]
            numbers = [self._draw_number(record, each) for each in week]
            lines.append([part for number in numbers for part in number])
            if self._is_small:
                continue
            lines.append([part for each in week for part in self._draw_signs(record, each)])
            lines += [[] for _ in range(self._week_lines - 2)]
        return [[(" " * self._left, ""), *line] for line in lines]

    def _draw_number(self, record: DailyRecord, day: date | None) -> StyledLine:
        """Return the cell with the number of a day; where there is little room also its sign."""
        if day is None:
            return [(" " * self._cell_width, "")]
        role = "" if day <= record.today else "dim"
        if day == record.today:
            role = "title"
        before, after = ("[", "]") if day == self._day else (" ", " ")
        cell: StyledLine = [(before, "cursor"), (f"{day.day:>2}", role), (after, "cursor")]
        if self._is_small:
            states = [record.state(family, day) for family in record.families]
            return [*cell, SIGNS[next((state for state in SIGNS if state in states), "future")]]
        mark = "*" if day == record.today else " "
        return [(" ", ""), *cell, (mark, "title"), (" ", "")]

    def _draw_signs(self, record: DailyRecord, day: date | None) -> StyledLine:
        if day is None:
            return [(" " * CELL_WIDTH, "")]
        signs: StyledLine = [SIGNS[record.state(family, day)] for family in record.families]
        left = max(0, (CELL_WIDTH - len(signs)) // 2)
        return drawing.fit_line([(" " * left, ""), *signs], CELL_WIDTH)

    def text_cursor(self) -> Offset | None:
        """Return the first digit of the day under the cursor."""
        if not self._day:
            return None
        index = self._day.day - 1 + self._day.replace(day=1).weekday()
        row, column = divmod(index, 7)
        margin = 1 if self._is_small else 2
        digit = margin + int(self._day.day < 10)
        return Offset(
            self._left + column * self._cell_width + digit, HEADING_LINES + row * self._week_lines
        )

    # Mouse

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or not self._day:
            return
        x = offset.x - self._left
        if offset.y == 0:
            self.post_message(self.MonthClicked(-1 if x < 7 * self._cell_width // 2 else 1))
            return
        row, column = (offset.y - HEADING_LINES) // self._week_lines, x // self._cell_width
        if row < 0 or not 0 <= column < 7:
            return
        first = self._day.replace(day=1)
        day = first + timedelta(days=7 * row + column - first.weekday())
        if (day.year, day.month) == (first.year, first.month):
            self.post_message(self.DayClicked(day))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.MonthClicked(1))

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.MonthClicked(-1))
