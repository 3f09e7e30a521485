"""The difficulty of a puzzle with its measure, `PuzzleDifficulty`, and its texts for the screen."""

from typing import NamedTuple

from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure

FORGIVENESS, FEWEST_MOVES = "forgiveness", "fewest moves"  # names of measures


class PuzzleDifficulty(NamedTuple):
    """The difficulty of a puzzle and its measure."""

    difficulty: Difficulty
    measure: DifficultyMeasure

    @property
    def grade(self) -> str:
        return self.difficulty.grade

    @property
    def rank(self) -> int:
        """The place of the grade among those of the measure, 0 for the easiest."""
        return [name for name, _ in self.measure.grades].index(self.grade)

    @property
    def hardness(self) -> float:
        """The value, negative if greater values are easier."""
        value = self.difficulty.value
        return value if self.measure.is_harder_when_greater else -value

    @property
    def text(self) -> str:
        """The grade and the value in a few words: "hard · forgives 9 random moves".

        Where the value is the fewest moves, which is shown anyway, the grade alone.
        """
        is_length = self.measure.name == FEWEST_MOVES
        return self.grade if is_length else f"{self.grade} · {self._value_text}"

    @property
    def _value_text(self) -> str:
        text = self.measure.value_text(self.difficulty.value)
        if self.measure.name == FORGIVENESS:
            number = text.partition(" ")[0]
            return f"forgives {number} random {'move' if number == '1' else 'moves'}"
        return text
