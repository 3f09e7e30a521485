"""The puzzle of the day, the same for everyone who asks on the same date.

The file `data/orush-daily.txt` has as many puzzles for each day of the week, made by
`puzzles.rush_bundle`: easy on Mondays, hard on Sundays. They come round again after two years.
"""

import re
from datetime import date
from functools import cache
from pathlib import Path

from puzzles.bundled import Bundled, read_bundle

NAME = re.compile("orush-daily(?:-([0-9]{4}-[0-9]{2}-[0-9]{2}))?")

_FILE = Path(__file__).with_name("data") / "orush-daily.txt"


@cache
def pool() -> tuple[Bundled, ...]:
    """Weeks one after the other, each from Monday to Sunday."""
    return read_bundle(_FILE)


def today() -> date:
    """As the clock of this machine has it."""
    return date.today()


def of(day: date) -> Bundled:
    """The puzzle of a day."""
    return pool()[(day.toordinal() - 1) % len(pool())]  # day 1 was a Monday


def day_of(name: str) -> date | None:
    """The day that a name asks for, today's with `orush-daily`; None when it is none of these.

    ValueError when there is no such day.
    """
    match = NAME.fullmatch(name)
    if not match:
        return None
    if not match[1]:
        return today()
    try:
        return date.fromisoformat(match[1])
    except ValueError:
        raise ValueError(f"found the day {match[1]}, expected one such as 2026-11-20") from None
