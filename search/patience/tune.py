"""Tunes the weights of the compiled FreeCell search.

`python -m ludoscope.search.patience.tune [minutes]`: a random coordinate search. It starts from the
schedule of `search.patience.freecell_best_first` and changes some numbers of one pass a little; a
change is kept if Microsoft deals 2001–5000 then need fewer generated positions. Many changes help
only those deals, so at the end every schedule that was kept is tried on deals 20001–26000, and the
table shows the results for both; its best row there is the new SCHEDULE. Deals 1–1000 are not used:
they are for measurements.

The cost is counted in generated positions (some 50 ns each), which are the same in every run, and
not in time; a deal costs at most the positions of CAP expansions. Twenty minutes reduced the cost
of deals 20001–26000 from 1,382 positions a deal to 1,332.
"""

import random
import sys
import time

from ludoscope.games.patience.deals import deal_microsoft
from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL
from ludoscope.search.patience.freecell_best_first import MANY, SCHEDULE

TRAIN = range(2001, 5001)
CHOOSE = range(20001, 26001)
CAP = 6_000  # expansions
FIRST = 1_000  # deals after which a bad schedule is rejected
KEPT = 25  # rows of the table
MEMORY = 1 << 28

Schedule = tuple[tuple[int, ...], ...]


def starts(numbers: range) -> list[Position]:
    """The deals of those numbers."""
    return [
        PatienceGame.dealt_in_rows(FREECELL, deal_microsoft(number)).start for number in numbers
    ]


def cost(schedule: Schedule, deals: list[Position], bound: float = float("inf")) -> float:
    """Positions generated for a deal, on average; stops early if likely to be above `bound`."""
    from ludoscope.search.patience.kernels.freecell_swift import Swift

    kernel = Swift(schedule)
    total = 0
    for number, deal in enumerate(deals, 1):
        kernel.deal(deal.columns, deal.cells, deal.foundation, True, MEMORY)
        kernel.run(CAP)
        total += kernel.generated
        if number == FIRST and total > 1.04 * bound * FIRST:
            break
    return total / number


def changed(schedule: Schedule, rng: random.Random) -> Schedule:
    """The schedule with one to three numbers of one pass changed a little."""
    number = min(rng.randrange(len(schedule)), rng.randrange(len(schedule)))
    row = list(schedule[number])
    for _ in range(rng.choice((1, 1, 2, 3))):
        index = rng.randrange(len(row))
        if index == 0 and row[0] != MANY:
            row[0] = max(20, round(row[0] * rng.uniform(0.7, 1.4)))
        elif index > 1:
            row[index] += rng.choice((-1, 1)) * rng.randint(1, 2 + abs(row[index]) // 4)
    return (*schedule[:number], tuple(row), *schedule[number + 1 :])


def climb(minutes: float) -> list[tuple[float, Schedule]]:
    """(cost, schedule) of the schedules that were kept, the last one the best."""
    rng = random.Random(1)
    deals = starts(TRAIN)
    rng.shuffle(deals)
    first = cost(SCHEDULE, deals[:FIRST])
    way: list[tuple[float, Schedule]] = [(cost(SCHEDULE, deals), SCHEDULE)]
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        schedule = changed(way[-1][1], rng)
        here = cost(schedule, deals, first)
        if here < way[-1][0]:
            way.append((here, schedule))
            first = cost(schedule, deals[:FIRST])
            print(f"{here:8.1f}", flush=True)
    return way


def main() -> None:
    """Search for as many minutes as the command line says, then print the table."""
    way = climb(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
    deals = starts(CHOOSE)
    print("  train  choose")
    for here, schedule in sorted(way)[:KEPT]:
        print(f"{here:7.1f} {cost(schedule, deals):7.1f}", *schedule, sep="  ")


if __name__ == "__main__":
    main()
