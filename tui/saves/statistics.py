"""Attempts at puzzles, and statistics counted from them.

attempt  one game from its first move on; a restarted game is another attempt
clean    won without a hint and without undoing a move
streak   attempts won in a row, up to the last one; an open attempt does not count, an abandoned or
         lost one ends it
"""

from collections.abc import Iterable
from typing import NamedTuple


class Attempt(NamedTuple):
    """A row of the table of attempts.

    `begun` is in seconds since 1970; `seconds` and `length` are None unless won without a hint.
    """

    id: str
    name: str
    begun: float
    won: bool
    clean: bool
    seconds: float | None
    length: int | None


class AttemptResult(NamedTuple):
    """An attempt with its puzzle; `is_open` while it can still be won."""

    name: str
    title: str
    family: str
    won: bool
    clean: bool
    seconds: float | None
    length: int | None
    is_open: bool


class Tally(NamedTuple):
    """Statistics of attempts: counts, best time in seconds, fewest moves, streaks."""

    played: int = 0
    won: int = 0
    clean: int = 0
    seconds: float | None = None
    length: int | None = None
    streak: int = 0
    longest_streak: int = 0

    @classmethod
    def from_outcomes(cls, outcomes: Iterable[AttemptResult]) -> "Tally":
        """Count attempts, given in the order in which they were begun."""
        attempts = list(outcomes)
        streak = longest_streak = 0
        for attempt in attempts:
            if attempt.won:
                streak += 1
                longest_streak = max(longest_streak, streak)
            elif not attempt.is_open:
                streak = 0
        times = [attempt.seconds for attempt in attempts if attempt.seconds is not None]
        lengths = [attempt.length for attempt in attempts if attempt.length is not None]
        return cls(
            played=len(attempts),
            won=sum(attempt.won for attempt in attempts),
            clean=sum(attempt.clean for attempt in attempts),
            seconds=min(times, default=None),
            length=min(lengths, default=None),
            streak=streak,
            longest_streak=longest_streak,
        )
