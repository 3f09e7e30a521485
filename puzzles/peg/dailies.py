"""The problems of the day of peg solitaire: harder towards Sunday by the pegs to take."""

import random
from collections.abc import Iterator

from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.daily_bundle import DAYS, interleaved
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.registry import collection

SHALLOW = 8  # pegs to take at the least


def lines(seed: int) -> Iterator[str]:
    """Problems of the catalogue that are known to have a solution, as many for each day."""
    unknown = {*UNSOLVABLE_PROBLEMS, *OPEN_PROBLEMS}
    names = [
        e.name
        for e in collection("peg").entries()
        if e.name not in unknown and "daily" not in e.name
    ]
    names = sorted(names, key=lambda name: (_to_take(name), name))
    names = [name for name in names if _to_take(name) >= SHALLOW]
    each = len(names) // DAYS
    days = [names[day * each : (day + 1) * each] for day in range(DAYS)]
    for day, listed in enumerate(days):
        random.Random(f"{seed}/{day}").shuffle(listed)
    return interleaved([iter(listed) for listed in days])


def _to_take(name: str) -> int:
    puzzle = collection("peg").find(name)
    assert puzzle
    assert isinstance(puzzle.game, PegGame)
    return puzzle.game.start.bit_count() - puzzle.game.finish.bit_count()
