"""The data of the home screen: progress in each game, the puzzles of the day, what to play next.

daily    the puzzle of the day of a family
streak   days in a row, up to today or yesterday, on each of which its own daily puzzle was won
         without hints
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection
from ludoscope.tui.saves.daily_record import DailyRecord
from ludoscope.tui.saves.results import Win
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.text.puzzle_counts import counted_names, is_counted, puzzle_count_text

ONE_DAY = timedelta(days=1)


class Overview(NamedTuple):
    """Everything that the home screen shows of the player's games.

    Attributes:
        day: Today.
        unfinished: Sessions that are not over, newest first.
        recent_wins: The last win of each puzzle, newest first.
        dailies: The puzzle of the day, by family.
        progress: A line on the puzzles won, by family.
        daily_wins: The day on which each daily puzzle was first won, by puzzle name.
        hinted_dailies: The daily puzzles that were won with hints only, by name.
        next_puzzles: The puzzle to play next, by family.
    """

    day: date
    unfinished: Sequence[SavedSession] = ()
    recent_wins: Sequence[Win] = ()
    dailies: Mapping[str, Entry] = MappingProxyType({})
    progress: Mapping[str, str] = MappingProxyType({})
    daily_wins: Mapping[str, date] = MappingProxyType({})
    hinted_dailies: frozenset[str] = frozenset()
    next_puzzles: Mapping[str, Entry] = MappingProxyType({})

    @property
    def daily_record(self) -> DailyRecord:
        """The record of the daily puzzles."""
        started = frozenset(save.name for save in self.unfinished)
        return DailyRecord(
            self.day, tuple(self.dailies), self.daily_wins, self.hinted_dailies, started
        )

    @property
    def streak(self) -> int:
        unaided = {
            name: day for name, day in self.daily_wins.items() if name not in self.hinted_dailies
        }
        return count_streak(unaided, self.day)


def count_streak(daily_wins: Mapping[str, date], today: date) -> int:
    """Return the number of days in a row on which the daily puzzle was won.

    Args:
        daily_wins: The day of the first win, by name of the daily puzzle, which ends in its day.
        today: A streak goes on until today's puzzle is missed, so it may end yesterday.
    """
    days_won = {day for name, day in daily_wins.items() if name.endswith(str(day))}
    day = today if today in days_won else today - ONE_DAY
    streak = 0
    while day in days_won:
        streak += 1
        day -= ONE_DAY
    return streak


def next_unsolved(
    entries: Sequence[Entry], beginner_puzzle: str, statuses: Mapping[str, str]
) -> Entry | None:
    """Return the first puzzle that is not won, from the one that is good to begin with."""
    names = [entry.name for entry in entries]
    first = names.index(beginner_puzzle) if beginner_puzzle in names else 0
    for entry in entries[first:]:
        if statuses.get(entry.name) != "won" and is_counted(entry):
            return entry
    return None


def progress_text(
    family: str, entries: Sequence[Entry], statuses: Mapping[str, str], perfect_beaten: int
) -> str:
    """Return a line on the puzzles won of a family.

    Args:
        family: The name of the family.
        entries: The puzzles of the family that the catalogue lists.
        statuses: "won" or "started", by puzzle name.
        perfect_beaten: The number of puzzles in which the perfect opponent was beaten.
    """
    game = FAMILIES[family]
    if game.players == 2 and perfect_beaten:
        return f"beat perfect: {perfect_beaten}"
    won = count_won(family, entries, statuses)
    if not won:
        return puzzle_count_text(family, entries)
    if collection(family).is_endless:
        return f"{count_text(won, game.puzzle_unit)} won"
    return f"{won} of {len(counted_names(entries))} won"


def count_won(family: str, entries: Iterable[Entry], statuses: Mapping[str, str]) -> int:
    """Return the number of puzzles won; in an endless family also those that are not listed."""
    won = {name for name, status in statuses.items() if status == "won"}
    if not collection(family).is_endless:
        return len(won & counted_names(entries))
    daily_prefix = f"{collection(family).daily_prefix}-daily-"
    return sum(not name.startswith(daily_prefix) for name in won)


def full_title(title: str, family: str) -> str:
    """Return a puzzle's title for places where nothing else names its game."""
    game = FAMILIES[family].short_title
    day = title.removeprefix("Daily ")
    if day != title:
        return f"{game} daily {day[5:]}"
    title = title.removeprefix("Number ")
    return f"{game} {title}" if collection(family).title_needs_family else title
