"""Saved sessions: a SQLite file that one thread of its own reads and writes.

Rows are text and numbers, never pickles: the puzzle as the JSON of `Game.spec`, moves in the
field's notation, one a line. Every method returns a future at once; it holds StoreError, with one
sentence, when the file cannot be used.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from games import FAMILIES
from search.places import home
from tui.database import (
    FAULTS,
    FILE,
    Unreadable,
    claimed,
    identity,
    is_broken,
    open_database,
    reason,
)
from tui.grafting import Tree
from tui.results import LEAST, Note, notes
from tui.save import Save
from tui.statistics import Attempt, Outcome

T = TypeVar("T")


class StoreError(Exception):
    """The saves cannot be used; the text says why."""


class Rows(NamedTuple):
    """All that belongs to a person's results."""

    saves: list[Save]
    attempts: list[Attempt]
    notes: list[Note]


def _columns(row: type[Save] | type[Attempt]) -> str:
    return ", ".join(field.name for field in fields(row))


def _marks(row: type[Save] | type[Attempt]) -> str:
    return ", ".join("?" for _ in fields(row))


UPSERT = (
    f"INSERT INTO session ({_columns(Save)}) VALUES ({_marks(Save)}) ON CONFLICT (name) DO "
    "UPDATE SET " + ", ".join(f"{f.name} = excluded.{f.name}" for f in fields(Save)[1:])
)
# of two rows of one attempt the better in each respect, so that their order is all one
ATTEMPT = f"""
INSERT INTO attempt ({_columns(Attempt)}) VALUES ({_marks(Attempt)}) ON CONFLICT (id) DO UPDATE SET
    begun = min(begun, excluded.begun), won = max(won, excluded.won),
    clean = max(clean, excluded.clean),
    seconds = min(coalesce(seconds, excluded.seconds), coalesce(excluded.seconds, seconds)),
    length = min(coalesce(length, excluded.length), coalesce(excluded.length, length))"""
SELECT = f"SELECT {_columns(Save)} FROM session"
NOTE = """INSERT INTO note (kind, name, text) VALUES (?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text"""
OUTCOMES = """
SELECT s.name, s.title, s.family, a.won, a.clean, a.seconds, a.length,
    s.attempt = a.id AND NOT s.over FROM attempt a JOIN session s USING (name) ORDER BY a.begun"""
KINDS = {str: ("text",), int: ("integer",), bool: ("integer",), float: ("real",)}
KINDS |= {float | None: ("real", "null"), int | None: ("integer", "null")}
MOST = 1e11  # of any number; more than the seconds from 1970 to now


class Store:
    """`close` waits until all that was asked for is written."""

    def __init__(self, folder: Path | None = None) -> None:
        self._notices: deque[str] = deque()
        self._folder = folder or home()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="saves")
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._claim: int | None = None
        self._left: dict[str, Tree] = {}  # by puzzle, as this program saw it last
        self._others: dict[str, Save] = {}  # what another one has made of it meanwhile

    def save(self, save: Save) -> "Future[None]":
        """Store a session as it stands, and what it says of its attempt once it has a move.

        What another program has played of the puzzle meanwhile stays in its tree.
        """

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                whole = self._whole(connection, save)
                connection.execute(UPSERT, astuple(whole))
                if save.moves:
                    connection.execute(ATTEMPT, astuple(save.attempted()))
            self._left[save.name] = whole.tree

        return self._ask(write)

    def load(self, name: str) -> "Future[Save | None]":
        """The session of the puzzle of that name, None when there is none."""

        def read(connection: sqlite3.Connection) -> Save | None:
            save = _stored(connection, name)
            if save:
                self._left[name] = save.tree
            return save

        return self._ask(read)

    def unfinished(self, limit: int) -> "Future[list[Save]]":
        """Sessions begun and not at their end, newest first."""
        where = f"{SELECT} WHERE NOT over AND ply > 0 ORDER BY updated DESC LIMIT ?"
        return self._ask(
            lambda connection: [_save(row) for row in connection.execute(where, (limit,))]
        )

    def marks(self, family: str) -> "Future[dict[str, str]]":
        """By puzzle name: "won" when it ever was, or "begun"."""
        query = """SELECT s.name, max(a.won), s.ply FROM session s JOIN attempt a USING (name)
            WHERE s.family = ? GROUP BY s.name HAVING max(a.won) OR s.ply > 0"""
        return self._ask(
            lambda connection: {
                name: "won" if won else "begun"
                for name, won, _ in connection.execute(query, (family,))
            }
        )

    def outcomes(self) -> "Future[list[Outcome]]":
        """All attempts, in the order in which they were begun."""

        def read(connection: sqlite3.Connection) -> list[Outcome]:
            return [
                Outcome(*row[:3], bool(row[3]), bool(row[4]), *row[5:7], bool(row[7]))
                for row in connection.execute(OUTCOMES)
            ]

        return self._ask(read)

    def note(self, kind: str, name: str, text: str) -> "Future[None]":
        """Keep a text: a "learner" by its board and side, the "seats" of a puzzle."""

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute(NOTE, (kind, name, text))

        return self._ask(write)

    def noted(self, kind: str, name: str) -> "Future[str]":
        """The text that was kept last, or ""."""
        query = "SELECT text FROM note WHERE kind = ? AND name = ?"

        def read(connection: sqlite3.Connection) -> str:
            row = connection.execute(query, (kind, name)).fetchone()
            return row[0] if row else ""

        return self._ask(read)

    def everything(self) -> "Future[Rows]":
        """All rows, by name and by age."""

        def read(connection: sqlite3.Connection) -> Rows:
            saves = [_save(row) for row in connection.execute(f"{SELECT} ORDER BY name")]
            query = f"SELECT {_columns(Attempt)} FROM attempt ORDER BY begun, id"
            attempts = [_attempt(row) for row in connection.execute(query)]
            return Rows(saves, attempts, notes(connection))

        return self._ask(read)

    def merge(self, rows: Rows) -> "Future[None]":
        """Take rows in, all or none.

        Of two sessions of a puzzle the newer stays, with the moves of both in its tree.
        """

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for save in rows.saves:
                    here = _stored(connection, save.name) or save
                    newer, older = (save, here) if save.updated > here.updated else (here, save)
                    connection.execute(UPSERT, astuple(newer.with_tree_of(older)))
                connection.executemany(ATTEMPT, map(astuple, rows.attempts))
                connection.executemany(LEAST, rows.notes)

        return self._ask(write)

    def ask(self, query: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        """What a query finds or does, such as those of `tui.results`."""
        return self._ask(query)

    def claim(self) -> None:
        """Leave a notice when another program plays with these saves."""

        def claim(connection: sqlite3.Connection) -> None:
            if self._claim is None:
                self._claim, alone = claimed(self._folder)
                if not alone:
                    self._notices.append(
                        "another Ludoscope uses these saves; of a puzzle played in both, "
                        "its tree keeps every move"
                    )

        self._ask(claim)

    def notice(self) -> str:
        """What the person should know of the saves and was not told yet, or ""."""
        return self._notices.popleft() if self._notices else ""

    def close(self) -> None:
        def close() -> None:
            self._disconnect()
            if self._claim is not None:
                os.close(self._claim)

        self._thread.submit(close)
        self._thread.shutdown(wait=True)

    # In the thread

    def _whole(self, connection: sqlite3.Connection, save: Save) -> Save:
        """With the tree that another program has left, here and whenever it is stored again."""
        here = _stored(connection, save.name)
        if here and here.tree != self._left.get(save.name):
            self._others[save.name] = here
        other = self._others.get(save.name)
        whole = save.with_tree_of(other) if other else save
        if whole is save:
            self._others.pop(save.name, None)
        return whole

    def _ask(self, work: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        def run() -> T:
            try:
                try:
                    return work(self._connected())
                except FAULTS as error:
                    if not is_broken(error):
                        raise
                self._disconnect()  # opened again it is checked, and set aside when need be
                return work(self._connected())
            except (OSError, *FAULTS) as error:
                raise StoreError(f"saves cannot be used: {reason(error)}") from error

        return self._thread.submit(run)

    def _connected(self) -> sqlite3.Connection:
        path = self._folder / FILE
        if self._connection and identity(path) != self._identity:
            self._disconnect()  # taken away, or set aside by another program
        if not self._connection:
            self._connection, notice = open_database(self._folder, _check)
            self._identity = identity(path)
            if notice:
                self._notices.append(notice)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection:
            connection, self._connection = self._connection, None
            connection.close()


def _check(connection: sqlite3.Connection) -> None:
    """Raise when a statement does not fit the tables, or a value is none that was stored."""
    for statement, row in ((UPSERT, Save), (ATTEMPT, Attempt)):
        connection.execute(f"EXPLAIN {statement}", [None for _ in fields(row)])
    connection.execute(f"EXPLAIN {NOTE}", ("", "", ""))
    connection.execute(f"EXPLAIN {OUTCOMES}")
    for table, row in (("session", Save), ("attempt", Attempt)):
        wrong = " OR ".join(_wrong(field.name, KINDS[field.type]) for field in fields(row))
        if connection.execute(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1").fetchone():
            raise Unreadable("the file is damaged")
    texts = " OR ".join(f"typeof({column}) != 'text'" for column in ("kind", "name", "text"))
    if connection.execute(f"SELECT 1 FROM note WHERE {texts} LIMIT 1").fetchone():
        raise Unreadable("the file is damaged")


def _wrong(column: str, kinds: Sequence[str]) -> str:
    """The condition in which a value is none that was stored."""
    if column == "family":
        return f"family NOT IN ({_listed(FAMILIES)})"
    wrong = f"typeof({column}) NOT IN ({_listed(kinds)})"
    return wrong if "text" in kinds else f"{wrong} OR {column} NOT BETWEEN 0 AND {MOST}"


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(f"'{text}'" for text in texts)


def _stored(connection: sqlite3.Connection, name: str) -> Save | None:
    row = connection.execute(f"{SELECT} WHERE name = ?", (name,)).fetchone()
    return _save(row) if row else None


def _save(row: Sequence[Any]) -> Save:
    values = dict(zip((field.name for field in fields(Save)), row, strict=True))
    return Save(**{**values, **{name: bool(values[name]) for name in ("over", "won", "undid")}})


def _attempt(row: Sequence[Any]) -> Attempt:
    *first, won, clean, seconds, length = row
    return Attempt(*first, bool(won), bool(clean), seconds, length)
