"""Make the bundled ORush puzzles: `python -m ludoscope.puzzles.rush.bundle WHAT`.

WHAT is `grades` for those of the catalogue or `daily` for the daily ones. Either takes some minutes
with compiled kernels, and a day without.
"""

import argparse
from collections.abc import Iterator

from ludoscope.puzzles.bundled import Bundled
from ludoscope.puzzles.rush.collection import OLDEST, bundled
from ludoscope.puzzles.rush.generator import puzzles, solution_length, string

EACH = 32  # puzzles of a grade
GRADES = ((5, 10), (11, 20), (21, 32), (33, 46), (47, 80))  # cells
RECORDS = (("slides", 51), ("cells", 90))  # instead of the last of the last grade
WALLED = 6  # one puzzle in six has one or two walls
WEEKS = 104
DAYS = ((8, 12), (13, 17), (18, 22), (23, 28), (29, 34), (35, 41), (42, 50))  # Monday to Sunday


def made(seed: str, length: int, measure: str = "cells", wall_count: int = 0) -> Iterator[Bundled]:
    """Different puzzles of a length, with their lengths in both measures."""
    for game in puzzles(seed, length, measure, wall_count):
        cells, slides = (solution_length(game, m) or 0 for m in ("cells", "slides"))
        yield Bundled(string(game), cells, slides)


def grades(seed: int) -> Iterator[Bundled]:
    """The oldest puzzles, then those of each grade, with lengths spread over the grade."""
    oldest = bundled()[:OLDEST]
    strings = {puzzle.string for puzzle in oldest}
    yield from oldest
    sources: dict[tuple[int, int], Iterator[Bundled]] = {}
    for shortest, longest in GRADES:
        for number in range(EACH - len(RECORDS) * (longest == GRADES[-1][1])):
            cells = shortest + (longest - shortest) * number // (EACH - 1)
            walls = 2 * (number % WALLED == WALLED - 1)
            source = made(f"{seed}/{cells}/{walls}", cells, "cells", walls)
            source = sources.setdefault((cells, walls), source)
            yield next(puzzle for puzzle in source if puzzle.string not in strings)
    for measure, length in RECORDS:
        yield next(made(f"{seed}/{measure}", length, measure))


def daily(seed: int) -> Iterator[Bundled]:
    """The daily puzzles week by week; each day of the week has its own range of lengths."""
    sources: dict[int, Iterator[Bundled]] = {}
    for week in range(WEEKS):
        for shortest, longest in DAYS:
            cells = shortest + week % (longest - shortest + 1)
            source = made(f"{seed}/daily/{cells}", cells)
            yield next(sources.setdefault(cells, source))


WHATS = {"grades": grades, "daily": daily}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.rush.bundle")
    parser.add_argument("what", choices=WHATS)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other puzzles")
    options = parser.parse_args()
    print(f"# python -m ludoscope.puzzles.rush.bundle {options.what} --seed {options.seed}")
    print("# string, cells, slides")
    for puzzle in WHATS[options.what](options.seed):
        print(puzzle, flush=True)


if __name__ == "__main__":
    main()
