"""A run of training positions: practice, a streak, a storm, or the player's own mistakes.

`TrainingRun` says which position is next, what the score is, and when the run ends. Its caller
judges the answers. It knows neither the screen nor the store.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ludoscope.puzzles.training.series import STORM, STREAK, Series
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.model.training_record import (
    MISTAKES,
    PRACTICE,
    TrainingRecord,
    first_rating,
    format_themes,
)
from ludoscope.tui.saves.training import Answer, Mistake

STORM_SECONDS = 180.0
STORM_PENALTY_SECONDS = 10.0  # of a wrong answer
RATING_RANGE = 150.0  # to either side of the player's, from which practice takes positions
MAX_ANSWER_SECONDS = 3600.0
DAY_SECONDS = 86_400.0
INTERVALS_DAYS = (1.0, 4.0)  # after a mistake was made or not found again, and after it was found
TIMES_FOUND = 2  # in a row, after which a mistake is not shown any more
MODE_TITLES = {PRACTICE: "Practice", STREAK: "Streak", STORM: "Storm", MISTAKES: "Your mistakes"}


@dataclass(frozen=True)
class GivenAnswer:
    """An answer of a run.

    Attributes:
        position: The position.
        moves: The step as in shared lines.
        is_right: True if it was right.
        seconds: How long it took.
    """

    position: TrainingPosition
    moves: str
    is_right: bool
    seconds: float


@dataclass
class TrainingRun:
    """A run of positions.

    Attributes:
        mode: PRACTICE, STREAK, STORM or MISTAKES.
        family: The name of the family; "" for mistakes in games of several.
        positions: The positions that follow.
        series: The series that the positions are from; None for practice and mistakes.
        current: The position on the board; None at the end.
        answers: The answers so far.
        is_over: True after the last one.
    """

    mode: str
    family: str
    positions: Iterator[TrainingPosition]
    series: Series | None = None
    current: TrainingPosition | None = None
    answers: list[GivenAnswer] = field(default_factory=list)
    is_over: bool = False
    _started_at: float = 0.0  # the position
    _storm_end: float | None = None

    @property
    def score(self) -> int:
        """The number of right answers."""
        return sum(answer.is_right for answer in self.answers)

    def go_on(self, now: float) -> TrainingPosition | None:
        """Go to the next position; return None if the run is over.

        Args:
            now: The time in seconds, of any clock.
        """
        if self.mode == STORM and self._storm_end is None:
            self._storm_end = now + STORM_SECONDS
        self.check_time(now)
        self.current = None if self.is_over else next(self.positions, None)
        self.is_over = self.current is None
        self._started_at = now
        return self.current

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left of a storm; None in another mode."""
        if self.mode != STORM:
            return None
        return STORM_SECONDS if self._storm_end is None else max(0.0, self._storm_end - now)

    def check_time(self, now: float) -> bool:
        """End a storm whose time is up; return True if the run is over."""
        if self._storm_end is not None and now >= self._storm_end:
            self.is_over = True
        return self.is_over

    def add_answer(self, moves: str, is_right: bool, now: float) -> GivenAnswer:
        """Record the answer to the current position, and end the run if it ends with it."""
        assert self.current
        seconds = min(max(now - self._started_at, 0.0), MAX_ANSWER_SECONDS)
        answer = GivenAnswer(self.current, moves, is_right, seconds)
        self.answers.append(answer)
        if not is_right:
            if self.mode == STREAK:
                self.is_over = True
            if self._storm_end is not None:
                self._storm_end -= STORM_PENALTY_SECONDS
        return answer


def stored_answer(mode: str, answer: GivenAnswer, themes: Sequence[str], answered: float) -> Answer:
    """Return an answer as it is stored.

    Args:
        mode: The mode of the run.
        answer: The answer.
        themes: The themes of the position.
        answered: The time in seconds since 1970.
    """
    return Answer(
        os.urandom(8).hex(),
        answer.position.name,
        answer.position.family,
        mode,
        answered,
        answer.seconds,
        answer.is_right,
        answer.position.rating,
        format_themes(themes),
    )


def practice_positions(
    family: str,
    positions: Sequence[TrainingPosition],
    record: Callable[[], TrainingRecord],
    rng: SeededRandom,
) -> Iterator[TrainingPosition]:
    """Yield positions about as hard as the player is strong, none that was answered lately.

    Args:
        family: The name of the family.
        positions: The positions to choose from.
        record: A function that returns the record as it is now.
        rng: Random numbers.
    """
    while positions:
        current = record()
        target = current.rating(family).value
        half = (len(positions) + 1) // 2
        recent = set(current.recent_names.get(family, ())[-half:])
        ranked = sorted(
            (position for position in positions if position.name not in recent),
            key=lambda position: abs(position_rating(current, position) - target),
        ) or list(positions)
        near = [
            position
            for position in ranked
            if abs(position_rating(current, position) - target) <= RATING_RANGE
        ]
        yield rng.choice(near or ranked[:5])


def position_rating(record: TrainingRecord, position: TrainingPosition) -> float:
    """Return the rating of a position, by its answers or by its first estimate."""
    rating = record.position_ratings.get(position.name) or first_rating(position.rating)
    return rating.value


def after_answer(mistake: Mistake, is_right: bool, now: float) -> Mistake:
    """Return a mistake after it was shown again.

    It is due again after a day if it was not found; else after more days, or never if it was found
    `TIMES_FOUND` times in a row.

    Args:
        mistake: The mistake.
        is_right: True if a right step was found.
        now: The time in seconds since 1970.
    """
    found = mistake.found + 1 if is_right else 0
    days = INTERVALS_DAYS[min(found, len(INTERVALS_DAYS) - 1)]
    return mistake._replace(found=found, due=now + days * DAY_SECONDS)


def new_mistake(position: TrainingPosition, title: str, now: float) -> Mistake:
    """Return a mistake that has just been found in a game; it is due after a day."""
    due = now + INTERVALS_DAYS[0] * DAY_SECONDS
    return Mistake(position.name, position.family, title, position.text, 0, due)


def due_mistakes(mistakes: Sequence[Mistake], now: float) -> list[Mistake]:
    """Return the mistakes that are to be shown now, those that are due longest first."""
    due = [each for each in mistakes if each.found < TIMES_FOUND and each.due <= now]
    return sorted(due, key=lambda mistake: mistake.due)
