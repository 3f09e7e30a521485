"""Saved sessions: a SQLite file that one thread of its own reads and writes.

Rows are text and numbers, never pickles: the puzzle as the JSON of `Game.spec`, moves in the
field's notation, one a line. Every method returns a future at once; it holds StoreError, with one
sentence, when the file cannot be used.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from ludoscope.games import FAMILIES
from ludoscope.search.storage.folders import data_folder
from ludoscope.tui.saves.database import (
    FAULTS,
    FILE,
    claimed,
    identity,
    is_broken,
    open_database,
    reason,
    write_again,
)
from ludoscope.tui.saves.merge import Tree
from ludoscope.tui.saves.results import LEAST, Note, notes
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.sql_tables import (
    ATTEMPT,
    NOTE,
    OUTCOMES,
    SELECT,
    UPSERT,
    check,
    columns,
    read_attempt,
    read_save,
    stored,
)
from ludoscope.tui.saves.statistics import Attempt, Outcome

T = TypeVar("T")


class StoreError(Exception):
    """The saves cannot be used; the text says why."""


class Rows(NamedTuple):
    """All that belongs to a person's results."""

    saves: list[Save]
    attempts: list[Attempt]
    notes: list[Note]


class Store:
    """`close` waits until all that was asked for is written."""

    def __init__(self, folder: Path | None = None) -> None:
        self._notices: deque[str] = deque()
        self._folder = folder or data_folder()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="saves")
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._claim: int | None = None
        self._left: dict[str, Tree] = {}  # by puzzle, as this program saw it last
        self._others: dict[str, Save] = {}  # what another one has made of it meanwhile

    def save(
        self,
        save: Save,
        attempts: Iterable[Attempt] | None = None,
        notes: Iterable[Note] = (),
    ) -> "Future[None]":
        """Store a session as it stands, with notes that it earned, all or none.

        `attempts` are what it says of its own, and what it said since it was stored last. What
        another program has played of the puzzle meanwhile stays in its tree.
        """
        said = [*save.attempts()] if attempts is None else [*attempts]
        earned = [*notes]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                whole = self._whole(connection, save)
                connection.execute(UPSERT, whole)
                connection.executemany(ATTEMPT, said)
                connection.executemany(LEAST, earned)
            self._left[save.name] = whole.tree

        return self.ask(write)

    def load(self, name: str) -> "Future[Save | None]":
        """The session of the puzzle of that name, None when there is none."""

        def read(connection: sqlite3.Connection) -> Save | None:
            save = stored(connection, name)
            if save:
                self._left[name] = save.tree
            return save

        return self.ask(read)

    def unfinished(self, limit: int) -> "Future[list[Save]]":
        """Sessions of installed games begun and not at their end, newest first."""
        query = f"{SELECT} WHERE NOT over AND ply > 0 ORDER BY updated DESC"

        def read(connection: sqlite3.Connection) -> list[Save]:
            saves = map(read_save, connection.execute(query))
            return list(islice((save for save in saves if save.family in FAMILIES), limit))

        return self.ask(read)

    def marks(self, family: str) -> "Future[dict[str, str]]":
        """By puzzle name: "won" when it ever was, or "begun"."""
        query = """SELECT s.name, max(a.won), s.ply FROM session s JOIN attempt a USING (name)
            WHERE s.family = ? GROUP BY s.name HAVING max(a.won) OR s.ply > 0"""
        return self.ask(
            lambda connection: {
                name: "won" if won else "begun"
                for name, won, _ in connection.execute(query, (family,))
            }
        )

    def outcomes(self) -> "Future[list[Outcome]]":
        """All attempts at installed games, in the order in which they were begun."""

        def read(connection: sqlite3.Connection) -> list[Outcome]:
            rows = connection.execute(OUTCOMES)
            return [
                Outcome(name, title, family, bool(won), bool(clean), seconds, length, bool(open_))
                for name, title, family, won, clean, seconds, length, open_ in rows
                if family in FAMILIES
            ]

        return self.ask(read)

    def note(self, kind: str, name: str, text: str) -> "Future[None]":
        """Keep a text: a "learner" by its board and side, the "seats" of a puzzle."""

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute(NOTE, (kind, name, text))

        return self.ask(write)

    def noted(self, kind: str, name: str) -> "Future[str]":
        """The text that was kept last, or ""."""
        query = "SELECT text FROM note WHERE kind = ? AND name = ?"

        def read(connection: sqlite3.Connection) -> str:
            row = connection.execute(query, (kind, name)).fetchone()
            return row[0] if row else ""

        return self.ask(read)

    def everything(self) -> "Future[Rows]":
        """All rows, by name and by age."""

        def read(connection: sqlite3.Connection) -> Rows:
            saves = [read_save(row) for row in connection.execute(f"{SELECT} ORDER BY name")]
            query = f"SELECT {columns(Attempt)} FROM attempt ORDER BY begun, id"
            attempts = [read_attempt(row) for row in connection.execute(query)]
            return Rows(saves, attempts, notes(connection))

        return self.ask(read)

    def merge(self, rows: Rows) -> "Future[None]":
        """Take rows in, all or none.

        Of two sessions of a puzzle the newer stays, with the moves of both in its tree.
        """

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for save in rows.saves:
                    here = stored(connection, save.name) or save
                    newer, older = (save, here) if save.updated > here.updated else (here, save)
                    connection.execute(UPSERT, newer.with_tree_of(older))
                connection.executemany(ATTEMPT, rows.attempts)
                connection.executemany(LEAST, rows.notes)

        return self.ask(write)

    def ask(self, work: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        """What a query finds or does, such as those of `tui.saves.results`."""

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
                raise StoreError(f"saves cannot be used: {reason(error, self._folder)}") from error

        return self._thread.submit(run)

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

        self.ask(claim)

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
        here = stored(connection, save.name)
        if here and here.tree != self._left.get(save.name):
            self._others[save.name] = here
        other = self._others.get(save.name)
        whole = save.with_tree_of(other) if other else save
        if whole is save:
            self._others.pop(save.name, None)
        return whole

    def _connected(self) -> sqlite3.Connection:
        path = self._folder / FILE
        if self._connection and (found := identity(path)) != self._identity:
            if not found and write_again(self._folder, self._connection):
                self._notices.append("the saves were deleted while in use; they are written again")
            self._disconnect()  # deleted, or set aside by another program
        if not self._connection:
            self._connection, notice = open_database(self._folder, check)
            self._identity = identity(path)
            if notice:
                self._notices.append(notice)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection:
            connection, self._connection = self._connection, None
            connection.close()
