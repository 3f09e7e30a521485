"""Reading all saves without changing them, also those that are damaged or of a newer version.

`load_saves` reads the saves in a folder; nothing in the folder is written, created or renamed.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ludoscope.games.errors import short_line, short_repr
from ludoscope.tui.saves.database import (
    DATABASE_ERRORS,
    DATABASE_NAME,
    NewerDatabaseError,
    check_version,
    copy_to_memory,
    describe_error,
    is_corruption,
)
from ludoscope.tui.saves.json_fields import MAX_NUMBER
from ludoscope.tui.saves.results import NOTE_KINDS, Note
from ludoscope.tui.saves.sql_tables import (
    COLUMN_TYPES,
    Row,
    attempt_from_row,
    describe_sql_type,
    invalid_column_query,
    save_from_row,
)
from ludoscope.tui.saves.store import StoreContent, StoreError
from ludoscope.tui.saves.training import Mistake, answer_from_row

SESSION_TABLES = ("session", "attempt", "note")
TRAINING_TABLES = ("answer", "mistake")
MAX_REASON_LENGTH = 100  # characters of an error of SQLite, which may quote the file


class SavesError(Exception):
    """Raised when no row of the saves can be read; the message says why."""


class LoadedSaves(NamedTuple):
    """All rows that can be read, and a sentence on each that cannot.

    Sessions are ordered by name, attempts and answers by age, notes by kind and name, and mistakes
    by name.
    """

    content: StoreContent
    problems: list[str]


def load_saves(folder: Path) -> LoadedSaves:
    """Return the saves in a folder, none if there are none.

    Raises:
        SavesError: No row can be read.
        OSError, StoreError: The file cannot be opened.
    """
    try:
        with closing(copy_to_memory(folder)) as connection:
            return read_content(connection)
    except FileNotFoundError:
        return LoadedSaves(StoreContent([], [], [], [], []), [])
    except DATABASE_ERRORS as error:
        message = f"{DATABASE_NAME}: {describe_error(error, folder)}"
        raise (SavesError if is_corruption(error) else StoreError)(message) from None


def read_content(connection: sqlite3.Connection) -> LoadedSaves:
    """Return all rows of a database; raise SavesError if no table can be read."""
    problems: list[str] = []
    try:
        check_version(connection)
    except NewerDatabaseError as error:
        problems.append(f"{error}: what it does not know is left out")
    readers = [_TableReader(connection, table) for table in _tables(connection)]
    saves, attempts, notes, *training = ([*reader.valid_rows()] for reader in readers)
    answers, mistakes = training or ([], [])
    problems += [problem for reader in readers for problem in reader.problems]
    if all(reader.is_unreadable for reader in readers):
        raise SavesError("; ".join(problems[:2]))
    content = StoreContent(
        sorted((save_from_row(row) for row in saves), key=lambda save: save.name),
        sorted(
            (attempt_from_row(row) for row in attempts),
            key=lambda attempt: (attempt.begun, attempt.id),
        ),
        sorted(_result_notes(notes)),
        sorted(map(answer_from_row, answers), key=lambda answer: (answer.answered, answer.id)),
        sorted(map(Mistake._make, mistakes)),
    )
    return LoadedSaves(content, problems)


def _tables(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the tables; a damaged file may lack those that only later versions have."""
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    present = {name for (name,) in names}
    yield from SESSION_TABLES
    if present.issuperset(TRAINING_TABLES):
        yield from TRAINING_TABLES


def _result_notes(rows: Iterable[Row]) -> Iterator[Note]:
    """Yield the notes of results; other kinds are of no use to another program."""
    for kind, name, text in rows:
        if kind in NOTE_KINDS and text.isdecimal() and len(text) < len(str(MAX_NUMBER)):
            yield Note(kind, name, int(text))


class _TableReader:
    """Reads the rows of a table that have the types of its columns.

    Attributes:
        problems: A sentence on each row that cannot be read.
        is_unreadable: True if the table cannot be read at all.
    """

    def __init__(self, connection: sqlite3.Connection, table: str) -> None:
        self._connection = connection
        self._table = table
        self.problems: list[str] = []
        self.is_unreadable = False

    def valid_rows(self) -> Iterator[Row]:
        """Yield the valid rows, up to the first that SQLite cannot read."""
        count = 0
        types = COLUMN_TYPES[self._table]
        # NOT INDEXED: an index may be damaged where the table is not
        query = f"""SELECT {", ".join(types)}, {invalid_column_query(types)}, name
            FROM {self._table} NOT INDEXED"""
        try:
            for *values, invalid_column, name in self._connection.execute(query):
                count += 1
                if invalid_column is None:
                    yield tuple(values)
                    continue
                value = short_repr(values[[*types].index(invalid_column)])
                row = short_repr(name) if isinstance(name, str) else f"{count:,}"
                expected = describe_sql_type(types[invalid_column])
                self.problems.append(
                    f"{self._table} {row} is left out: {invalid_column} {value} found, "
                    f"expected {expected}"
                )
        except DATABASE_ERRORS as error:
            self.is_unreadable = not count
            rows = f"the rows after {count:,}" if count else "all rows"
            reason = short_line(str(error), MAX_REASON_LENGTH)
            self.problems.append(f"{rows} of table {self._table} are left out: {reason}")
