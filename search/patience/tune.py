"""Tuning of the weights of the compiled FreeCell search.

`python -m ludoscope.search.patience.tune [minutes]` runs a random coordinate search. It starts from
the schedule of `search.patience.freecell_best_first` and changes some numbers of one pass a little;
a change is kept if Microsoft deals 2001 to 5000 then need fewer generated positions. Many changes
help only those deals, so at the end every schedule that was kept is tried on deals 20001 to 26000,
and the table shows the results for both; its best row there is the new SCHEDULE. Deals 1 to 1000
are not used: they are for measurements.

The cost is counted in generated positions (some 50 ns each), which are the same in every run, and
not in time; a search ends after MAX_EXPANSIONS. Twenty minutes reduced the cost of deals 20001 to
26000 from 1,382 positions a deal to 1,332.
"""

import random
import sys
import time

from ludoscope.games.patience.deals import deal_microsoft
from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL
from ludoscope.search.patience.freecell_best_first import SCHEDULE

TRAINING_DEALS = range(2001, 5001)
VALIDATION_DEALS = range(20001, 26001)
MAX_EXPANSIONS = 6_000  # for each deal
SCREENING_DEALS = 1_000  # after which a bad schedule is rejected
MAX_TABLE_ROWS = 25
MEMORY_BYTES = 1 << 28

Schedule = tuple[tuple[int, ...], ...]


def start_positions(numbers: range) -> list[Position]:
    """Return the start positions of Microsoft deals."""
    return [
        PatienceGame.from_row_deal(FREECELL, deal_microsoft(number)).start for number in numbers
    ]


def mean_cost(schedule: Schedule, starts: list[Position], max_cost: float = float("inf")) -> float:
    """Return the mean number of generated positions for a deal.

    Stops after SCREENING_DEALS if the result is likely to be above `max_cost`.
    """
    from ludoscope.search.patience.kernels.freecell_best_first import FreeCellSearch

    kernel = FreeCellSearch(schedule, FREECELL.cells)
    total = count = 0
    for count, start in enumerate(starts, 1):
        kernel.start_search(start.columns, start.cells, start.foundation, True, MEMORY_BYTES)
        kernel.run(MAX_EXPANSIONS)
        total += kernel.generated
        if count == SCREENING_DEALS and total > 1.04 * max_cost * SCREENING_DEALS:
            break
    return total / count


def mutate(schedule: Schedule, rng: random.Random) -> Schedule:
    """Return a copy of a schedule with one to three numbers of one pass changed a little."""
    number = min(rng.randrange(len(schedule)), rng.randrange(len(schedule)))
    row = list(schedule[number])
    for _ in range(rng.choice((1, 1, 2, 3))):
        index = rng.randrange(len(row))
        if index == 0 and number < len(schedule) - 1:
            row[0] = max(20, round(row[0] * rng.uniform(0.7, 1.4)))
        elif index > 1:
            row[index] += rng.choice((-1, 1)) * rng.randint(1, 2 + abs(row[index]) // 4)
    return (*schedule[:number], tuple(row), *schedule[number + 1 :])


def improve_schedule(minutes: float) -> list[tuple[float, Schedule]]:
    """Search for better schedules; return (cost, schedule) pairs, the best one last."""
    rng = random.Random(1)
    starts = start_positions(TRAINING_DEALS)
    rng.shuffle(starts)
    screening_cost = mean_cost(SCHEDULE, starts[:SCREENING_DEALS])
    improvements: list[tuple[float, Schedule]] = [(mean_cost(SCHEDULE, starts), SCHEDULE)]
    deadline = time.monotonic() + 60 * minutes
    while time.monotonic() < deadline:
        best_cost, best_schedule = improvements[-1]
        schedule = mutate(best_schedule, rng)
        cost = mean_cost(schedule, starts, screening_cost)
        if cost < best_cost:
            improvements.append((cost, schedule))
            screening_cost = mean_cost(schedule, starts[:SCREENING_DEALS])
            print(f"{cost:8.1f}", flush=True)
    return improvements


def main() -> None:
    """Search for the number of minutes on the command line, then print the table."""
    improvements = improve_schedule(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
    starts = start_positions(VALIDATION_DEALS)
    print("  train  choose")
    for cost, schedule in sorted(improvements)[:MAX_TABLE_ROWS]:
        print(f"{cost:7.1f} {mean_cost(schedule, starts):7.1f}", *schedule, sep="  ")


if __name__ == "__main__":
    main()
