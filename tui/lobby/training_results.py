"""Results of training series that a player publishes: a file for each day, checked when read.

    {"ludoscope": "training", "version": 1, "runs":
     [{"series": "storm-peg-20261128", "answers": ["5,3:W", "4,4:N"], "seconds": 61.5}]}

An answer is the step that was made in a position of the series, in order. A result is counted from
the answers: a step is right if the certificate of the position lists it as right. The seconds are
what the author's program claims.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import NamedTuple

from ludoscope.games import NotationError
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.series import STREAK, parse_series, series_positions
from ludoscope.tui.lobby.json_documents import decode_document, encode_document
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.saves.json_fields import check_fields

TRAINING_PREFIX = "training-"
MAX_TRAINING_BYTES = 1 << 16
MAX_RUNS = 40  # of a day
MAX_ANSWERS = 300  # of a run
MAX_ANSWER_LENGTH = 100  # characters
RUN_FIELDS = {"series": str, "answers": list, "seconds": float}


class TrainingRank(NamedTuple):
    """Sort key of a result, the best first: many right answers, little time."""

    negative_score: int
    seconds: float


@dataclass(frozen=True)
class TrainingResult:
    """A run of a series.

    Attributes:
        series: The name of the series.
        answers: The steps that were made, as in shared lines.
        seconds: The time that the author's program reports.
        score: The number of right answers.
    """

    series: str
    answers: tuple[str, ...]
    seconds: float
    score: int

    @property
    def rank(self) -> TrainingRank:
        return TrainingRank(-self.score, self.seconds)


@dataclass(frozen=True, slots=True)
class TrainingEntry:
    """A line of the board of a series."""

    profile: UserProfile
    result: TrainingResult


def training_file(day: date) -> str:
    """Return the name of the file of a day."""
    return f"{TRAINING_PREFIX}{day}.json"


def make_result(series: str, answers: Sequence[str], seconds: float) -> TrainingResult:
    """Return the result of a run, its right answers counted.

    Raises:
        ValueError: There is no such series, or there are more answers than a run can have.
    """
    if len(answers) > MAX_ANSWERS:
        raise ValueError(f"expected at most {MAX_ANSWERS} answers")
    parsed = parse_series(series)
    positions = series_positions(parsed, bundled_positions(parsed.family))
    score = 0
    for answer, position in zip(answers, islice(positions, len(answers)), strict=True):
        is_right = any(answer == step.moves for step in position.right_steps)
        score += is_right
        if not is_right and parsed.mode == STREAK:
            break
    return TrainingResult(parsed.code, tuple(answers), seconds, score)


def encode_results(results: Sequence[TrainingResult]) -> bytes:
    """Return the file with the results of a day."""
    runs = [
        {"series": result.series, "answers": list(result.answers), "seconds": result.seconds}
        for result in results
    ]
    return encode_document("training", {"runs": runs})


def parse_results(data: bytes) -> list[TrainingResult]:
    """Return the results in a file, those of games that are not installed left out.

    Raises:
        ValueError: The file is malformed.
    """
    runs = decode_document(data, "training", {"runs": list})["runs"]
    if len(runs) > MAX_RUNS:
        raise ValueError(f"expected at most {MAX_RUNS} runs")
    results = []
    for run in runs:
        if not isinstance(run, dict):
            raise ValueError("expected runs")
        check_fields(run, RUN_FIELDS)
        for answer in run["answers"]:
            if not isinstance(answer, str) or len(answer) > MAX_ANSWER_LENGTH:
                raise ValueError("expected the texts of steps")
        try:
            parse_series(run["series"])
        except NotationError:
            continue
        results.append(make_result(run["series"], run["answers"], float(run["seconds"])))
    return results


def with_best_result(
    results: Sequence[TrainingResult], new: TrainingResult
) -> list[TrainingResult]:
    """Return the results with a new one, of each series only the best."""
    others = [result for result in results if result.series != new.series]
    same = [result for result in results if result.series == new.series]
    return [*others, min((*same, new), key=lambda result: result.rank)][-MAX_RUNS:]
