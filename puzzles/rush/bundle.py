"""Script that makes the bundled ORush puzzles: `python -m ludoscope.puzzles.rush.bundle LIST`.

LIST is "grades" for the puzzles of the catalogue or "daily" for the daily ones. Either takes a few
minutes with compiled kernels and a day without.
"""

import argparse
from collections.abc import Iterator

from ludoscope.puzzles.bundled import RushBundleEntry
from ludoscope.puzzles.rush.collection import COURSE_PUZZLE_COUNT, bundled_puzzles
from ludoscope.puzzles.rush.generator import generate_puzzles, puzzle_string, solution_length

PUZZLES_PER_GRADE = 32
GRADE_LENGTHS = ((5, 10), (11, 20), (21, 32), (33, 46), (47, 80))  # minimum and maximum, in cells
RECORDS = (("slides", 51), ("cells", 90))  # measure and length of the last puzzles of all
WALLS_INTERVAL = 6  # every sixth puzzle of a grade has one or two walls
WEEK_COUNT = 104
DAILY_LENGTHS = ((8, 12), (13, 17), (18, 22), (23, 28), (29, 34), (35, 41), (42, 50))
"""The minimum and maximum length in cells, Monday to Sunday."""


def generate_bundled(
    seed: str, length: int, measure: str = "cells", wall_count: int = 0
) -> Iterator[RushBundleEntry]:
    """Yield different puzzles of a given length, as entries with the lengths in both measures."""
    for game in generate_puzzles(seed, length, measure, wall_count):
        cells = solution_length(game, "cells") or 0
        slides = solution_length(game, "slides") or 0
        yield RushBundleEntry(puzzle_string(game), cells, slides)


def generate_grades(seed: int) -> Iterator[RushBundleEntry]:
    """Yield the puzzles of the catalogue: those of the course, then those of each grade.

    The course is taken from the current catalogue, since its generator no longer exists. The
    lengths in a grade are spread evenly over its range.
    """
    course = bundled_puzzles()[:COURSE_PUZZLE_COUNT]
    course_strings = {puzzle.string for puzzle in course}
    yield from course
    sources: dict[tuple[int, int], Iterator[RushBundleEntry]] = {}  # by cells and number of walls
    for shortest, longest in GRADE_LENGTHS:
        is_last_grade = longest == GRADE_LENGTHS[-1][1]
        count = PUZZLES_PER_GRADE - len(RECORDS) if is_last_grade else PUZZLES_PER_GRADE
        for number in range(count):
            cells = shortest + (longest - shortest) * number // (PUZZLES_PER_GRADE - 1)
            wall_count = 2 if number % WALLS_INTERVAL == WALLS_INTERVAL - 1 else 0
            if (cells, wall_count) not in sources:
                source_seed = f"{seed}/{cells}/{wall_count}"
                sources[cells, wall_count] = generate_bundled(
                    source_seed, cells, "cells", wall_count
                )
            source = sources[cells, wall_count]
            yield next(puzzle for puzzle in source if puzzle.string not in course_strings)
    for measure, length in RECORDS:
        yield next(generate_bundled(f"{seed}/{measure}", length, measure))


def generate_daily(seed: int) -> Iterator[RushBundleEntry]:
    """Yield the daily puzzles week by week; each day of the week has its own range of lengths."""
    sources: dict[int, Iterator[RushBundleEntry]] = {}  # by cells
    for week in range(WEEK_COUNT):
        for shortest, longest in DAILY_LENGTHS:
            cells = shortest + week % (longest - shortest + 1)
            if cells not in sources:
                sources[cells] = generate_bundled(f"{seed}/daily/{cells}", cells)
            yield next(sources[cells])


GENERATORS = {"grades": generate_grades, "daily": generate_daily}


def main() -> None:
    """Print the list that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.rush.bundle")
    parser.add_argument("what", choices=GENERATORS)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other puzzles")
    options = parser.parse_args()
    print(f"# python -m ludoscope.puzzles.rush.bundle {options.what} --seed {options.seed}")
    print("# string, cells, slides")
    for puzzle in GENERATORS[options.what](options.seed):
        print(puzzle, flush=True)


if __name__ == "__main__":
    main()
