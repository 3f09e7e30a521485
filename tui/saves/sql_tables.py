"""SQL statements of the saves, conversion of rows, and a check of the stored values.

A row of `session` is a `SavedSession`, of `attempt` an `Attempt`, of `answer` an `Answer` and of
`mistake` a `Mistake`: fields are columns.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, TypeAlias

from ludoscope.puzzles.names import current_title
from ludoscope.tui.saves.database import UnreadableDatabaseError
from ludoscope.tui.saves.json_fields import MAX_NUMBER
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.statistics import Attempt
from ludoscope.tui.saves.training import (
    INSERT_ANSWER,
    SELECT_ANSWERS,
    SELECT_MISTAKES,
    UPSERT_MISTAKE,
    Answer,
    Mistake,
)

Row = tuple[Any, ...]  # of the database: text and numbers, as `check_tables` has found them


def column_list(row_type: type[SavedSession] | type[Attempt]) -> str:
    """Return the columns of a table, for a SELECT or an INSERT."""
    return ", ".join(row_type._fields)


def _placeholders(row_type: type[SavedSession] | type[Attempt]) -> str:
    return ", ".join("?" for _ in row_type._fields)


UPSERT_SESSION = (
    f"INSERT INTO session ({column_list(SavedSession)}) VALUES ({_placeholders(SavedSession)}) "
    "ON CONFLICT (name) DO UPDATE SET "
    + ", ".join(f"{column} = excluded.{column}" for column in SavedSession._fields[1:])
)
# of two rows of one attempt the better value of each column, so that their order does not matter
UPSERT_ATTEMPT = f"""
INSERT INTO attempt ({column_list(Attempt)}) VALUES ({_placeholders(Attempt)})
ON CONFLICT (id) DO UPDATE SET
    begun = min(begun, excluded.begun), won = max(won, excluded.won),
    clean = max(clean, excluded.clean),
    seconds = min(coalesce(seconds, excluded.seconds), coalesce(excluded.seconds, seconds)),
    length = min(coalesce(length, excluded.length), coalesce(excluded.length, length))"""
SELECT_SESSION = f"SELECT {column_list(SavedSession)} FROM session"
UPSERT_NOTE = """INSERT INTO note (kind, name, text) VALUES (?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text"""
SELECT_OUTCOMES = """
SELECT s.name, s.title, s.family, a.won, a.clean, a.seconds, a.length,
    s.attempt = a.id AND NOT s.over, s.spec, a.begun
    FROM attempt a JOIN session s USING (name) ORDER BY a.begun"""
FieldType: TypeAlias = type | UnionType
COLUMN_TYPES: Mapping[str, Mapping[str, FieldType]] = {  # by table and column
    "session": SavedSession.__annotations__,
    "attempt": Attempt.__annotations__,
    "note": {"kind": str, "name": str, "text": str},
    "answer": Answer.__annotations__,
    "mistake": Mistake.__annotations__,
}
SQL_TYPES: Mapping[FieldType, tuple[str, ...]] = {
    str: ("text",),
    int: ("integer",),
    bool: ("integer",),
    float: ("real",),
    float | None: ("real", "null"),
    int | None: ("integer", "null"),
}
# any family name: a game that is not installed now may be again
WORD_COLUMNS = ("family", "mode")


def check_tables(connection: sqlite3.Connection) -> None:
    """Check that the statements fit the tables and that every value has its type.

    Raises:
        UnreadableDatabaseError: A value cannot have been stored by this program.
        sqlite3.Error: A table or a column is missing.
    """
    for statement, row_type in ((UPSERT_SESSION, SavedSession), (UPSERT_ATTEMPT, Attempt)):
        connection.execute(f"EXPLAIN {statement}", [None for _ in row_type._fields])
    connection.execute(f"EXPLAIN {UPSERT_NOTE}", ("", "", ""))
    for statement, field_count in (
        (INSERT_ANSWER, len(Answer._fields)),
        (UPSERT_MISTAKE, len(Mistake._fields)),
    ):
        connection.execute(f"EXPLAIN {statement}", [None] * field_count)
    for statement in (SELECT_OUTCOMES, SELECT_ANSWERS, SELECT_MISTAKES):
        connection.execute(f"EXPLAIN {statement}")
    for table, types in COLUMN_TYPES.items():
        query = f"SELECT 1 FROM {table} WHERE {invalid_column_query(types)} IS NOT NULL LIMIT 1"
        if connection.execute(query).fetchone():
            raise UnreadableDatabaseError("the file is damaged")


def invalid_column_query(types: Mapping[str, FieldType]) -> str:
    """Return an SQL expression: the name of the first invalid column of a row, or NULL."""
    cases = " ".join(
        f"WHEN {_invalid_condition(column, SQL_TYPES[field_type])} THEN '{column}'"
        for column, field_type in types.items()
    )
    return f"CASE {cases} END"


def describe_sql_type(field_type: FieldType) -> str:
    """Return what a column of that type holds, for a message."""
    sql_types = SQL_TYPES[field_type]
    kind = "text" if "text" in sql_types else f"{sql_types[0]} from 0 to {MAX_NUMBER:,.0f}"
    return f"{kind} or null" if "null" in sql_types else kind


def _invalid_condition(column: str, sql_types: Sequence[str]) -> str:
    """Return the SQL condition that a value of the column is invalid."""
    if column in WORD_COLUMNS:
        return f"typeof({column}) != 'text' OR {column} GLOB '*[^a-z0-9]*' OR {column} = ''"
    quoted_types = ", ".join(f"'{sql_type}'" for sql_type in sql_types)
    wrong_type = f"typeof({column}) NOT IN ({quoted_types})"
    if "text" in sql_types:
        return wrong_type
    return f"{wrong_type} OR {column} NOT BETWEEN 0 AND {MAX_NUMBER}"


def load_session(connection: sqlite3.Connection, name: str) -> SavedSession | None:
    """Return the saved session of the puzzle of that name, None if there is none."""
    row = connection.execute(f"{SELECT_SESSION} WHERE name = ?", (name,)).fetchone()
    return save_from_row(row) if row else None


def save_from_row(row: Row) -> SavedSession:
    values = dict(zip(SavedSession._fields, row, strict=True))
    values["title"] = current_title(values["name"], values["family"], values["title"])
    booleans = {column: bool(values[column]) for column in ("over", "won", "undid")}
    return SavedSession(**{**values, **booleans})


def attempt_from_row(row: Row) -> Attempt:
    attempt = Attempt(*row)
    return attempt._replace(won=bool(attempt.won), clean=bool(attempt.clean))
