"""The record of the answers to training positions: ratings, and right answers by theme.

Ratings are counted from the answers of practice, in the order in which they were given, so that
answers of two machines can be put together. Start with `TrainingRecord.from_answers`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludoscope.puzzles.training.glicko import Game, Rating, update
from ludoscope.tui.saves.training import NO_THEMES, Answer

PRACTICE, MISTAKES = "practice", "mistakes"
POSITION_DEVIATION = 120.0  # of the first rating of a position, which is only an estimate
START_RATING = 1000.0  # of a player in a family; most positions are harder than this
RECENT_ANSWERS = 150  # positions that are not asked again


class RatedAnswer(NamedTuple):
    """The rating of the player after an answer of practice."""

    answered: float
    rating: Rating


class Score(NamedTuple):
    """Answers, how many were right, and the seconds that they took."""

    answers: int = 0
    right: int = 0
    seconds: float = 0.0

    def plus(self, answer: Answer) -> "Score":
        """Return the score with one more answer."""
        right = self.right + answer.correct
        return Score(self.answers + 1, right, self.seconds + answer.seconds)

    @property
    def percentage(self) -> int:
        """The right answers in a hundred."""
        return round(100 * self.right / self.answers) if self.answers else 0

    @property
    def average_seconds(self) -> float:
        """The seconds of an answer."""
        return self.seconds / self.answers if self.answers else 0.0


@dataclass
class TrainingRecord:
    """The answers of a player.

    Attributes:
        curves: By family, the ratings of the player after each answer of practice.
        position_ratings: By name, the ratings of the positions that were answered in practice.
        scores: By family, all answers.
        theme_scores: By family and theme, all answers; a position may have several themes.
        recent_names: By family, the positions answered last.
    """

    curves: dict[str, list[RatedAnswer]] = field(default_factory=dict)
    position_ratings: dict[str, Rating] = field(default_factory=dict)
    scores: dict[str, Score] = field(default_factory=dict)
    theme_scores: dict[tuple[str, str], Score] = field(default_factory=dict)
    recent_names: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def from_answers(cls, answers: Iterable[Answer]) -> "TrainingRecord":
        """Return the record of answers, which are in order of time."""
        record = cls()
        for answer in answers:
            record.add(answer)
        return record

    def add(self, answer: Answer) -> None:
        """Add an answer."""
        family = answer.family
        self.scores[family] = self.scores.get(family, Score()).plus(answer)
        for theme in parse_themes(answer.themes):
            key = family, theme
            self.theme_scores[key] = self.theme_scores.get(key, Score()).plus(answer)
        names = self.recent_names.setdefault(family, [])
        names.append(answer.name)
        del names[:-RECENT_ANSWERS]
        if answer.mode != PRACTICE:
            return
        player = self.rating(family)
        position = self.position_ratings.get(answer.name) or first_rating(answer.difficulty)
        score = 1.0 if answer.correct else 0.0
        after_answer = update(player, [Game(position, score)])
        self.position_ratings[answer.name] = update(position, [Game(player, 1 - score)])
        self.curves.setdefault(family, []).append(RatedAnswer(answer.answered, after_answer))

    def rating(self, family: str) -> Rating:
        """Return the rating of the player in a family."""
        curve = self.curves.get(family)
        return curve[-1].rating if curve else Rating(START_RATING)

    def scores_by_theme(self, family: str) -> Mapping[str, Score]:
        """Return the scores of a family by theme, most answers first."""
        scores = {
            theme: score for (name, theme), score in self.theme_scores.items() if name == family
        }
        return dict(sorted(scores.items(), key=lambda item: -item[1].answers))


def first_rating(difficulty: float) -> Rating:
    """Return the rating of a position that nobody has answered."""
    return Rating(difficulty, POSITION_DEVIATION)


def format_themes(themes: Sequence[str]) -> str:
    """Return themes as they are stored."""
    return ", ".join(themes) or NO_THEMES


def parse_themes(text: str) -> list[str]:
    """Return the themes that `format_themes` wrote."""
    return [] if text == NO_THEMES else text.split(", ")
