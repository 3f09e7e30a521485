"""The difficulty of puzzles for people: how a family measures it, and the grades.

A measure is defined for puzzles of one kind, such as the deals of FreeCell; values of two measures
cannot be compared. `docs/answers.md` says how each was chosen and what it can tell.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.games.units import Unit


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
            searches for some milliseconds up to a few seconds, so the app calls it only in worker
            processes, see `puzzles.difficulty_worker`. The same game has the same value always.
    """

    name: str
    unit: Unit
    grades: tuple[tuple[str, float], ...]
    explanation: str
    measure: Callable[[AnyGame], float | None]

    @property
    def is_harder_when_greater(self) -> bool:
        """True if greater values are harder."""
        return self.grades[0][1] < self.grades[-1][1]

    def difficulty(self, value: float) -> Difficulty:
        """Return a value with its grade."""
        reached = [(least, grade) for grade, least in self.grades if least <= value]
        grade = max(reached)[1] if reached else min((least, name) for name, least in self.grades)[1]
        return Difficulty(value, grade)

    def value_text(self, value: float) -> str:
        """Return a value with its unit: "8.3 moves", "16 bits", "1 slide"."""
        number = (
            f"{value:.1f}" if value < 10 and not self.is_harder_when_greater else f"{value:.0f}"
        )
        return f"{number} {self.unit.singular if number == '1' else self.unit.plural}"
