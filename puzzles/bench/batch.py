"""What a deal of a batch takes beside its search.

That is to find the deal, to set up the solver, to replay the solution and to make the row; measured
in this process, so that pipes and the file of results, a few microseconds a deal, are left out.
"""

import time
from statistics import mean
from typing import Any

from ludoscope.puzzles.batch.worker import solve_chunk

DEALS = range(1, 1001)
PATTERN = "ms-{}"
ROUNDS = 5  # of each deal the quickest counts
SECONDS, MEMORY = 20.0, 1 << 30


def measure_batch() -> dict[str, Any]:
    """Mean milliseconds of the Microsoft deals 1-1000, whole and without the search."""
    rounds = [[_deal(number) for number in DEALS] for _ in range(ROUNDS)]
    whole, beside = (
        1000 * mean(min(times[part] for times in deal) for deal in zip(*rounds, strict=True))
        for part in (0, 1)
    )
    return {
        "work": f"Microsoft {DEALS[0]}-{DEALS[-1]}",
        "ms_per_deal": round(whole, 3),
        "ms_beside_search": round(beside, 3),
    }


def _deal(number: int) -> tuple[float, float]:
    """Seconds of a chunk of one deal, whole and without the search."""
    begun = time.perf_counter()
    [row] = solve_chunk(PATTERN, [(number, "")], SECONDS, MEMORY, 0)["rows"]
    seconds = time.perf_counter() - begun
    return seconds, seconds - row[-1]
