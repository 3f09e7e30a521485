"""What a person's attempts add up to: for a family, for a puzzle.

streak   attempts won one after the other, up to the last; an attempt that is still open does not
         count, one that was given up for another or lost ends it
clean    won without a hint and without taking a move back
"""

from collections.abc import Iterable
from typing import NamedTuple


class Attempt(NamedTuple):
    """A row: `begun` in seconds since 1970; `seconds` and `length` of a win without a hint."""

    id: str
    name: str
    begun: float
    won: bool
    clean: bool
    seconds: float | None
    length: int | None


class Outcome(NamedTuple):
    """An attempt with its puzzle; `open` while it may still be won."""

    name: str
    title: str
    family: str
    won: bool
    clean: bool
    seconds: float | None
    length: int | None
    open: bool


class Tally(NamedTuple):
    """Counts of attempts; the best time in seconds and the least length, if any."""

    played: int = 0
    won: int = 0
    clean: int = 0
    seconds: float | None = None
    length: int | None = None
    streak: int = 0
    longest: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> "Tally":
        """`outcomes` in the order in which they were begun."""
        listed = list(outcomes)
        streak = longest = 0
        for outcome in listed:
            if outcome.won or not outcome.open:
                streak = streak + 1 if outcome.won else 0
                longest = max(longest, streak)
        return cls(
            played=len(listed),
            won=sum(outcome.won for outcome in listed),
            clean=sum(outcome.clean for outcome in listed),
            seconds=min((o.seconds for o in listed if o.seconds is not None), default=None),
            length=min((o.length for o in listed if o.length is not None), default=None),
            streak=streak,
            longest=longest,
        )
