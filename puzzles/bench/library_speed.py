"""The speed of the library: many puzzles on all cores, and an easy puzzle in a process that runs.

The functions of the library are measured without the conversion of their arguments and verdicts,
which takes some microseconds. Everything else is included: to look up a deal, to send it to a
worker, to solve it, and to verify the solution.
"""

import time
from contextlib import closing
from statistics import median
from typing import Any

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.process.background import Search, stream_events
from ludoscope.search.process.parallel import run_searches
from ludoscope.search.process.threads import usable_cores
from ludoscope.search.registry import default_solver

DEALS = range(1, 1001)
NAME_PATTERN = "FreeCell.{}"
EASY_PUZZLES = ("FreeCell.123456", "orush-02", "hexapawn-4x4", "english-central")
REPETITIONS = 5  # of each easy puzzle, after one that is not counted


def measure_library() -> dict[str, Any]:
    """Measure FreeCell 1-1000 on all usable cores, and one easy puzzle of each family.

    Returns:
        "work": the set of deals; "workers": the number of processes; "seconds": the time of all,
        including the start of the processes; "easy_ms": the milliseconds of a further search by
        puzzle, the median of several.
    """
    workers = usable_cores()
    pairs = ((number, _make_search(NAME_PATTERN.format(number))) for number in DEALS)
    start = time.perf_counter()
    with closing(run_searches(pairs, workers)) as verdicts:
        count = sum(1 for _ in verdicts)
    seconds = time.perf_counter() - start
    assert count == len(DEALS)
    return {
        "work": f"FreeCell {DEALS[0]}-{DEALS[-1]}",
        "workers": workers,
        "seconds": round(seconds, 3),
        "easy_ms": {name: round(1000 * _time_further_search(name), 3) for name in EASY_PUZZLES},
    }


def _time_further_search(name: str) -> float:
    """Return the median of the seconds that a search takes after one of the same puzzle."""
    search = _make_search(name)
    seconds = []
    for _ in range(1 + REPETITIONS):
        start = time.perf_counter()
        for _ in stream_events(search):
            pass
        seconds.append(time.perf_counter() - start)
    return median(seconds[1:])


def _make_search(name: str) -> Search:
    game = catalogue.find(name).game
    return Search(game, game.start, default_solver(game), Limits())
