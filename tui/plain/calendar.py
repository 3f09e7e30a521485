"""The daily puzzles of a month in words, the latest day first."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import groupby

from ludoscope.games import FAMILIES
from ludoscope.games.errors import short_repr
from ludoscope.tui.saves.daily_record import (
    COUNTING_RULE,
    FIRST_DAY,
    STATE_TEXTS,
    DailyRecord,
    days_of,
    perfect_month_text,
)
from ludoscope.tui.text.formatting import format_count

_MONTH = re.compile("([0-9]{4})-([0-9]{1,2})", re.ASCII)


def parse_month(text: str, today: date) -> date:
    """Return the first day of the month that a text names, of this month for "".

    Raises:
        ValueError: The text names no month, or one that is to come.
    """
    if not text:
        return today.replace(day=1)
    match = _MONTH.fullmatch(text)
    try:
        first = date(int(match[1]), int(match[2]), 1) if match else None
    except ValueError:
        first = None
    if not first or first < FIRST_DAY:
        raise ValueError(f"found {short_repr(text)}, expected a month such as {today:%Y-%m}")
    if first > today:
        raise ValueError("the puzzles of later months come with their days")
    return first


def describe_month(record: DailyRecord, month: date) -> Iterator[str]:
    """Yield how many days of a month were won, and what became of the puzzles of each day.

    Days of which nothing was played are put together.
    """
    days = [day for day in days_of(month) if day <= record.today]
    won = f"{record.won_days(month)} of {format_count(len(days), 'day')} won"
    yield f"{month:%B %Y}: {won}."
    if record.is_perfect(month):
        yield f"{perfect_month_text(month).strip('★ ')}."
    for is_empty, stretch in groupby(
        reversed(days),
        lambda day: all(record.state(name, day) == "missed" for name in record.families),
    ):
        stretch_days = list(stretch)
        if is_empty:
            first, last = stretch_days[-1].day, stretch_days[0].day
            span = f"{first}" if first == last else f"{first} to {last}"
            yield f"{span} {month:%B}: nothing won."
            continue
        for day in stretch_days:
            states = (
                f"{FAMILIES[name].title} {STATE_TEXTS[record.state(name, day)]}"
                for name in record.families
            )
            when = ", today" if day == record.today else ""
            yield f"{day.day} {month:%B}{when}: {'; '.join(states)}."
    yield COUNTING_RULE
    yield f'To play one, type "open", a game, "daily" and the day: open peg daily {days[-1]}'
