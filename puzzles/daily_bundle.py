"""Make the lists of daily puzzles: `python -m ludoscope.puzzles.daily_bundle FAMILY`.

Each family makes its own, see `puzzles.<family>.dailies`; those of ORush are made by
`puzzles.rush.bundle`. A list goes week by week from Monday to Sunday and gets harder towards
Sunday. All of it takes a minute where the kernels are compiled.
"""

import argparse
from collections.abc import Iterator

from ludoscope.puzzles.registry import collection, collections
from ludoscope.search.events import Event

WEEKS = 104
DAYS = 7


def interleaved(days: list[Iterator[str]]) -> Iterator[str]:
    """Week by week, from the lines of each day of the week."""
    for week in zip(*days, strict=False):
        yield from week


def verdict_of(events: Iterator[Event]) -> Event:
    """What a solver comes to."""
    *_, last = events
    return last


def main() -> None:
    makers = [family for family, puzzles in collections() if puzzles.make_daily_lines(0)]
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.daily_bundle")
    parser.add_argument("family", choices=makers)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other puzzles")
    options = parser.parse_args()
    print(f"# python -m ludoscope.puzzles.daily_bundle {options.family} --seed {options.seed}")
    for line in collection(options.family).make_daily_lines(options.seed) or ():
        print(line, flush=True)


if __name__ == "__main__":
    main()
