"""Answers to training positions and the player's own mistakes, as they are stored.

Each function takes a connection and is run by the store: `store.run(training.load_answers)`.
Ratings are not stored: they follow from the answers, see `tui.model.training_record`.
"""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from ludoscope.tui.saves.database import write_transaction
from ludoscope.tui.saves.json_fields import MAX_COUNT, MAX_TIME

NO_THEMES = "none"
INSERT_ANSWER = """INSERT INTO answer
    (id, name, family, mode, answered, seconds, correct, difficulty, themes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"""
# of two rows of a mistake the one that has come further
UPSERT_MISTAKE = """INSERT INTO mistake (name, family, title, line, found, due)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET
    found = excluded.found, due = excluded.due WHERE excluded.found >= found"""
REPLACE_MISTAKE = "UPDATE mistake SET found = ?, due = ? WHERE name = ?"
SELECT_ANSWERS = """SELECT id, name, family, mode, answered, seconds, correct, difficulty, themes
    FROM answer ORDER BY answered, id"""
SELECT_MISTAKES = "SELECT name, family, title, line, found, due FROM mistake ORDER BY due, name"


class Answer(NamedTuple):
    """An answer to a training position.

    Attributes:
        id: A unique id: 16 hexadecimal digits.
        name: The name of the position.
        family: The name of its family.
        mode: The mode of training: "practice".
        answered: When it was answered, in seconds since 1970.
        seconds: How long that took.
        correct: True if the step was right.
        difficulty: The first rating of the position.
        themes: Its themes, separated by ", "; `NO_THEMES` if there are none.
    """

    id: str
    name: str
    family: str
    mode: str
    answered: float
    seconds: float
    correct: bool
    difficulty: float
    themes: str


class Mistake(NamedTuple):
    """A position before a move of the player's that lost the game.

    Attributes:
        name: The name of the position.
        family: The name of its family.
        title: The title of the puzzle that was played.
        line: The text of the `TrainingPosition`.
        found: How often a right step was found in a row, at growing intervals.
        due: When it is to be shown again, in seconds since 1970.
    """

    name: str
    family: str
    title: str
    line: str
    found: int
    due: float


def load_answers(connection: sqlite3.Connection) -> list[Answer]:
    """Return all answers in the order in which they were given."""
    return list(map(answer_from_row, connection.execute(SELECT_ANSWERS)))


def answer_from_row(row: tuple[object, ...]) -> Answer:
    answer = Answer._make(row)
    return answer._replace(correct=bool(answer.correct))


def load_mistakes(connection: sqlite3.Connection) -> list[Mistake]:
    """Return all mistakes, those that are due first."""
    return list(map(Mistake._make, connection.execute(SELECT_MISTAKES)))


def add_answers(answers: Iterable[Answer], connection: sqlite3.Connection) -> None:
    """Store answers; those that are stored already stay as they are."""
    with write_transaction(connection):
        connection.executemany(INSERT_ANSWER, answers)


def add_mistakes(mistakes: Iterable[Mistake], connection: sqlite3.Connection) -> None:
    """Store mistakes that are not stored yet."""
    with write_transaction(connection):
        connection.executemany(UPSERT_MISTAKE, map(_limit_numbers, mistakes))


def update_mistake(mistake: Mistake, connection: sqlite3.Connection) -> None:
    """Store how often a mistake was found and when it is due."""
    mistake = _limit_numbers(mistake)
    with write_transaction(connection):
        connection.execute(REPLACE_MISTAKE, (mistake.found, mistake.due, mistake.name))


def _limit_numbers(mistake: Mistake) -> Mistake:
    """Return a mistake as `import` accepts it; that of an old save may have greater numbers."""
    return mistake._replace(
        found=min(mistake.found, MAX_COUNT), due=min(mistake.due, float(MAX_TIME))
    )
