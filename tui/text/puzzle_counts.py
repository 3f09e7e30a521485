"""The number of puzzles of a family, as the command `list` and the app show it."""

from collections.abc import Iterable

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles import daily
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection


def is_counted(entry: Entry) -> bool:
    """Return True for a single puzzle that is not a daily one."""
    return entry.group != daily.DAILY_GROUP and not entry.is_numbered_series


def counted_names(entries: Iterable[Entry]) -> set[str]:
    """Return the names of the single puzzles, without daily ones."""
    return {entry.name for entry in entries if is_counted(entry)}


def puzzle_count_text(family: str, entries: Iterable[Entry]) -> str:
    """Return the number of puzzles: "258 puzzles", or "113 deals listed" if there are more."""
    puzzles = count_text(len(counted_names(entries)), FAMILIES[family].puzzle_unit)
    return f"{puzzles} listed" if collection(family).is_endless else puzzles
