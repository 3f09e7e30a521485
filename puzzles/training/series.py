"""Series of positions that a seed determines: friends who train on the same one compare results.

A series is named by its mode, its family and a number, `storm-peg-20261128`. That of a day has the
date for its number.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from ludoscope.games import FAMILIES, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.seeded_random import SeededRandom

STREAK, STORM = "streak", "storm"
RISING_POSITIONS = {STREAK: 40, STORM: 60}  # up to the hardest ones, by mode
WINDOW = 0.06  # of all positions, to either side: those as hard as a place in the series asks
CODE = re.compile(f"({STREAK}|{STORM})-([a-z][a-z0-9]*)-([0-9]{{1,10}})")


class Series(NamedTuple):
    """A series.

    Attributes:
        mode: STREAK or STORM.
        family: The name of the family.
        seed: The number.
    """

    mode: str
    family: str
    seed: int

    @property
    def code(self) -> str:
        """The name that `parse_series` reads."""
        return f"{self.mode}-{self.family}-{self.seed}"


def parse_series(text: str) -> Series:
    """Return the series of that name.

    Raises:
        NotationError: It is not the name of a series of a game that is installed.
    """
    match = CODE.fullmatch(text.strip().lower())
    if not match or match[2] not in FAMILIES:
        raise NotationError(f"found {short_repr(text)}, expected a series such as storm-peg-2026")
    return Series(match[1], match[2], int(match[3]))


def series_of_day(mode: str, family: str, day: date) -> Series:
    """Return the series of a day."""
    return Series(mode, family, int(f"{day:%Y%m%d}"))


def series_positions(
    series: Series, positions: Sequence[TrainingPosition]
) -> Iterator[TrainingPosition]:
    """Yield the positions of a series: easy ones first, each once, until none is left.

    Args:
        series: The series.
        positions: The bundled positions of its family.
    """
    rng = SeededRandom(series.seed)
    left = sorted(positions, key=lambda position: (position.rating, position.name))
    rising = RISING_POSITIONS[series.mode]
    number = 0
    while left:
        share = min(number / rising, 1.0)
        first = int(max(0.0, share - WINDOW) * len(left))
        last = max(first + 1, int(min(1.0, share + WINDOW) * len(left)))
        yield left.pop(first + rng.randrange(last - first))
        number += 1
