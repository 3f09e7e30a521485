"""The puzzles of the day, one of each family, the same for all users on a date.

    peg-daily, patience-daily, orush-daily, hexapawn-daily   today's, by the clock of this machine
    orush-daily-2026-11-20                                   that of another day

The files `data/*-daily.txt` list them week by week, easy on Mondays and hard on Sundays. They are
made by `puzzles.daily_bundle` and `puzzles.rush.bundle`. They repeat after two years, those of peg
solitaire after 33 weeks. All of them have a solution.

stem   how the name of a family's puzzles begins, as the family declares it
"""

import re
from datetime import date
from functools import cache
from pathlib import Path

from ludoscope.puzzles.bundled import read_lines
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.puzzles.registry import collection

GROUP = "today"

_NAME = re.compile("([a-z]+)-daily(?:-([0-9]{4}-[0-9]{2}-[0-9]{2}))?")
_FOLDER = Path(__file__).with_name("data")


@cache
def pool(family: str) -> tuple[str, ...]:
    """The lines of that family's file: weeks one after the other, each from Monday to Sunday."""
    return read_lines(_FOLDER / f"{collection(family).daily_prefix}-daily.txt")


def today() -> date:
    """Today's date by the clock of this machine."""
    return date.today()


def of(family: str, day: date) -> str:
    """The line for a day in the file of a family."""
    lines = pool(family)
    return lines[(day.toordinal() - 1) % len(lines)]  # day 1 was a Monday


def day_of(name: str, family: str) -> date | None:
    """The day in the name of a daily puzzle; None when it is not one of that family.

    ValueError when there is no such day.
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


def name_of(family: str, day: date) -> str:
    return f"{collection(family).daily_prefix}-daily-{day}"


def title_of(day: date) -> str:
    return f"Daily {day}"


def named(puzzle: Puzzle, family: str, day: date) -> Puzzle:
    """A puzzle under the name that it has as that of a day; its own title says where it is from."""
    return puzzle._replace(name=name_of(family, day), title=title_of(day), source=puzzle.title)


def entry(family: str, detail: str) -> Entry:
    """The entry of the puzzle of today; `detail` says which puzzle it is."""
    day = today()
    return Entry(name_of(family, day), title_of(day), GROUP, detail)
