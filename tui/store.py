"""Saved sessions: a SQLite file that one thread of its own reads and writes.

Rows are text and numbers, never pickles: the puzzle as the JSON of `Game.spec`, moves in the
field's notation, one a line. Every method returns a future at once; it holds StoreError, with one
sentence, when the file cannot be used.

    ply    how many of the moves are played (the others are undone)
    won    whether the puzzle was ever won
    over   whether the session stands at its end
"""

import json
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from games import from_spec
from puzzles.puzzle import Puzzle
from tui.session import Session

SCHEMA = 1
TABLE = """
CREATE TABLE session (
    name TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, spec TEXT NOT NULL,
    moves TEXT NOT NULL, ply INTEGER NOT NULL, person INTEGER NOT NULL, elapsed REAL NOT NULL,
    updated REAL NOT NULL, over INTEGER NOT NULL, won INTEGER NOT NULL
)"""
T = TypeVar("T")


class StoreError(Exception):
    """The saves cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Save:
    """A row: `updated` in seconds since 1970, `elapsed` in seconds."""

    name: str
    title: str
    family: str
    spec: str
    moves: str
    ply: int
    person: int
    elapsed: float
    updated: float
    over: bool
    won: bool

    @classmethod
    def of(cls, session: Session, elapsed: float, updated: float) -> "Save":
        puzzle = session.puzzle
        return cls(
            name=puzzle.name,
            title=puzzle.title,
            family=puzzle.game.family,
            spec=json.dumps(puzzle.game.spec(), sort_keys=True),
            moves="\n".join(session.texts),
            ply=session.ply,
            person=session.person,
            elapsed=elapsed,
            updated=updated,
            over=session.over,
            won=session.won,
        )

    def puzzle(self) -> Puzzle:
        """The puzzle as it was; ValueError when this version cannot read it."""
        return Puzzle(self.name, from_spec(json.loads(self.spec)), self.title, "saved")

    def resume(self, session: Session) -> None:
        """Take up this save in a new session; ValueError when it belongs to another start."""
        if json.loads(self.spec) != session.game.spec():
            raise ValueError(f"{self.title} has changed since it was saved")
        session.resume(self.moves.splitlines(), self.ply, self.elapsed)
        session.person = self.person


COLUMNS = tuple(field.name for field in fields(Save))
UPSERT = (
    f"INSERT INTO session ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) "
    "ON CONFLICT (name) DO UPDATE SET "
    + ", ".join(f"{c} = excluded.{c}" for c in COLUMNS if c not in ("name", "won"))
    + ", won = max(won, excluded.won)"
)
SELECT = f"SELECT {', '.join(COLUMNS)} FROM session"


def home() -> Path:
    """The folder of the saves: LUDOSCOPE_HOME, or the usual place for a user's data."""
    if folder := os.environ.get("LUDOSCOPE_HOME"):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("ludoscope", appauthor=False)


class Store:
    """`close` waits until all that was asked for is written."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="saves")
        self._connection: sqlite3.Connection | None = None

    def save(self, save: Save) -> "Future[None]":
        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute(UPSERT, astuple(save))

        return self._ask(write)

    def load(self, name: str) -> "Future[Save | None]":
        """The session of the puzzle of that name, None when there is none."""
        return self._ask(lambda connection: _one(connection, name))

    def unfinished(self, limit: int) -> "Future[list[Save]]":
        """Sessions begun and not at their end, newest first."""
        where = f"{SELECT} WHERE NOT over AND ply > 0 ORDER BY updated DESC LIMIT ?"
        return self._ask(
            lambda connection: [_save(row) for row in connection.execute(where, (limit,))]
        )

    def marks(self, family: str) -> "Future[dict[str, str]]":
        """By puzzle name: "won", or "begun"."""
        query = "SELECT name, won, ply FROM session WHERE family = ? AND (won OR ply > 0)"
        return self._ask(
            lambda connection: {
                name: "won" if won else "begun"
                for name, won, _ in connection.execute(query, (family,))
            }
        )

    def won_counts(self) -> "Future[dict[str, int]]":
        """By family: how many puzzles were ever won."""
        query = "SELECT family, count(*) FROM session WHERE won GROUP BY family"
        return self._ask(lambda connection: dict(connection.execute(query).fetchall()))

    def close(self) -> None:
        def close() -> None:
            if self._connection is not None:
                self._connection.close()

        self._thread.submit(close)
        self._thread.shutdown(wait=True)

    def _ask(self, work: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        def run() -> T:
            try:
                if self._connection is None:
                    self._connection = _open(self._folder or home())
                return work(self._connection)
            except (OSError, sqlite3.Error) as error:
                raise StoreError(f"saves cannot be used: {error}") from error

        return self._thread.submit(run)


def _open(folder: Path) -> sqlite3.Connection:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "sessions.sqlite"
    connection = sqlite3.connect(path, timeout=5)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _upgrade(connection)
    except (sqlite3.Error, StoreError):
        connection.close()
        raise
    return connection


def _upgrade(connection: sqlite3.Connection) -> None:
    """Make a new file's table; StoreError when a newer version wrote the file."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")  # two programs may open a new file at once
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA:
            raise StoreError("the saves were written by a newer version of Ludoscope")
        if version == 0:
            connection.execute(TABLE)
            connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _one(connection: sqlite3.Connection, name: str) -> Save | None:
    row = connection.execute(f"{SELECT} WHERE name = ?", (name,)).fetchone()
    return _save(row) if row else None


def _save(row: tuple[Any, ...]) -> Save:
    values = dict(zip(COLUMNS, row, strict=True))
    return Save(**{**values, "over": bool(values["over"]), "won": bool(values["won"])})
