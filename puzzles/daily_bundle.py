"""Make the lists of daily puzzles: `python -m ludoscope.puzzles.daily_bundle FAMILY`.

Each family makes its own list, see `puzzles.<family>.dailies`; that of ORush is made by
`puzzles.rush.bundle`. A list goes week by week from Monday to Sunday and gets harder towards
Sunday. Making one takes up to a minute with compiled kernels.
"""

import argparse
from collections.abc import Iterator

from ludoscope.puzzles.registry import collection, collections
from ludoscope.search.events import Event

WEEK_COUNT = 104
DAYS_PER_WEEK = 7


def interleave_days(lines_by_weekday: list[Iterator[str]]) -> Iterator[str]:
    """Yield lines week by week, one for each day in turn; stop after the last full week."""
    for week in zip(*lines_by_weekday, strict=False):
        yield from week


def run_to_verdict(events: Iterator[Event]) -> Event:
    """Run a solver to its end and return its last event, the verdict."""
    *_, verdict = events
    return verdict


def main() -> None:
    """Print the list of daily puzzles of the family named on the command line."""
    families = [family for family, puzzles in collections() if puzzles.make_daily_lines(0)]
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.daily_bundle")
    parser.add_argument("family", choices=families)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other puzzles")
    options = parser.parse_args()
    print(f"# python -m ludoscope.puzzles.daily_bundle {options.family} --seed {options.seed}")
    for line in collection(options.family).make_daily_lines(options.seed) or ():
        print(line, flush=True)


if __name__ == "__main__":
    main()
