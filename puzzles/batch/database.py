"""Rows of a batch in SQLite: one transaction for each chunk, no row twice.

The key of a row is its number, its solver and the limits of the search, so that a search that gave
up can be tried again with larger limits, and both are recorded. `CURRENT` tells them apart: of each
number and solver the row that counts, which is one with an answer, or that of the largest limits.

A file is ours if its application id and its tables are those of SCHEMA. A batch holds a lock on it;
others may read it meanwhile, for it is in WAL mode until the batch ends. With synchronous NORMAL
the death of the program at any instant costs nothing that was committed, and a power cut the last
chunks at most.
"""

import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from ludoscope.games import NotationError
from ludoscope.games.errors import shown
from ludoscope.puzzles.batch.rows import FIELDS, LONGEST, InUseError, Jobs, Row
from ludoscope.puzzles.batch.worker import our_version
from ludoscope.puzzles.files import FileError, opened
from ludoscope.search.budget import Limits
from ludoscope.search.outcome import GAVE_UP, VERDICTS
from ludoscope.search.storage.locks import lock

SUFFIXES = (".sqlite", ".sqlite3")
APPLICATION = 0x4C55444F  # "LUDO", in the head of the file
VERSION = 1
SCHEMA = """CREATE TABLE results (
 number INTEGER NOT NULL, puzzle TEXT NOT NULL, solver TEXT NOT NULL, verdict TEXT NOT NULL,
 reason TEXT NOT NULL, explored INTEGER NOT NULL, length INTEGER, measure TEXT NOT NULL,
 optimal INTEGER NOT NULL, seconds REAL NOT NULL, time_limit REAL NOT NULL,
 memory_limit INTEGER NOT NULL, version TEXT NOT NULL,
 PRIMARY KEY (number, solver, time_limit, memory_limit)) WITHOUT ROWID"""
COLUMNS = (*FIELDS, "time_limit", "memory_limit", "version")
INSERT = f"INSERT OR REPLACE INTO results ({', '.join(COLUMNS)}) VALUES ({'?, ' * 12}?)"
CURRENT = f"""SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY number, solver
 ORDER BY verdict = '{GAVE_UP}', time_limit DESC, memory_limit DESC) AS place FROM results
 WHERE number BETWEEN ? AND ?) WHERE place = 1"""
DONE = f"""SELECT number FROM results WHERE number BETWEEN ? AND ? AND (verdict != '{GAVE_UP}'
 OR (NOT ? AND time_limit >= ? AND memory_limit >= ?))"""
ANYTHING = (-(1 << 63), (1 << 63) - 1)  # the numbers of a whole file
BUSY_SECONDS = 10.0  # what others may keep a chunk waiting


FAULTY = f"""SELECT number FROM results WHERE typeof(number) != 'integer'
 OR typeof(puzzle) != 'text'
 OR typeof(solver) != 'text' OR verdict NOT IN {tuple(VERDICTS.values())}
 OR typeof(explored) != 'integer' OR typeof(length) NOT IN ('integer', 'null')
 OR typeof(measure) != 'text' OR typeof(seconds) != 'real' OR NOT seconds BETWEEN 0 AND {LONGEST}
 OR typeof(time_limit) != 'real' OR typeof(memory_limit) != 'integer' OR typeof(version) != 'text'
 OR typeof(reason) != 'text' OR optimal NOT IN (0, 1) LIMIT 1"""


class CurrentRow(NamedTuple):
    """What a report tells of a row."""

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


class Database:
    """The rows of these numbers in a file, and a place for more; `with Database(…) as rows`.

    `again`: searches that gave up within the same limits count as not done.
    OSError when the file cannot be opened or written, InUseError, FileError when it holds
    something else.
    """

    def __init__(
        self, path: Path, numbers: range, solvers: Sequence[str], limits: Limits, again: bool
    ) -> None:
        self.path = path
        self._numbers, self._limits = numbers, (limits.seconds, limits.memory)
        self._again = again
        self._lock = _locked(path)
        try:
            self._connection = connect(path, new=True)
            try:
                with _reading(path):
                    self._connection.execute("PRAGMA journal_mode = WAL")
                    self._connection.execute("PRAGMA synchronous = NORMAL")
                    self._done = {name: self._flags(name) for name in solvers or ("",)}
            except BaseException:
                self._connection.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):  # somebody may be reading it
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        os.close(self._lock)  # only now: it would end the locks of SQLite in this process

    def _flags(self, solver: str) -> bytearray:
        """For each number whether it is done."""
        flags = bytearray(len(self._numbers))
        bounds = (self._numbers[0], self._numbers[-1], self._again, *self._limits)
        for (number,) in self._connection.execute(
            DONE + " AND ? IN (solver, '')", (*bounds, solver)
        ):
            if number not in self._numbers:  # in a damaged file
                raise _other(self.path, f"a damaged row of number {shown(number)}")
            flags[number - bounds[0]] = 1
        return flags

    @property
    def several(self) -> bool:
        """Whether a number has rows of several solvers."""
        twice = "SELECT 1 FROM results GROUP BY number HAVING count(DISTINCT solver) > 1 LIMIT 1"
        with _reading(self.path):
            return bool(self._connection.execute(twice).fetchall())

    @property
    def solvers(self) -> set[str]:
        """Whose rows there are."""
        with _reading(self.path):
            names = self._connection.execute("SELECT DISTINCT solver FROM results")
            return {name for (name,) in names}

    @property
    def example(self) -> tuple[int, str] | None:
        """A number and the name of its puzzle; None where there is no row."""
        with _reading(self.path):
            one = self._connection.execute("SELECT number, puzzle FROM results LIMIT 1").fetchone()
        return one and (int(one[0]), str(one[1]))

    def has(self, number: int, solver: str) -> bool:
        """Whether the row of that number by that solver is there, "" for any."""
        return bool(self._done[solver][number - self._numbers[0]])

    def found(self, jobs: Jobs) -> Iterator[Row]:
        """Of the rows that count, of these numbers and solvers, what a summary needs."""
        bounds, names = (jobs.numbers[0], jobs.numbers[-1]), jobs.solvers
        with _reading(self.path):
            for solver, verdict, seconds in self._connection.execute(
                f"SELECT solver, verdict, seconds FROM ({CURRENT})", bounds
            ):
                if solver in names or "" in names:
                    yield {"solver": solver, "verdict": verdict, "seconds": seconds}

    def add_all(self, rows: Iterable[Row]) -> None:
        """Keep the rows of a chunk, all or none; OSError when there is no room."""
        more = (*self._limits, our_version())
        values = [(*(row[name] for name in FIELDS), *more) for row in rows]
        try:
            with self._connection:
                self._connection.executemany(INSERT, values)
        except sqlite3.Error as error:
            raise OSError(None, str(error), str(self.path)) from None


def connect(path: Path, new: bool = False) -> sqlite3.Connection:
    """Open a file of results, made where it is missing or empty if it may be `new`.

    OSError when that cannot be done, FileError when it holds something else.
    """
    with open(path, "rb", opener=opened) as file:
        mode, head = os.fstat(file.fileno()).st_mode, b""
        if stat.S_ISREG(mode):
            head = file.read(16)
    if not stat.S_ISREG(mode) or (head and head != b"SQLite format 3\0"):
        raise _other(path, "not a file of SQLite")
    uri = f"{path.absolute().as_uri()}?mode=rw"
    try:
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)
    except sqlite3.Error as error:
        raise OSError(None, str(error), str(path)) from None
    try:
        with _reading(path):
            _take_up(path, connection, new)
    except BaseException:
        connection.close()
        raise
    return connection


def current_rows(path: Path) -> Iterator[CurrentRow]:
    """The rows that count, by number; OSError, FileError as `connect`, or if a row is damaged."""
    connection = connect(path)
    try:
        with _reading(path):
            for (number,) in connection.execute(FAULTY):
                raise _other(path, f"a damaged row of number {shown(number)}")
            query = f"SELECT {', '.join(CurrentRow._fields)} FROM ({CURRENT}) ORDER BY number"
            yield from map(CurrentRow._make, connection.execute(query, ANYTHING))
    finally:
        connection.close()


def _take_up(path: Path, connection: sqlite3.Connection, new: bool) -> None:
    """See that the file is ours, or make it so."""
    connection.execute("PRAGMA trusted_schema = OFF")
    [(application,)] = connection.execute("PRAGMA application_id")
    [(version,)] = connection.execute("PRAGMA user_version")
    tables = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master")]
    if new and not tables and not application:
        try:
            connection.executescript(
                f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
                f"{SCHEMA}; COMMIT"
            )
        except sqlite3.Error as error:
            raise OSError(None, str(error), str(path)) from None
        return
    if application != APPLICATION:
        raise _other(path, "another database")
    if version != VERSION:
        said = f"results of version {version} found, expected version {VERSION}"
        raise FileError(str(path), NotationError(said))
    if tables != [SCHEMA]:
        raise _other(path, "other tables")


def _other(path: Path, found: str) -> FileError:
    return FileError(str(path), NotationError(f"{found} found, expected the results of a batch"))


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Makes what SQLite says of a file that it cannot read a FileError."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _other(path, f"what SQLite cannot read ({shown(error)})") from None


def _locked(path: Path) -> int:
    """A descriptor that holds the lock of those who write; InUseError when another does."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o666)
    try:
        if lock(descriptor):
            return descriptor
        raise InUseError(f"another batch is writing {path}")
    except BaseException:
        os.close(descriptor)
        raise
