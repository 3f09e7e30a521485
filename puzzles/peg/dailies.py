"""The generator of the daily problems of peg solitaire, which get longer towards Sunday."""

import random
from collections.abc import Iterator

from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.daily_bundle import DAYS_PER_WEEK, interleave_days
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.registry import collection

MIN_JUMPS = 8


def daily_problem_names(seed: int) -> Iterator[str]:
    """Yield names of problems that are known to have a solution."""
    excluded = {*UNSOLVABLE_PROBLEMS, *OPEN_PROBLEMS}
    names = [
        entry.name
        for entry in collection("peg").entries()
        if entry.name not in excluded and "daily" not in entry.name
    ]
    names = sorted(names, key=lambda name: (_jump_count(name), name))
    names = [name for name in names if _jump_count(name) >= MIN_JUMPS]
    week_count = len(names) // DAYS_PER_WEEK
    days = [names[day * week_count : (day + 1) * week_count] for day in range(DAYS_PER_WEEK)]
    for day, names_of_day in enumerate(days):
        random.Random(f"{seed}/{day}").shuffle(names_of_day)
    return interleave_days([iter(names_of_day) for names_of_day in days])


def _jump_count(name: str) -> int:
    """Return the number of jumps of every solution; each removes one peg."""
    puzzle = collection("peg").find(name)
    assert puzzle
    assert isinstance(puzzle.game, PegGame)
    return puzzle.game.start.bit_count() - puzzle.game.finish.bit_count()
