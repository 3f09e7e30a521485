"""The overhead of a batch: the time per deal that is not spent in the search.

It is the time to look up the deal, to set up the solver, to replay the solution and to make the
row. It is measured in this process, without pipes and the results file, which take a few
microseconds per deal.
"""

import time
from statistics import mean
from typing import Any

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.rows import FIELDS, Job
from ludoscope.puzzles.batch.worker import solve_chunk
from ludoscope.search.registry import default_solver

DEALS = range(1, 1001)
NAME_PATTERN = "ms-{}"
ROUNDS = 5  # the fastest of each deal counts
TIME_LIMIT_SECONDS = 20.0
MEMORY_LIMIT_BYTES = 1 << 30


def measure_overhead() -> dict[str, Any]:
    """Measure the Microsoft deals 1-1000.

    Returns:
        "work": the set of deals; "ms_per_deal" and "ms_beside_search": mean milliseconds per deal,
        with and without the search.
    """
    solver = default_solver(catalogue.find(NAME_PATTERN.format(DEALS[0])).game)
    rounds = [[_time_job((number, solver.name)) for number in DEALS] for _ in range(ROUNDS)]
    rounds_by_deal = list(zip(*rounds, strict=True))
    total = mean(min(seconds for seconds, _ in timings) for timings in rounds_by_deal)
    overhead = mean(min(seconds for _, seconds in timings) for timings in rounds_by_deal)
    return {
        "work": f"Microsoft {DEALS[0]}-{DEALS[-1]}",
        "ms_per_deal": round(1000 * total, 3),
        "ms_beside_search": round(1000 * overhead, 3),
    }


def _time_job(job: Job) -> tuple[float, float]:
    """Return the seconds a chunk of one deal takes, with and without the search."""
    start = time.perf_counter()
    answer = solve_chunk(NAME_PATTERN, [job], TIME_LIMIT_SECONDS, MEMORY_LIMIT_BYTES, 0)
    seconds = time.perf_counter() - start
    [row] = answer["rows"]
    return seconds, seconds - row[FIELDS.index("seconds")]
