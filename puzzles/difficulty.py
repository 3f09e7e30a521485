"""The difficulty of puzzles for people: how a family measures it, and the grades.

A measure is defined for puzzles of one kind, such as the deals of FreeCell; values of two measures
cannot be compared. `docs/answers.md` says how each was chosen and what it can tell.

`data/difficulty.txt` has the values of the puzzles of the catalogue and of the daily puzzles. It is
made by `puzzles.difficulty_bundle`. A line is a name and a value, or a name with N for a number,
the first number and the values of the puzzles from there on; "-" stands for none:

    english-cross 6.0
    ms-N 1 11.2 17.8 - 9.4
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.games.units import Unit
from ludoscope.puzzles.bundled import read_lines

NO_VALUE = "-"
NUMBER_PLACEHOLDER = "N"  # the end of the name of a line with several values

_FILE = Path(__file__).with_name("data") / "difficulty.txt"
_NUMBER = re.compile("[0-9]+$")


class Difficulty(NamedTuple):
    """The difficulty of a puzzle.

    Attributes:
        value: The value of the measure, in its unit.
        grade: The grade of the value, such as "easy".
    """

    value: float
    grade: str


class DifficultyMeasure(NamedTuple):
    """A measure of the difficulty of puzzles of one kind.

    Attributes:
        name: Its name: "forgiveness".
        unit: The unit of its values.
        grades: The grades, easiest first, each with its least value. They increase where greater
            values are harder, and decrease where greater values are easier.
        explanation: What it measures, in one or two sentences for the screen.
        measure: A function that returns the value for a game, or None if it cannot be measured. It
            searches for some milliseconds up to some seconds, so the app calls it only in worker
            processes, see `puzzles.difficulty_process`. It returns the same value for the same
            game on every machine.
        decimals: Decimal places with which values are shown.
    """

    name: str
    unit: Unit
    grades: tuple[tuple[str, float], ...]
    explanation: str
    measure: Callable[[AnyGame], float | None]
    decimals: int = 0

    @property
    def is_harder_when_greater(self) -> bool:
        """True if greater values are harder."""
        return self.grades[0][1] < self.grades[-1][1]

    def difficulty(self, value: float) -> Difficulty:
        """Return a value with its grade; a value below all grades has the lowest of them."""
        ascending = self.grades if self.is_harder_when_greater else self.grades[::-1]
        grade = ascending[0][0]
        for name, least in ascending:
            if value >= least:
                grade = name
        return Difficulty(value, grade)

    def value_text(self, value: float) -> str:
        """Return a value with its unit: "8.3 moves", "16 bits", "1 move"."""
        number = f"{value:.{self.decimals}f}"
        return f"{number} {self.unit.singular if number == '1' else self.unit.plural}"


def bundled_value(name: str) -> float | None:
    """Return the value of a puzzle in the bundled file; None if it is not there or has none.

    Args:
        name: The name of the puzzle, as in the file.
    """
    single, numbered = _load()
    if name in single:
        return single[name]
    match = _NUMBER.search(name)
    if not match:
        return None
    return numbered.get(name[: match.start()], {}).get(int(match[0]))


@cache
def _load() -> tuple[dict[str, float | None], dict[str, dict[int, float | None]]]:
    """Return the values of the bundled file by name, and by the name before N and number."""
    single: dict[str, float | None] = {}
    numbered: dict[str, dict[int, float | None]] = {}
    for line in read_lines(_FILE):
        name, *texts = line.split()
        if name.endswith(NUMBER_PLACEHOLDER):
            values = numbered.setdefault(name.removesuffix(NUMBER_PLACEHOLDER), {})
            for number, text in enumerate(texts[1:], int(texts[0])):
                values[number] = _parse_value(text)
        else:
            single[name] = _parse_value(texts[0])
    return single, numbered


def _parse_value(text: str) -> float | None:
    return None if text == NO_VALUE else float(text)
