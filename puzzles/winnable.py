"""Puzzles of a numbered series that can be won: they are judged one after the other.

Call this in a worker process, see `puzzles.winnable_worker`: a judgement takes from 0.1 ms to its
time limit, and one in 22 deals of Midnight Oil can be won.
"""

from collections.abc import Iterator
from itertools import islice

from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.series import Member
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_judge
from ludoscope.search.verify import check_verdict

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
    names = series.names_from(step) if step else series.random_names()
    seconds = NEXT_TIME_LIMIT_SECONDS if step else RANDOM_TIME_LIMIT_SECONDS
    return (
        name
        for name in islice(names, MAX_CANDIDATES)
        if is_winnable(name, seconds) and (not grade or _grade(series.family, name) == grade)
    )


def is_winnable(name: str, time_limit_seconds: float) -> bool:
    """Return True if a solution of the puzzle of that name is found in time and is verified."""
    puzzle = find_by_name(name)
    if not puzzle:
        return False
    game = puzzle.game
    limits = Limits(time_limit_seconds, memory=MEMORY_LIMIT_BYTES)
    *_, verdict = find_judge(game).run(game, game.start, limits)
    return isinstance(verdict, Solved) and check_verdict(game, game.start, verdict).is_valid


def _grade(family: str, name: str) -> str:
    """Return the grade of difficulty of a puzzle, measured; "" if there is none."""
    puzzle = find_by_name(name)
    measure = collection(family).difficulty_measure(puzzle.game) if puzzle else None
    value = measure.measure(puzzle.game) if measure and puzzle else None
    return measure.difficulty(value).grade if measure and value is not None else ""
