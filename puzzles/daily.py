"""The daily puzzles: one of each family, the same for all users on a date.

    peg-daily, patience-daily, orush-daily, hexapawn-daily   today, by the clock of this machine
    orush-daily-2026-11-20                                   another day

The files `data/*-daily.txt` list them week by week, easy on Mondays and hard on Sundays. They are
made by `puzzles.daily_bundle` and `puzzles.rush.bundle`. They repeat after two years, those of peg
solitaire after 33 weeks. All of them have a solution.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

from ludoscope.puzzles.bundled import read_lines
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection

DAILY_GROUP = "today"

_NAME = re.compile("(.+)-daily(?:-([0-9]{4}-[0-9]{2}-[0-9]{2}))?")
_FOLDER = Path(__file__).with_name("data")


@cache
def load_lines(family: str) -> tuple[str, ...]:
    """Return the lines of a built-in family's file: weeks in order, from Monday to Sunday."""
    return read_lines(_FOLDER / f"{collection(family).daily_prefix}-daily.txt")


def today() -> date:
    """Return today's date by the clock of this machine."""
    return date.today()


def line_for(family: str, day: date) -> str:
    """Return the line of a built-in family's file for a day."""
    return load_lines(family)[_line_index(family, day)]


def line_number_name(family: str, day: date) -> str:
    """Return a name of the line of a family's file for a day, by its number: "orush-daily-1"."""
    return f"{collection(family).daily_prefix}-daily-{_line_index(family, day) + 1}"


def _line_index(family: str, day: date) -> int:
    return (day.toordinal() - 1) % len(load_lines(family))  # day 1 was a Monday


def is_daily_name(name: str) -> bool:
    """Return True if a name has the form of those of daily puzzles, of whatever family."""
    return _NAME.fullmatch(name) is not None


def parse_day(name: str, family: str) -> date | None:
    """Return the day in the name of a daily puzzle.

    Returns:
        Today for a name without a date; None if it is not the name of a daily puzzle of that
        family.

    Raises:
        ValueError: There is no such day.
    """
    match = _NAME.fullmatch(name)
    if not match or match[1] != collection(family).daily_prefix:
        return None
    if not match[2]:
        return today()
    try:
        return date.fromisoformat(match[2])
    except ValueError:
        raise ValueError(f"found the day {match[2]}, expected one such as 2026-11-20") from None


def name_in_data(name: str, family: str, name_of_day: Callable[[str, date], str] = line_for) -> str:
    """Return the name by which the data of a family know a puzzle.

    Args:
        name: The name of a puzzle.
        family: Its family.
        name_of_day: Returns the name of the puzzle of a day, for a daily puzzle; other names are
            returned unchanged, and so are those of days that do not exist.
    """
    try:
        day = parse_day(name, family)
    except ValueError:
        return name
    return name_of_day(family, day) if day else name


def name_for(family: str, day: date) -> str:
    """Return the name of a family's puzzle for a day: "orush-daily-2026-11-20"."""
    return f"{collection(family).daily_prefix}-daily-{day}"


def title_for(day: date) -> str:
    """Return the title of the puzzles for a day: "Daily 2026-11-20"."""
    return f"Daily {day}"


def as_daily(puzzle: Puzzle, family: str, day: date) -> Puzzle:
    """Return a puzzle renamed to the daily puzzle of a day; its title becomes the source."""
    return replace(puzzle, name=name_for(family, day), title=title_for(day), source=puzzle.title)


def todays_entry(family: str, detail: str) -> Entry:
    """Return the catalogue entry for today; `detail` describes the puzzle."""
    day = today()
    return Entry(name_for(family, day), title_for(day), DAILY_GROUP, detail)
