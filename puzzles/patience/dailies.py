"""The deals of the day of patience: harder towards Sunday by what `swift` explores, and by variant.

Every deal is solved, and its solution replayed.
"""

import random
from collections.abc import Iterator
from itertools import islice

from ludoscope.puzzles.daily_bundle import DAYS, WEEKS, interleaved, verdict_of
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import verify_verdict

EXPLORED = Limits(explored=100_000)

DEALS = (  # Monday to Sunday: the numbering; which part of the deals, from easy (0) to hard (1)
    ("FreeCell.{}", 10**6, 0.0, 0.3),
    ("BakersDozen.{}", 10**6, 0.1, 0.6),
    ("Seahaven.{}", 10**6, 0.1, 0.6),
    ("ms-{}", 10**6, 0.3, 0.8),
    ("MidnightOil.{}", 10**6, 0.0, 1.0),
    ("Seahaven.{}", 10**6, 0.7, 1.0),
    ("FreeCell.{}", 10**6, 0.9, 1.0),
)


def lines(seed: int) -> Iterator[str]:
    """Deals with a solution that the verifier has replayed."""
    return interleaved([_deals_of(f"{seed}/{day}", *DEALS[day]) for day in range(DAYS)])


def _deals_of(
    seed: str, pattern: str, numbers: int, easiest: float, hardest: float
) -> Iterator[str]:
    chance = random.Random(seed)
    enough = int(WEEKS / (hardest - easiest)) + 1
    tried = (pattern.format(chance.randrange(1, numbers)) for _ in iter(int, 1))
    solved = islice((each for name in tried for each in _solved(name)), enough)
    names = [name for _, name in sorted(set(solved))]
    names = names[int(easiest * len(names)) :][:WEEKS]
    chance.shuffle(names)
    return iter(names)


def _solved(name: str) -> Iterator[tuple[int, str]]:
    """(positions explored, name) of a deal that has a solution."""
    puzzle = collection("patience").find(name)
    assert puzzle
    game = puzzle.game
    verdict = verdict_of(find_solver(game, "swift").run(game, game.start, EXPLORED))
    if isinstance(verdict, Solved):
        verify_verdict(game, game.start, verdict)
        yield verdict.explored, name
