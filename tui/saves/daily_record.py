"""What a player has made of the daily puzzles, day by day.

A puzzle counts for its day only if it was won on that day. Puzzles of past days can be played at
any time; such a win is kept apart, so that a streak or a perfect month cannot be made up for.
"""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple, TypeAlias

from ludoscope.puzzles import daily

DailyState: TypeAlias = Literal["won", "hinted", "later", "started", "missed", "open", "future"]
STATE_TEXTS: Mapping[DailyState, str] = {
    "won": "won on the day",
    "hinted": "won with hints",
    "later": "won on another day",
    "started": "begun",
    "missed": "not won",
    "open": "to be played",
    "future": "comes on its day",
}
COUNTING_RULE = "A day is won if one of its puzzles is won on that day without hints."
FIRST_DAY = date(2000, 1, 1)  # that can be chosen; there are puzzles for any day
ONE_DAY = timedelta(days=1)


class DailyRecord(NamedTuple):
    """The daily puzzles that were won or started.

    Attributes:
        today: Today.
        families: The families that have daily puzzles.
        wins: The day on which each daily puzzle was first won, by puzzle name.
        hinted: The daily puzzles that were won with hints only, by name.
        started: The daily puzzles that have been begun, by name.
    """

    today: date
    families: Sequence[str]
    wins: Mapping[str, date]
    hinted: frozenset[str]
    started: frozenset[str]

    def state(self, family: str, day: date) -> DailyState:
        """Return what was made of the puzzle of a family for a day."""
        name = daily.name_for(family, day)
        if name in self.wins:
            if self.wins[name] != day:
                return "later"
            return "hinted" if name in self.hinted else "won"
        if name in self.started:
            return "started"
        if day == self.today:
            return "open"
        return "missed" if day < self.today else "future"

    def is_day_won(self, day: date) -> bool:
        """Return True if one of a day's puzzles was won on that day without hints."""
        return any(self.state(family, day) == "won" for family in self.families)

    def won_days(self, month: date) -> int:
        """Return the number of days of a month that were won."""
        return sum(map(self.is_day_won, days_of(month)))

    def is_perfect(self, month: date) -> bool:
        """Return True if every day of a month was won."""
        return all(map(self.is_day_won, days_of(month)))


def days_of(month: date) -> list[date]:
    """Return the days of the month that a day is in."""
    first = month.replace(day=1)
    return [first + number * ONE_DAY for number in range(monthrange(month.year, month.month)[1])]


def first_of_month(day: date, months: int = 0) -> date:
    """Return the first day of the month so many months after that of a day."""
    years, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(years, month + 1, 1)


def perfect_month_text(month: date) -> str:
    """Return the sentence that celebrates a perfect month."""
    return f"★ A perfect month: all {len(days_of(month))} days of {month:%B} won ★"
