"""The text of the calendar of daily puzzles: this week, earlier weeks and the streak.

There is a column for each day of the week.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from rich.style import Style
from rich.text import Text

from ludoscope.games import FAMILIES
from ludoscope.tui.saves.daily_record import DailyState, perfect_month_text
from ludoscope.tui.saves.overview import Overview
from ludoscope.tui.saves.results import ISO_DATE_LENGTH
from ludoscope.tui.text.formatting import format_count

WEEKDAYS = "MTWTFSS"
MARKS: Mapping[DailyState, tuple[str, str]] = {  # with their roles; of other states a dot
    "won": ("✓", "good"),
    "hinted": ("h", "dim"),
    "later": ("l", "dim"),
    "future": (" ", ""),
}
NOT_COUNTED: Mapping[DailyState, str] = {
    "hinted": "h won with hints: not in a streak",
    "later": "l won later: not in a streak",
}
MAX_EARLIER_WEEKS = 5
MIN_CALENDAR_LINES = 8  # with fewer lines only the streak is shown
STREAK_LINES = 2
LABEL_WIDTH = 15  # columns before those of the days


def calendar_text(overview: Overview, role_styles: Mapping[str, Style], max_lines: int) -> Text:
    """Return this week, the weeks before it and the streak; the streak may exceed `max_lines`."""
    lines: list[Text] = []
    if overview.dailies and max_lines >= MIN_CALENDAR_LINES:
        lines = [Text(), *_this_week(overview, role_styles)]
        max_weeks = max_lines - len(lines) - 2 - STREAK_LINES
        if earlier_weeks := list(_earlier_weeks(overview, role_styles, max_weeks)):
            lines += [Text(), *earlier_weeks]
    if overview.daily_record.is_perfect(overview.day):
        text = perfect_month_text(overview.day)
        lines += [Text(), Text(text, role_styles["good"])]
    if overview.streak > 1:
        streak = f"{format_count(overview.streak, 'day')} in a row without hints"
        lines += [Text(), Text(streak, role_styles["notice"])]
    return Text("\n").join(lines)


def _week_of(day: date) -> Sequence[date]:
    """Return the days of a week, from Monday on."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(7)]


def _this_week(overview: Overview, role_styles: Mapping[str, Style]) -> Iterator[Text]:
    """Yield a line for each family, with a mark for each day of this week."""
    dim = role_styles["dim"]
    states = set[DailyState]()
    yield Text(f"{'This week':<{LABEL_WIDTH}}" + "  ".join(WEEKDAYS), dim)
    for family in overview.dailies:
        line = Text(f"  {FAMILIES[family].short_title:<{LABEL_WIDTH - 2}}", dim)
        for day in _week_of(overview.day):
            state = overview.daily_record.state(family, day)
            mark, role = MARKS.get(state, ("·", "dim"))
            line.append(mark, role_styles[role])
            line.append("  ")
            states.add(state)
        yield line
    for state, text in NOT_COUNTED.items():
        if state in states:
            yield Text(f"  {text}", dim)


def _earlier_weeks(
    overview: Overview, role_styles: Mapping[str, Style], max_weeks: int
) -> Iterator[Text]:
    """Yield a line for each week back to the first solved puzzle, with the number solved a day."""
    solved_dates = [name[-ISO_DATE_LENGTH:] for name in overview.daily_wins]
    first_date = min(solved_dates, default=str(overview.day))
    for weeks_ago in range(1, min(MAX_EARLIER_WEEKS, max_weeks) + 1):
        week = _week_of(overview.day - timedelta(weeks=weeks_ago))
        if first_date > str(week[-1]):
            return
        label = f"  {week[0].day} {week[0]:%B}"[:LABEL_WIDTH].ljust(LABEL_WIDTH)
        line = Text(label, role_styles["dim"])
        for day in week:
            solved_count = solved_dates.count(str(day))
            if solved_count == len(overview.dailies):
                role = "good"
            else:
                role = "" if solved_count else "dim"
            line.append(str(solved_count or "·"), role_styles[role]).append("  ")
        yield line
