"""Script that makes the bundled positions: `python -m ludoscope.puzzles.training.bundle FAMILY`.

Positions are taken in equal numbers from each part of the range of ratings, as far as there are
any. With compiled kernels it takes some minutes.
"""

import argparse
import sys
from collections.abc import Iterator

from ludoscope.puzzles.registry import collections
from ludoscope.puzzles.training.generate import generate_positions
from ludoscope.puzzles.training.training_position import TrainingPosition

COUNT = 520
BAND_WIDTH = 100.0  # of ratings
PER_BAND = 70  # positions at most


def spread_positions(
    family: str, seed: int, count: int, per_band: int
) -> Iterator[TrainingPosition]:
    """Yield positions of which at most `per_band` have a rating in the same band."""
    bands: dict[int, int] = {}
    total = 0
    for position in generate_positions(family, seed):
        if not position:
            continue
        band = int(position.rating / BAND_WIDTH)
        if bands.get(band, 0) < per_band:
            bands[band] = bands.get(band, 0) + 1
            yield position
            total += 1
            if total == count:
                return


def main() -> None:
    """Print the bundled file of a family."""
    families = [family for family, puzzles in collections() if puzzles.trainer()]
    parser = argparse.ArgumentParser(prog="python -m ludoscope.puzzles.training.bundle")
    parser.add_argument("family", choices=families)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other positions")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--per-band", type=int, default=PER_BAND)
    options = parser.parse_args()
    command = f"python -m ludoscope.puzzles.training.bundle {options.family} --seed {options.seed}"
    limits = f"--count {options.count} --per-band {options.per_band}"
    print(f"# {command} {limits}")
    positions = spread_positions(options.family, options.seed, options.count, options.per_band)
    for number, position in enumerate(positions, 1):
        print(position.text, flush=True)
        print(f"\r{number}", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
