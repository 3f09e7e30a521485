"""The daily puzzles of a month: what became of each day, and any past day to be played."""

import asyncio
from collections.abc import Iterable
from datetime import date, timedelta
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.saves.daily_record import (
    COUNTING_RULE,
    FIRST_DAY,
    STATE_TEXTS,
    DailyRecord,
    days_of,
    first_of_month,
    perfect_month_text,
)
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.dailies.month_view import SIGNS, MonthView
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.formatting import format_count
from ludoscope.tui.widgets.row_list import RowList
from ludoscope.tui.widgets.styled_lines import StyledLines

LEGEND = tuple(
    (SIGNS[state][0], STATE_TEXTS[state])
    for state in ("won", "hinted", "later", "started", "missed", "open")
)
MIN_SIDE_WIDTH = 76  # columns of the screen from which the day is shown beside the month
MIN_SIDE_HEIGHT = 20
DAY_CHECK_SECONDS = 60.0  # between checks that it is still the same day


class DailiesScreen(BaseScreen[None]):
    """A month of daily puzzles: the arrow keys choose a day, tab one of its puzzles."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move_day(-1)", "day", key_display="↑↓←→", id="dailies.left"),
        Binding("right,l", "move_day(1)", "next day", id="dailies.right", show=False),
        Binding("up,k", "move_day(-7)", "week before", id="dailies.up", show=False),
        Binding("down,j", "move_day(7)", "week after", id="dailies.down", show=False),
        Binding("tab", "next_puzzle(1)", "puzzle", id="dailies.puzzle"),
        Binding("shift+tab", "next_puzzle(-1)", "last puzzle", id="dailies.back", show=False),
        Binding("enter,space", "open", "play", id="dailies.open"),
        Binding("p,pageup", "move_month(-1)", "previous month", id="dailies.earlier"),
        Binding("n,pagedown", "move_month(1)", "next month", id="dailies.later"),
        Binding("d,home", "go_to_today", "today", id="dailies.today"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "The daily puzzles, month by month: play today's, or those of any past day. A puzzle won "
        "later than on its day is shown, but counts neither for a streak nor for a perfect month."
    )
    TITLE = "Daily puzzles"
    CSS_PATH = "dailies.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (108, "-wide")]  # noqa: RUF012
    MIN_SIZE = (40, 20)

    def __init__(self) -> None:
        super().__init__()
        today = daily.today()
        self._record = DailyRecord(today, tuple(FAMILIES), {}, frozenset(), frozenset())
        self._day = today
        self._month_view, self._summary = MonthView(), StyledLines(id="summary")
        self._puzzle_list = RowList(markup=False, compact=True, id="puzzles")
        self._puzzle_list.can_focus = False  # the keys are the screen's
        self._loaded = asyncio.Event()

    def compose_body(self) -> Iterable[Widget]:
        day = Vertical(self._puzzle_list, self._summary, id="day")
        yield Horizontal(self._month_view, day, id="dailies")

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(width < MIN_SIDE_WIDTH or height < MIN_SIDE_HEIGHT, "-stacked")
        self.call_after_refresh(self.refresh_view)

    def on_mount(self) -> None:
        self.set_interval(DAY_CHECK_SECONDS, self._load_on_new_day)

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    def _load_on_new_day(self) -> None:
        if self._record.today != daily.today():
            self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        self._record = await self.app.library.daily_record()
        self._loaded.set()
        if self.is_attached:
            self.refresh_view()

    @property
    def is_loaded(self) -> bool:
        """True once the results have been read."""
        return self._loaded.is_set()

    # Display

    def refresh_view(self) -> None:
        super().refresh_view()
        if not self._month_view.is_attached:
            return
        self._month_view.show(self._record, self._day)
        self._show_puzzles()
        self._summary.set_drawing(self._draw_summary)
        self.sub_title = f"today is {self._record.today:%A} {self._record.today.day}"

    def _show_puzzles(self) -> None:
        """Show the puzzles of the day; the cursor stays on the same game."""
        highlighted = self._puzzle_list.highlighted or 0
        styles = self.app.palette.styles
        rows = []
        for family in self._record.families:
            state = self._record.state(family, self._day)
            sign, role = SIGNS[state]
            name = f" {FAMILIES[family].short_title:<9} "
            rows.append(Text.assemble((sign, styles[role]), name, (STATE_TEXTS[state], "dim")))
        if [option.prompt for option in self._puzzle_list.options] != rows:
            self._puzzle_list.set_options(Option(row) for row in rows)
        self._puzzle_list.highlighted = highlighted
        self.query_one("#day").border_title = Content(
            f"{self._day:%A} {self._day.day} {self._day:%B}"
        )

    def _draw_summary(self, width: int, height: int) -> Block:
        """Return what the month amounts to, the meaning of the signs and what counts."""
        record, days = self._record, days_of(self._day)
        lines: Block = []
        if record.is_perfect(self._day):
            lines += [*drawing.wrap_text(perfect_month_text(self._day), width, "good"), []]
        past_days = [day for day in days if day <= record.today]
        won = f"{record.won_days(self._day)} of {format_count(len(past_days), 'day')} won"
        lines += [[(won, "title")], []]
        legend: Block = [
            [SIGNS[state], (f" {STATE_TEXTS[state]}", "dim")] for state in list(SIGNS)[:-1]
        ]
        if len(lines) + len(legend) <= height:
            lines += [*legend, []]
        else:
            text = "  ".join(f"{sign} {meaning}" for sign, meaning in LEGEND)
            lines += drawing.wrap_text(text, width, "dim")
        lines += drawing.wrap_text(COUNTING_RULE, width, "dim")
        return lines[:height]

    def help_content(self) -> HelpContent:
        return (
            super()
            .help_content()
            ._replace(symbols=(*LEGEND, ("*", "today"), ("[ ]", "the cursor")))
        )

    # Actions

    def _go_to(self, day: date) -> None:
        """Move the cursor to a day, up to the end of this month."""
        last = days_of(self._record.today)[-1]
        self._day = max(FIRST_DAY, min(day, last))
        if day > last:
            self.notify_here("The puzzles of later months come with their days")
        self.refresh_view()

    def action_move_day(self, days: int) -> None:
        self._go_to(self._day + timedelta(days=days))

    def action_move_month(self, months: int) -> None:
        """Go to the same day of another month, or to its last one."""
        first = first_of_month(self._day, months)
        if first > self._record.today:
            self.notify_here("The puzzles of later months come with their days")
        elif first >= FIRST_DAY:
            days = days_of(first)
            self._go_to(days[min(self._day.day, len(days)) - 1])

    def action_go_to_today(self) -> None:
        self._go_to(self._record.today)

    def action_next_puzzle(self, step: int) -> None:
        count = len(self._record.families)
        self._puzzle_list.highlighted = ((self._puzzle_list.highlighted or 0) + step) % count

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        if self._day > self._record.today:
            self.notify_here(f"The puzzles of {self._day:%d %B} can be played from that day on")
            return
        family = self._record.families[self._puzzle_list.highlighted or 0]
        self.app.puzzle_opener.open(daily.name_for(family, self._day), family)

    def on_month_view_day_clicked(self, event: MonthView.DayClicked) -> None:
        """Move the cursor to the day; a click on the day under the cursor opens its puzzle."""
        if event.day == self._day:
            self.action_open()
        else:
            self._go_to(event.day)

    def on_month_view_month_clicked(self, event: MonthView.MonthClicked) -> None:
        self.action_move_month(event.step)
