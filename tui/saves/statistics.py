"""Attempts at puzzles, and statistics counted from them.

attempt  one game from its first move on; a restarted game is another attempt
played   any attempt, from its first move on; one that was left is not won, as kpat counts it, until
         the player comes back and wins it
unaided  won without hints; shown values and a shown solution that is continued count as hints
clean    unaided, and without undoing a move
streak   unaided wins in a row; an attempt lost, or left for another one and not won since, ends it;
         a win with hints neither counts nor ends it
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
    """An attempt with its puzzle; `is_open` while it can still be won.

    `game` is the game of the family, such as "Midnight Oil", "" if the family is a single game;
    `begun` is in seconds since 1970; `length` counts plies or steps, see `results.with_move_counts`
    for moves.
    """

    name: str
    title: str
    family: str
    won: bool
    clean: bool
    seconds: float | None
    length: int | None
    is_open: bool
    game: str = ""
    begun: float = 0.0

    @property
    def is_unaided(self) -> bool:
        """True for a win without hints."""
        return self.won and (self.clean or self.seconds is not None)


class Tally(NamedTuple):
    """Statistics of attempts.

    Attributes:
        played: The attempts.
        won: The wins.
        unaided: The wins without hints.
        clean: The wins without hints and without an undone move.
        best_seconds: The shortest time of a win without hints.
        average_seconds: The average time of the wins without hints.
        length: The fewest moves of a win without hints.
        streak: Wins without hints in a row.
        longest_streak: The longest such row.
    """

    played: int = 0
    won: int = 0
    unaided: int = 0
    clean: int = 0
    best_seconds: float | None = None
    average_seconds: float | None = None
    length: int | None = None
    streak: int = 0
    longest_streak: int = 0

    @classmethod
    def from_outcomes(cls, outcomes: Iterable[AttemptResult]) -> "Tally":
        """Count attempts, given in the order in which they were begun."""
        attempts = list(outcomes)
        streak = longest_streak = 0
        for index, attempt in enumerate(attempts, start=1):
            if attempt.is_unaided:
                streak += 1
                longest_streak = max(longest_streak, streak)
            elif not attempt.won and not (attempt.is_open and index == len(attempts)):
                streak = 0
        times = [attempt.seconds for attempt in attempts if attempt.seconds is not None]
        lengths = [attempt.length for attempt in attempts if attempt.length is not None]
        return cls(
            played=len(attempts),
            won=sum(attempt.won for attempt in attempts),
            unaided=sum(attempt.is_unaided for attempt in attempts),
            clean=sum(attempt.clean for attempt in attempts),
            best_seconds=min(times, default=None),
            average_seconds=sum(times) / len(times) if times else None,
            length=min(lengths, default=None),
            streak=streak,
            longest_streak=longest_streak,
        )

    @property
    def win_percentage(self) -> int | None:
        """The percentage of the games played that were won, rounded down; None without games."""
        return 100 * self.won // self.played if self.played else None
