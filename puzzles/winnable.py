"""Puzzles of a numbered series that can be won: they are judged one after the other.

Call this in a worker process, see `puzzles.winnable_worker`: a judgement takes from 0.1 ms to its
time limit, and one in 22 deals of Midnight Oil can be won.
"""

from collections.abc import Iterator
from itertools import islice

from ludoscope.games import AnyGame
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.series import Member
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.judging import judge_position

# Of a random deal it does not matter which one it is, so less time is spent on each: of the deals
# of Full Midnight Oil that are decided in 200 ms, seven in ten are decided in 40 ms.
RANDOM_TIME_LIMIT_SECONDS = 0.04
NEXT_TIME_LIMIT_SECONDS = 0.2
MEMORY_LIMIT_BYTES = 256 << 20  # of a judgement
MAX_CANDIDATES = 1_000  # puzzles judged before the search ends


def winnable_names(series: Member, step: int, grade: str = "") -> Iterator[str]:
    """Yield the names of puzzles that can be won, among `MAX_CANDIDATES` of a series.

    Those that are not decided within the time limit are left out.

    Args:
        series: The series; its number is where the search begins.
        step: 1 or −1 for the following or previous numbers, 0 for random ones.
        grade: The grade of difficulty that the puzzles must have; "" for any.
    """
    seconds = NEXT_TIME_LIMIT_SECONDS if step else RANDOM_TIME_LIMIT_SECONDS
    return (
        puzzle.name
        for puzzle in islice(series.puzzles(step), MAX_CANDIDATES)
        if is_winnable(puzzle.game, seconds) and (not grade or _grade(puzzle.game) == grade)
    )


def is_winnable(game: AnyGame, time_limit_seconds: float) -> bool:
    """Return True if a solution of a game from its start is found in time and is verified."""
    limits = Limits(time_limit_seconds, memory=MEMORY_LIMIT_BYTES)
    return isinstance(judge_position(game, game.start, limits), Solved)


def _grade(game: AnyGame) -> str:
    """Return the grade of difficulty of a game, measured; "" if there is none."""
    measure = collection(game.family).difficulty_measure(game)
    value = measure.measure(game) if measure else None
    return measure.difficulty(value).grade if measure and value is not None else ""
