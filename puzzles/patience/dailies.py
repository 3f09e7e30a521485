"""The generator of the daily deals of patience, which get harder towards Sunday.

The difficulty of a deal is the number of positions that the solver `swift` explores.

Every deal has been solved, and its solution has been verified.
"""

import random
from collections.abc import Iterator

from ludoscope.puzzles.daily_bundle import (
    DAYS_PER_WEEK,
    WEEK_COUNT,
    interleave_days,
    run_to_verdict,
)
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import check_verdict

SEARCH_LIMITS = Limits(explored=100_000)

# Monday to Sunday: a pattern of names, the end of the range of numbers, and the lower and upper
# bound of the difficulty, as fractions of the deals sorted by it: 0 is the easiest, 1 the hardest
DEALS_BY_WEEKDAY = (
    ("FreeCell.{}", 10**6, 0.0, 0.3),
    ("BakersDozen.{}", 10**6, 0.1, 0.6),
    ("Seahaven.{}", 10**6, 0.1, 0.6),
    ("ms-{}", 10**6, 0.3, 0.8),
    ("MidnightOil.{}", 10**6, 0.0, 1.0),
    ("Seahaven.{}", 10**6, 0.7, 1.0),
    ("FreeCell.{}", 10**6, 0.9, 1.0),
)


def daily_deal_names(seed: int) -> Iterator[str]:
    """Yield the names of deals with a verified solution."""
    return interleave_days(
        [_generate_deals(f"{seed}/{day}", *DEALS_BY_WEEKDAY[day]) for day in range(DAYS_PER_WEEK)]
    )


def _generate_deals(
    seed: str, pattern: str, end_number: int, easiest: float, hardest: float
) -> Iterator[str]:
    """Return WEEK_COUNT names of deals for one day of the week, in random order."""
    rng = random.Random(seed)
    solved_count = int(WEEK_COUNT / (hardest - easiest)) + 1
    solved: list[tuple[int, str]] = []
    while len(solved) < solved_count:
        name = pattern.format(rng.randrange(1, end_number))
        explored = _explored_until_solved(name)
        if explored is not None:
            solved.append((explored, name))
    names = [name for _, name in sorted(set(solved))]
    names = names[int(easiest * len(names)) :][:WEEK_COUNT]
    rng.shuffle(names)
    return iter(names)


def _explored_until_solved(name: str) -> int | None:
    """Return the number of positions that `swift` explores to solve a deal; None if it fails."""
    puzzle = collection("patience").find(name)
    assert puzzle
    game = puzzle.game
    verdict = run_to_verdict(find_solver(game, "swift").run(game, game.start, SEARCH_LIMITS))
    if not isinstance(verdict, Solved):
        return None
    check_verdict(game, game.start, verdict)
    return verdict.explored
