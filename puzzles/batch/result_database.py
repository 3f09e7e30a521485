"""Results of a batch in an SQLite database; start with `ResultDatabase`.

The rows of a chunk are stored in one transaction. The primary key is the number, the solver and the
limits of the search, so a search that gave up can be tried again with larger limits and both rows
are kept. It is not repeated if one of its rows has limits that are at least as large. The current
row of a number and solver is a decided one if there is one, otherwise that of the largest limits.

A file is accepted if its application id, its schema version and its tables match; `_read_rows`
checks every row that is read. The batch holds a lock on the file; other programs can read it
meanwhile, between two transactions. The journal is a rollback journal and not a write-ahead log:
on a full disk SQLite cannot empty such a log, so that it and its index would stay behind.
"""

import os
import shutil
import sqlite3
import stat
import time
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EBUSY, ENOSPC
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludoscope.games import NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.batch.rows import (
    FIELDS,
    MAX_SECONDS,
    InUseError,
    Jobs,
    Row,
    is_count,
    is_short_line,
    is_valid_row,
)
from ludoscope.puzzles.batch.worker import program_version
from ludoscope.puzzles.files import (
    ANSWER_TIMEOUT_SECONDS,
    FileError,
    open_nonblocking,
    wait_for_file,
)
from ludoscope.search.budget import Limits
from ludoscope.search.result_text import GAVE_UP
from ludoscope.search.storage import sqlite_errors
from ludoscope.search.storage.locks import try_lock

DATABASE_SUFFIXES = (".sqlite", ".sqlite3")
APPLICATION_ID = 0x4C55444F  # "LUDO", SQLite's application id in the file header
SCHEMA_VERSION = 1
SCHEMA = """CREATE TABLE results (
 number INTEGER NOT NULL, puzzle TEXT NOT NULL, solver TEXT NOT NULL, verdict TEXT NOT NULL,
 reason TEXT NOT NULL, explored INTEGER NOT NULL, length INTEGER, measure TEXT NOT NULL,
 optimal INTEGER NOT NULL, seconds REAL NOT NULL, time_limit REAL NOT NULL,
 memory_limit INTEGER NOT NULL, version TEXT NOT NULL,
 PRIMARY KEY (number, solver, time_limit, memory_limit)) WITHOUT ROWID"""
COLUMNS = (*FIELDS, "time_limit", "memory_limit", "version")
INSERT_ROW = f"INSERT OR REPLACE INTO results ({', '.join(COLUMNS)}) VALUES ({'?, ' * 12}?)"
SELECT_ROWS = f"SELECT {', '.join(COLUMNS)} FROM results ORDER BY number, solver"
SELECT_PUZZLES = "SELECT number, puzzle FROM results"
MAX_VALUE_BYTES = 1 << 16  # of a value or of a statement
BUSY_TIMEOUT_SECONDS = 10.0  # to wait while another program has locked the file
WRITE_TIMEOUT_SECONDS = 300.0  # to wait until other programs have finished reading the file
WRITE_RETRY_MILLISECONDS = 500  # between two attempts, since SQLite's waiting defers Ctrl+C
MIN_FREE_BYTES = 1 << 16  # a disk with less free space is full


class StoredRow(NamedTuple):
    """A row of the database.

    `measure` is the unit of `length`; `memory_limit` is in bytes.
    """

    number: int
    puzzle: str
    solver: str
    verdict: str
    reason: str
    explored: int
    length: int | None
    measure: str
    optimal: int  # 0 or 1
    seconds: float
    time_limit: float
    memory_limit: int
    version: str

    @property
    def is_valid(self) -> bool:
        """True if each value is of its type and in its range; SQLite stores any type."""
        return (
            is_valid_row(
                self.number,
                self.puzzle,
                self.solver,
                self.verdict,
                self.reason,
                self.explored,
                self.length,
                self.measure,
                self.optimal == 1,
                self.seconds,
            )
            and is_count(self.optimal)
            and self.optimal <= 1
            and type(self.time_limit) in (int, float)
            and 0 < self.time_limit < MAX_SECONDS
            and is_count(self.memory_limit)
            and is_short_line(self.version)
        )


class ResultDatabase:
    """The results of a batch in an SQLite file, locked for other batches until the block ends.

    Use it as a context manager.

    Attributes:
        path: The database file.
        solvers: The names of the solvers that had rows when the file was opened.
    """

    def __init__(self, path: Path, numbers: range, limits: Limits, retry_gave_up: bool) -> None:
        """Open or create the file and read which jobs are done.

        Args:
            path: The database file.
            numbers: The numbers of the batch.
            limits: The limits of each search, recorded with its row.
            retry_gave_up: True to repeat searches that gave up with the same limits.

        Raises:
            OSError: The file cannot be opened or written.
            InUseError: Another batch is writing the file.
            FileError: The file is not a database of results.
        """
        assert limits.seconds
        assert limits.memory
        self.path = path
        self._numbers = numbers
        self._limits = (limits.seconds, limits.memory)
        self._retry_gave_up = retry_gave_up
        self.solvers: set[str] = set()
        # for each solver the numbers whose jobs are done, in ascending order
        self._done: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        self._lock = _open_locked(path)
        try:
            self._connection = connect(path, create=True)
            try:
                with _sqlite_errors_converted(path):
                    # a batch of a former version that was killed left it in WAL mode
                    self._connection.execute("PRAGMA journal_mode = DELETE")
                    self._connection.execute(f"PRAGMA busy_timeout = {WRITE_RETRY_MILLISECONDS}")
                self._load()
            except BaseException:
                self._connection.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> "ResultDatabase":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        # Closing any descriptor of a file drops all POSIX locks of the process on it, SQLite's too.
        os.close(self._lock)

    def _load(self) -> None:
        """Set the attributes and the numbers of the jobs that are done."""
        for row in _read_rows(self.path, self._connection):
            self.solvers.add(row.solver)
            if row.number in self._numbers and self._is_done(row):
                done_numbers = self._done[row.solver]
                if not done_numbers or done_numbers[-1] != row.number:  # not of other limits too
                    done_numbers.append(row.number)

    def _is_done(self, row: StoredRow) -> bool:
        """Return True if a search that has this row is not to be repeated."""
        time_limit, memory_limit = self._limits
        return row.verdict != GAVE_UP or (
            not self._retry_gave_up
            and row.time_limit >= time_limit
            and row.memory_limit >= memory_limit
        )

    def has_row(self, number: int, solver: str) -> bool:
        """Return True if the job of a number and a solver is done."""
        done_numbers = self._done.get(solver, array("q"))
        index = bisect_left(done_numbers, number)
        return index < len(done_numbers) and done_numbers[index] == number

    def count_done(self, jobs: Jobs) -> int:
        """Return how many of the jobs are done."""
        done_numbers = (self._done.get(solver, array("q")) for solver in jobs.solvers)
        return sum(number in jobs.numbers for numbers in done_numbers for number in numbers)

    def iter_puzzles(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the puzzle's name of each row."""
        with _sqlite_errors_converted(self.path):
            yield from self._connection.execute(SELECT_PUZZLES)

    def iter_verdicts(self, jobs: Jobs) -> Iterator[Row]:
        """Yield the current rows of these jobs, with the solver, verdict, reason and seconds."""
        for row in _current_rows(_read_rows(self.path, self._connection)):
            if row.number in jobs.numbers and row.solver in jobs.solvers:
                yield {
                    "solver": row.solver,
                    "verdict": row.verdict,
                    "reason": row.reason,
                    "seconds": row.seconds,
                }

    def add_all(self, rows: Iterable[Row]) -> None:
        """Store the rows of a chunk, all or none.

        Raises:
            OSError: The rows cannot be written, for instance because the disk is full.
        """
        recorded = (*self._limits, program_version())
        values = [(*(row[name] for name in FIELDS), *recorded) for row in rows]
        deadline = time.monotonic() + WRITE_TIMEOUT_SECONDS
        while True:
            try:
                with self._connection:
                    self._connection.executemany(INSERT_ROW, values)
                return
            except sqlite3.Error as error:
                if not sqlite_errors.is_lock_conflict(error) or time.monotonic() > deadline:
                    raise _storage_error(error, self.path) from None


def connect(path: Path, create: bool = False) -> sqlite3.Connection:
    """Open a database of results.

    Args:
        path: The file, which must exist.
        create: True to create the tables if the file is empty.

    Raises:
        OSError: The file cannot be opened; TimeoutError if it does not answer.
        FileError: The file holds something else.
    """
    timeout = BUSY_TIMEOUT_SECONDS + ANSWER_TIMEOUT_SECONDS  # SQLite may wait for a lock
    return wait_for_file(partial(_connect, path, create), str(path), timeout)


def _connect(path: Path, create: bool) -> sqlite3.Connection:
    with open(path, "rb", opener=open_nonblocking) as file:
        mode, magic = os.fstat(file.fileno()).st_mode, b""
        if stat.S_ISREG(mode):
            magic = file.read(16)
    if not stat.S_ISREG(mode) or (magic and magic != b"SQLite format 3\0"):
        raise _not_results(path, "not a file of SQLite")
    uri = f"{path.absolute().as_uri()}?mode=rw"
    try:
        connection = sqlite3.connect(
            uri, uri=True, timeout=BUSY_TIMEOUT_SECONDS, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise _storage_error(error, path) from None
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        with _sqlite_errors_converted(path):
            _check_or_create_schema(path, connection, create)
    except BaseException:
        connection.close()
        raise
    return connection


def read_current_rows(path: Path) -> Iterator[StoredRow]:
    """Yield the current rows of a file, ordered by number and solver.

    Raises:
        OSError: The file cannot be opened.
        FileError: The file holds something else, or a row is damaged.
    """
    connection = connect(path)
    try:
        yield from _current_rows(_read_rows(path, connection))
    finally:
        connection.close()


def _read_rows(path: Path, connection: sqlite3.Connection) -> Iterator[StoredRow]:
    """Yield all rows, ordered by number and solver; raise FileError if one is damaged."""
    with _sqlite_errors_converted(path):
        for row in map(StoredRow._make, connection.execute(SELECT_ROWS)):
            if not row.is_valid:
                raise _not_results(path, f"a damaged row of number {short_repr(row.number)}")
            yield row


def _current_rows(rows: Iterable[StoredRow]) -> Iterator[StoredRow]:
    """Yield the current row of each number and solver; `rows` are ordered by these."""
    current = None
    for row in rows:
        if current is None or row.number != current.number or row.solver != current.solver:
            if current:
                yield current
            current = row
        elif _rank(row) > _rank(current):
            current = row
    if current:
        yield current


def _rank(row: StoredRow) -> tuple[bool, float, int]:
    return row.verdict != GAVE_UP, row.time_limit, row.memory_limit


def _check_or_create_schema(path: Path, connection: sqlite3.Connection, create: bool) -> None:
    """Raise FileError if the tables are not those of a batch; create them if there are none."""
    connection.execute("PRAGMA trusted_schema = OFF")
    [(application_id,)] = connection.execute("PRAGMA application_id")
    [(version,)] = connection.execute("PRAGMA user_version")
    tables = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master LIMIT 2")]
    if create and not tables and not application_id:
        connection.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION_ID};"
            f"PRAGMA user_version = {SCHEMA_VERSION}; {SCHEMA}; COMMIT"
        )
        return
    if application_id != APPLICATION_ID:
        raise _not_results(path, "another database")
    if version != SCHEMA_VERSION:
        message = f"results of version {version} found, expected version {SCHEMA_VERSION}"
        raise FileError(str(path), NotationError(message))
    if tables != [SCHEMA]:
        raise _not_results(path, "other tables")


def _not_results(path: Path, content: str) -> FileError:
    return FileError(str(path), NotationError(f"{content} found, expected the results of a batch"))


@contextmanager
def _sqlite_errors_converted(path: Path) -> Iterator[None]:
    """Convert errors of SQLite: FileError for a damaged file, OSError for the disk and locks."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if isinstance(error, sqlite3.Error) and not sqlite_errors.is_corruption(error):
            raise _storage_error(error, path) from None
        raise _not_results(path, f"what SQLite cannot read ({short_repr(error)})") from None


def _storage_error(error: sqlite3.Error, path: Path) -> OSError:
    """Return the OSError for an error that is not the fault of the file's content."""
    code = sqlite_errors.primary_code(error)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_disk_full(path)):
        return OSError(ENOSPC, os.strerror(ENOSPC), str(path))
    if sqlite_errors.is_lock_conflict(error):
        return OSError(EBUSY, "another program has locked the file", str(path))
    return OSError(None, str(error), str(path))


def _is_disk_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.absolute().parent).free < MIN_FREE_BYTES
    except OSError:
        return False


def _open_locked(path: Path) -> int:
    """Return a descriptor of the file with an exclusive lock.

    Raises:
        InUseError: Another batch holds the lock.
    """
    descriptor = open_nonblocking(str(path), os.O_RDWR | os.O_CREAT)
    try:
        if try_lock(descriptor):
            return descriptor
        raise InUseError(f"another batch is writing {path}")
    except BaseException:
        os.close(descriptor)
        raise
