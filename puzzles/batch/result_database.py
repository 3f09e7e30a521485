"""Results of a batch in an SQLite database; start with `ResultDatabase`.

The rows of a chunk are stored in one transaction. The primary key is the number, the solver and the
limits of the search, so a search that gave up can be tried again with larger limits and both rows
are kept. CURRENT_ROWS selects the current row of each number and solver: a decided one if there is
one, otherwise that of the largest limits.

A file is accepted if its application id, its schema version and its tables match. The batch holds a
lock on the file; other programs can read it meanwhile, because it is in WAL mode until the batch
ends. With PRAGMA synchronous = NORMAL a crash of the program loses no committed row, and a power
failure at most the last chunks.
"""

import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludoscope.games import NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.batch.rows import FIELDS, MAX_SECONDS, InUseError, Jobs, Row
from ludoscope.puzzles.batch.worker import program_version
from ludoscope.puzzles.files import (
    ANSWER_TIMEOUT_SECONDS,
    FileError,
    open_nonblocking,
    wait_for_file,
)
from ludoscope.search.budget import Limits
from ludoscope.search.result_text import GAVE_UP, VERDICT_TEXTS
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
CURRENT_ROWS = f"""SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY number, solver
 ORDER BY verdict = '{GAVE_UP}', time_limit DESC, memory_limit DESC) AS rank FROM results
 WHERE number BETWEEN ? AND ?) WHERE rank = 1"""
"""Parameters: first and last number."""
DONE_NUMBERS = f"""SELECT number FROM results WHERE number BETWEEN ? AND ?
 AND (verdict != '{GAVE_UP}' OR (NOT ? AND time_limit >= ? AND memory_limit >= ?))"""
"""Parameters: first and last number, retry_gave_up, time limit, memory limit."""
ALL_NUMBERS = (-(1 << 63), (1 << 63) - 1)  # lowest and highest, for CURRENT_ROWS
BUSY_TIMEOUT_SECONDS = 10.0  # to wait while another program has locked the file
DAMAGED_ROWS = f"""SELECT number FROM results WHERE typeof(number) != 'integer'
 OR typeof(puzzle) != 'text'
 OR typeof(solver) != 'text' OR verdict NOT IN {tuple(VERDICT_TEXTS.values())}
 OR typeof(explored) != 'integer' OR typeof(length) NOT IN ('integer', 'null')
 OR typeof(measure) != 'text' OR typeof(seconds) != 'real'
 OR NOT seconds BETWEEN 0 AND {MAX_SECONDS}
 OR typeof(time_limit) != 'real' OR typeof(memory_limit) != 'integer' OR typeof(version) != 'text'
 OR typeof(reason) != 'text' OR optimal NOT IN (0, 1) LIMIT 1"""


class CurrentRow(NamedTuple):
    """The current row of a number and solver, as `report` needs it.

    `measure` is the unit of `length`; `memory_limit` is in bytes.
    """

    number: int
    puzzle: str
    solver: str
    verdict: str
    explored: int
    length: int | None
    measure: str
    seconds: float
    time_limit: float
    memory_limit: int
    version: str


class ResultDatabase:
    """The results of a batch in an SQLite file, locked for other batches until the block ends.

    Use it as a context manager.
    """

    def __init__(
        self,
        path: Path,
        numbers: range,
        solvers: Sequence[str],
        limits: Limits,
        retry_gave_up: bool,
    ) -> None:
        """Open or create the file and read which jobs are done.

        Args:
            path: The database file.
            numbers: The numbers of the batch.
            solvers: The names of its solvers; empty for the default solver.
            limits: The limits of each search, recorded with its row.
            retry_gave_up: True to repeat searches that gave up with the same limits.

        Raises:
            OSError: The file cannot be opened or written.
            InUseError: Another batch is writing the file.
            FileError: The file is not a database of results.
        """
        self.path = path
        self._numbers = numbers
        self._limits = (limits.seconds, limits.memory)
        self._retry_gave_up = retry_gave_up
        self._lock = _open_locked(path)
        try:
            self._connection = connect(path, create=True)
            try:
                with _sqlite_errors_as_file_errors(path):
                    self._connection.execute("PRAGMA journal_mode = WAL")
                    self._connection.execute("PRAGMA synchronous = NORMAL")
                    self._done = {name: self._read_done(name) for name in solvers or ("",)}
            except BaseException:
                self._connection.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> "ResultDatabase":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):  # another program may be reading the file
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        # Closing any descriptor of a file drops all POSIX locks of the process on it, SQLite's too.
        os.close(self._lock)

    def _read_done(self, solver: str) -> bytearray:
        """Return a flag for each number of the batch: 1 if its job is done."""
        done = bytearray(len(self._numbers))
        first = self._numbers[0]
        bounds = (first, self._numbers[-1], self._retry_gave_up, *self._limits)
        for (number,) in self._connection.execute(
            DONE_NUMBERS + " AND ? IN (solver, '')", (*bounds, solver)
        ):
            if number not in self._numbers:  # not an integer: the file is damaged
                raise _not_results(self.path, f"a damaged row of number {short_repr(number)}")
            done[number - first] = 1
        return done

    @property
    def has_numbers_with_several_solvers(self) -> bool:
        """True if a number has rows of several solvers."""
        query = "SELECT 1 FROM results GROUP BY number HAVING count(DISTINCT solver) > 1 LIMIT 1"
        with _sqlite_errors_as_file_errors(self.path):
            return bool(self._connection.execute(query).fetchall())

    @property
    def solvers(self) -> set[str]:
        """The names of the solvers that have rows."""
        with _sqlite_errors_as_file_errors(self.path):
            names = self._connection.execute("SELECT DISTINCT solver FROM results")
            return {name for (name,) in names}

    @property
    def any_puzzle(self) -> tuple[int, str] | None:
        """The number and the puzzle's name of any row; None if there is no row."""
        query = "SELECT number, puzzle FROM results LIMIT 1"
        with _sqlite_errors_as_file_errors(self.path):
            row = self._connection.execute(query).fetchone()
        return row and (int(row[0]), str(row[1]))

    def has_row(self, number: int, solver: str) -> bool:
        """Return True if the job of a number and a solver is done; the solver "" stands for any."""
        return bool(self._done[solver][number - self._numbers[0]])

    def iter_verdicts(self, jobs: Jobs) -> Iterator[Row]:
        """Yield the current rows of these jobs, with only "solver", "verdict" and "seconds"."""
        bounds, names = (jobs.numbers[0], jobs.numbers[-1]), jobs.solvers
        with _sqlite_errors_as_file_errors(self.path):
            for solver, verdict, seconds in self._connection.execute(
                f"SELECT solver, verdict, seconds FROM ({CURRENT_ROWS})", bounds
            ):
                if solver in names or "" in names:
                    yield {"solver": solver, "verdict": verdict, "seconds": seconds}

    def add_all(self, rows: Iterable[Row]) -> None:
        """Store the rows of a chunk, all or none.

        Raises:
            OSError: The rows cannot be written, for instance because the disk is full.
        """
        recorded = (*self._limits, program_version())
        values = [(*(row[name] for name in FIELDS), *recorded) for row in rows]
        try:
            with self._connection:
                self._connection.executemany(INSERT_ROW, values)
        except sqlite3.Error as error:
            raise OSError(None, str(error), str(self.path)) from None


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
        raise OSError(None, str(error), str(path)) from None
    try:
        with _sqlite_errors_as_file_errors(path):
            _check_or_create_schema(path, connection, create)
    except BaseException:
        connection.close()
        raise
    return connection


def read_current_rows(path: Path) -> Iterator[CurrentRow]:
    """Yield the current rows of a file, ordered by number.

    Raises:
        OSError: The file cannot be opened.
        FileError: The file holds something else, or a row is damaged.
    """
    connection = connect(path)
    try:
        with _sqlite_errors_as_file_errors(path):
            for (number,) in connection.execute(DAMAGED_ROWS):
                raise _not_results(path, f"a damaged row of number {short_repr(number)}")
            query = f"SELECT {', '.join(CurrentRow._fields)} FROM ({CURRENT_ROWS}) ORDER BY number"
            yield from map(CurrentRow._make, connection.execute(query, ALL_NUMBERS))
    finally:
        connection.close()


def _check_or_create_schema(path: Path, connection: sqlite3.Connection, create: bool) -> None:
    """Raise FileError if the tables are not those of a batch; create them if there are none."""
    connection.execute("PRAGMA trusted_schema = OFF")
    [(application_id,)] = connection.execute("PRAGMA application_id")
    [(version,)] = connection.execute("PRAGMA user_version")
    tables = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master")]
    if create and not tables and not application_id:
        try:
            connection.executescript(
                f"BEGIN; PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {SCHEMA_VERSION}; {SCHEMA}; COMMIT"
            )
        except sqlite3.Error as error:
            raise OSError(None, str(error), str(path)) from None
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
def _sqlite_errors_as_file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _not_results(path, f"what SQLite cannot read ({short_repr(error)})") from None


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
