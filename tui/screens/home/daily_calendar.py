"""The puzzles of the day of past days: which were solved, a column for each day of the week."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.saves.overview import Overview
from ludoscope.tui.text.formatting import count

WEEKDAYS = "MTWTFSS"
WEEKS = 5  # before this one, at most
MOST = 99  # lines, more than there ever are
INDENT = 15  # columns before those of the days

Styled = Callable[[str], Style]  # the style of a role


class Days(Static):
    """As many weeks as there is room for."""

    _overview: Overview | None = None

    def show(self, overview: Overview, styled: Styled) -> None:
        """Draw what has been solved by now."""
        self._overview, self._styled = overview, styled
        self.on_resize()

    def wanted(self, roomy: bool) -> int:
        """Lines that it takes to show all, or what there is always room for."""
        if not self._overview:
            return 0
        text = days(self._overview, self._styled, MOST if roomy else 0).plain
        return len(text.split("\n")) if text else 0

    def on_resize(self) -> None:
        if self._overview:
            text = days(self._overview, self._styled, self.size.height)
            self.update(text, layout=False)


def days(overview: Overview, styled: Styled, room: int) -> Text:
    """This week, the weeks before it and the streak, in at most `room` lines."""
    lines: list[Text] = []
    if overview.dailies and room > 7:
        lines = [Text(), *_week(overview, styled)]
        if before := list(_weeks_before(overview, styled, room - len(lines) - 4)):
            lines += [Text(), *before]
    if overview.streak > 1:
        said = f"{count(overview.streak, 'days')} in a row"
        lines += [Text(), Text(said, styled("notice"))]
    return Text("\n").join(lines)


def _days_of(day: date) -> Sequence[date]:
    """Its week, from Monday on."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(7)]


def _week(overview: Overview, styled: Styled) -> Iterator[Text]:
    """Which puzzles of this week are solved."""
    yield Text(f"{'This week':<{INDENT}}" + "  ".join(WEEKDAYS), styled("dim"))
    for family in overview.dailies:
        line = Text(f"  {FAMILIES[family].short_title:<{INDENT - 2}}", styled("dim"))
        for day in _days_of(overview.day):
            solved = daily.name_for(family, day) in overview.solved
            ahead = " " if day > overview.day else "·"
            line.append("✓" if solved else ahead, styled("good" if solved else "dim")).append("  ")
        yield line


def _weeks_before(overview: Overview, styled: Styled, room: int) -> Iterator[Text]:
    """How many puzzles of each day are solved, back to the first that is, in so many lines."""
    first = min((name[-10:] for name in overview.solved), default=str(overview.day))
    for back in range(1, min(WEEKS, room) + 1):
        week = _days_of(overview.day - timedelta(weeks=back))
        if first > str(week[-1]):
            return
        line = Text(f"  {week[0].day} {week[0]:%B}"[:INDENT].ljust(INDENT), styled("dim"))
        for day in week:
            solved = sum(name.endswith(str(day)) for name in overview.solved)
            role = "good" if solved == len(overview.dailies) else "" if solved else "dim"
            line.append(str(solved or "·"), styled(role)).append("  ")
        yield line
