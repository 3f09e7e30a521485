"""What the home screen tells besides its boards.

daily    the puzzle of the day of a family, and what became of it: "won", "begun" or ""
streak   days in a row, up to today or yesterday, on each of which its own puzzle of the day was won
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.puzzle import Entry
from ludoscope.puzzles.registry import collection
from ludoscope.tui.saves.results import Win
from ludoscope.tui.saves.save import Save
from ludoscope.tui.text.formatting import count

DAY = timedelta(days=1)


class Overview(NamedTuple):
    """`begun` and `won` newest first; `dailies` and `tallies` by family.

    `ahead` is what to begin with where nothing is begun; `solved` are the names of the daily
    puzzles ever won.
    """

    day: date
    begun: Sequence[Save] = ()
    won: Sequence[Win] = ()
    dailies: Mapping[str, Entry] = MappingProxyType({})
    tallies: Mapping[str, str] = MappingProxyType({})
    solved: Mapping[str, date] = MappingProxyType({})
    ahead: Mapping[str, Entry] = MappingProxyType({})

    @property
    def streak(self) -> int:
        return streak(self.solved, self.day)


def streak(solved: Mapping[str, date], today: date) -> int:
    """`solved`: names of daily puzzles, which end in their day, and the day they were first won."""
    in_time = {day for name, day in solved.items() if name.endswith(str(day))}
    day = today if today in in_time else today - DAY
    days = 0
    while day in in_time:
        days += 1
        day -= DAY
    return days


def next_one(listed: Sequence[Entry], first: str, marks: Mapping[str, str]) -> Entry | None:
    """Of a family's puzzles the first that is not won, from one on that is good to begin with."""
    names = [entry.name for entry in listed]
    from_there = listed[names.index(first) :] if first in names else listed
    left = (entry for entry in from_there if marks.get(entry.name) != "won")
    one_each = (entry for entry in left if not entry.is_numbered_series)
    return next((entry for entry in one_each if entry.group != daily.DAILY_GROUP), None)


def tally(family: str, listed: Sequence[Entry], marks: Mapping[str, str], beaten: int) -> str:
    """A line on what was won of a family's puzzles."""
    declared, won, among = FAMILIES[family], won_of(family, listed, marks), single(listed)
    if declared.players == 2 and beaten:
        return f"beat perfect: {beaten}"
    if not won:
        return number_of(family, listed)
    if collection(family).is_endless:
        return f"{count(won, declared.puzzle_unit)} won"
    return f"{won} of {len(among)} won"


def single(listed: Iterable[Entry]) -> set[str]:
    """The names of those that are counted: one puzzle each, and not today's."""
    return {e.name for e in listed if e.group != daily.DAILY_GROUP and not e.is_numbered_series}


def number_of(family: str, listed: Iterable[Entry]) -> str:
    """How many puzzles a family has: "258 puzzles", or "113 deals listed" where others exist."""
    declared = FAMILIES[family]
    return (
        count(len(single(listed)), declared.puzzle_unit) + " listed" * collection(family).is_endless
    )


def won_of(family: str, listed: Iterable[Entry], marks: Mapping[str, str]) -> int:
    """How many of them were won; where there is no end of them, those not listed too."""
    won = {name for name, mark in marks.items() if mark == "won"}
    if not collection(family).is_endless:
        return len(won & single(listed))
    day = f"{collection(family).daily_prefix}-daily-"
    return sum(not name.startswith(day) for name in won)


def known_as(title: str, family: str) -> str:
    """A puzzle's title where nothing else says which game it is of."""
    game = FAMILIES[family].short_title
    day = title.removeprefix("Daily ")
    if day != title:
        return f"{game} daily {day[5:]}"
    title = title.removeprefix("Number ")
    return f"{game} {title}" if collection(family).title_needs_family else title
