"""The store of saved sessions, attempts and notes: a SQLite file used by a thread of its own.

Rows are text and numbers, never pickles: the puzzle as the JSON of `Game.spec`, moves in the usual
notation of the game, one a line. Every method returns a future at once; the future raises
StoreError, with a message for the user, if the file cannot be used.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from ludoscope.games import FAMILIES
from ludoscope.games.game import spec_text
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.names import current_title
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.search.storage.folders import data_folder
from ludoscope.tui.saves.database import (
    DATABASE_ERRORS,
    DATABASE_NAME,
    FileIdentity,
    NewerDatabaseError,
    check_version,
    claim_folder,
    describe_error,
    file_identity,
    is_corruption,
    open_database,
    open_in_memory,
    restore_deleted_file,
    write_transaction,
)
from ludoscope.tui.saves.merge import MoveTree
from ludoscope.tui.saves.puzzle_names import needs_name, place_imported, take_name
from ludoscope.tui.saves.results import UPSERT_MINIMUM_NOTE, Note, store_win_times
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.sql_tables import (
    SELECT_OUTCOMES,
    SELECT_SESSION,
    UPSERT_ATTEMPT,
    UPSERT_NOTE,
    UPSERT_SESSION,
    check_tables,
    load_session,
    save_from_row,
)
from ludoscope.tui.saves.statistics import Attempt, AttemptResult
from ludoscope.tui.saves.training import INSERT_ANSWER, UPSERT_MISTAKE, Answer, Mistake

T = TypeVar("T")
MAX_CACHED_TITLES = 10_000  # of puzzles played


class StoreError(Exception):
    """Raised when the saves cannot be used; the message says why."""


class NewerSavesError(StoreError):
    """Raised when a newer version of the program wrote the saves, which are left as they are."""


class StoreContent(NamedTuple):
    """All sessions, attempts, notes, answers to training positions and mistakes of a player."""

    saves: list[SavedSession]
    attempts: list[Attempt]
    notes: list[Note]
    answers: Sequence[Answer] = ()
    mistakes: Sequence[Mistake] = ()


class OpenedSave(NamedTuple):
    """The session of a puzzle to be continued, None if there is none.

    Attributes:
        save: The session.
        has_set_aside: True if another puzzle had the same name, see `tui.saves.puzzle_names`.
    """

    save: SavedSession | None
    has_set_aside: bool = False


@lru_cache(MAX_CACHED_TITLES)
def _game_title(family: str, spec: str) -> str:
    """Return the game of a family that a stored puzzle is of, "" if it cannot be read."""
    try:
        return collection(family).game_title(parse_object(spec))
    except (LookupError, ValueError):
        return ""


class Store:
    """The saves in a folder, read and written by one thread.

    If a newer version of the program wrote them, every method raises NewerSavesError until
    `keep_in_memory` is called.

    Attributes:
        newer_version_message: The message of that error, "" as long as it was not raised.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.newer_version_message = ""
        self._notices: deque[str] = deque()
        self._folder = folder or data_folder()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="saves")
        self._connection: sqlite3.Connection | None = None
        self._identity: FileIdentity | None = None
        self._claim_handle: int | None = None
        self._in_memory = False
        self._is_closed = False
        self._known_trees: dict[str, MoveTree] = {}  # as this program opened or wrote them
        self._foreign_saves: dict[
            str, SavedSession
        ] = {}  # sessions that another program has stored since

    def save(
        self,
        save: SavedSession,
        attempts: Iterable[Attempt] | None = None,
        notes: Iterable[Note] = (),
    ) -> "Future[None]":
        """Store a session, its attempts and notes in one transaction.

        Moves that another program has stored for the puzzle meanwhile stay in its tree. Another
        puzzle of the same name is set aside.

        Args:
            save: The session in its current state.
            attempts: All attempts since it was last stored; by default its current one.
            notes: Notes that it has earned.
        """
        attempt_rows = [*save.attempts()] if attempts is None else [*attempts]
        note_rows = [*notes]

        def write(connection: sqlite3.Connection) -> None:
            with write_transaction(connection):
                take_name(connection, save.name, save.title, save.spec)
                merged = self._merge_foreign_moves(connection, save)
                connection.execute(UPSERT_SESSION, merged)
                store_win_times(connection, attempt_rows)
                connection.executemany(UPSERT_ATTEMPT, attempt_rows)
                connection.executemany(UPSERT_MINIMUM_NOTE, note_rows)
            self._known_trees[save.name] = merged.tree

        return self.run(write)

    def load(self, name: str) -> "Future[SavedSession | None]":
        """Return the session of the puzzle of that name, None if there is none; to read it only."""
        return self.run(partial(load_session, name=name))

    def open_session(self, puzzle: Puzzle) -> "Future[OpenedSave]":
        """Return the session of a puzzle to be continued; set another one of its name aside.

        The moves of its tree count as known to this program, see `_merge_foreign_moves`.
        """
        name, title, spec = puzzle.name, puzzle.title, spec_text(puzzle.game)

        def open_session(connection: sqlite3.Connection) -> OpenedSave:
            has_set_aside = False
            if needs_name(connection, name, spec):
                with write_transaction(connection):
                    has_set_aside = take_name(connection, name, title, spec)
            save = load_session(connection, name)
            self._foreign_saves.pop(name, None)  # its moves are in the tree that is opened
            if save:
                self._known_trees[name] = save.tree
            return OpenedSave(save, has_set_aside)

        return self.run(open_session)

    def unfinished_sessions(self, limit: int) -> "Future[list[SavedSession]]":
        """Return sessions of installed games that are begun and not over, newest first."""
        query = f"{SELECT_SESSION} WHERE NOT over AND ply > 0 ORDER BY updated DESC"

        def read(connection: sqlite3.Connection) -> list[SavedSession]:
            saves = map(save_from_row, connection.execute(query))
            return list(islice((save for save in saves if save.family in FAMILIES), limit))

        return self.run(read)

    def sessions_since(self, updated: float) -> "Future[list[SavedSession]]":
        """Return the sessions with moves that were stored after a time, oldest first.

        Args:
            updated: The time in seconds since 1970.
        """
        query = f"{SELECT_SESSION} WHERE updated > ? AND moves != '' ORDER BY updated"

        def read(connection: sqlite3.Connection) -> list[SavedSession]:
            return list(map(save_from_row, connection.execute(query, (updated,))))

        return self.run(read)

    def puzzle_statuses(self, family: str) -> "Future[dict[str, str]]":
        """Return "won" or "started" by puzzle name; a puzzle that was ever won is "won"."""
        query = """SELECT s.name, max(a.won), s.ply FROM session s JOIN attempt a USING (name)
            WHERE s.family = ? GROUP BY s.name HAVING max(a.won) OR s.ply > 0"""

        def read(connection: sqlite3.Connection) -> dict[str, str]:
            rows = connection.execute(query, (family,))
            return {name: "won" if won else "started" for name, won, _ in rows}

        return self.run(read)

    def outcomes(self) -> "Future[list[AttemptResult]]":
        """Return all attempts at puzzles of installed games, in the order they were begun."""

        def read(connection: sqlite3.Connection) -> list[AttemptResult]:
            rows = connection.execute(SELECT_OUTCOMES)
            return [
                AttemptResult(
                    name,
                    current_title(name, family, title),
                    family,
                    bool(won),
                    bool(clean),
                    seconds,
                    length,
                    bool(open_),
                    _game_title(family, spec),
                    begun,
                )
                for name, title, family, won, clean, seconds, length, open_, spec, begun in rows
                if family in FAMILIES
            ]

        return self.run(read)

    def save_note(self, kind: str, name: str, text: str) -> "Future[None]":
        """Store a text, such as the "seats" (players) of the puzzle called `name`."""

        def write(connection: sqlite3.Connection) -> None:
            with write_transaction(connection):
                connection.execute(UPSERT_NOTE, (kind, name, text))

        return self.run(write)

    def load_note(self, kind: str, name: str) -> "Future[str]":
        """Return the text stored last, "" if there is none."""
        query = "SELECT text FROM note WHERE kind = ? AND name = ?"

        def read(connection: sqlite3.Connection) -> str:
            row = connection.execute(query, (kind, name)).fetchone()
            return row[0] if row else ""

        return self.run(read)

    def merge(self, content: StoreContent) -> "Future[None]":
        """Add imported rows, all or none.

        Of two sessions of a puzzle the newer one stays, with the moves of both in its tree; those
        of two puzzles of one name are both kept, see `tui.saves.puzzle_names`.
        """

        def write(connection: sqlite3.Connection) -> None:
            names: dict[str, str] = {}  # under which imported puzzles are stored
            with write_transaction(connection):
                for imported in content.saves:
                    placed = place_imported(connection, imported)
                    names[imported.name] = placed.name
                    stored = load_session(connection, placed.name)
                    merged = stored.merged_with(placed) if stored else placed
                    connection.execute(UPSERT_SESSION, merged)
                attempts = [
                    attempt._replace(name=names.get(attempt.name, attempt.name))
                    for attempt in content.attempts
                ]
                notes = [
                    note._replace(name=names.get(note.name, note.name)) for note in content.notes
                ]
                connection.executemany(UPSERT_ATTEMPT, attempts)
                connection.executemany(UPSERT_MINIMUM_NOTE, notes)
                connection.executemany(INSERT_ANSWER, content.answers)
                connection.executemany(UPSERT_MISTAKE, content.mistakes)

        return self.run(write)

    def run(self, query: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        """Run a query in the thread, such as those of `tui.saves.results`."""

        def run_query() -> T:
            try:
                try:
                    connection = self._connect()
                    check_version(connection)
                    return query(connection)
                except DATABASE_ERRORS as error:
                    if not is_corruption(error):
                        raise
                self._disconnect()  # opening it again checks the file, and replaces a broken one
                return query(self._connect())
            except NewerDatabaseError as error:
                self._disconnect()
                self.newer_version_message = str(error)
                raise NewerSavesError(str(error)) from error
            except (OSError, UnicodeEncodeError, *DATABASE_ERRORS) as error:
                cause = describe_error(error, self._folder)
                raise StoreError(f"saves cannot be used: {cause}") from error

        return self._thread.submit(run_query)

    def claim(self) -> "Future[None]":
        """Mark the saves as in use; leave a notice if another program uses them already."""

        def claim(connection: sqlite3.Connection) -> None:
            if self._claim_handle is not None:
                return
            self._claim_handle, is_exclusive = claim_folder(self._folder)
            if not is_exclusive:
                self._notices.append(
                    "Another Ludoscope uses these saves. The tree of a puzzle played in both "
                    "keeps every move."
                )

        return self.run(claim)

    def keep_in_memory(self) -> None:
        """Use no file from now on; what is stored is lost when the program ends."""

        def switch() -> None:
            self._disconnect()
            self._in_memory, self.newer_version_message = True, ""

        self._thread.submit(switch)

    def next_notice(self) -> str:
        """Return the next message for the user on the state of the saves, or ""."""
        return self._notices.popleft() if self._notices else ""

    def close(self) -> None:
        """Close the file when everything requested is written; wait for that.

        A second call does nothing.
        """
        if self._is_closed:
            return
        self._is_closed = True

        def close() -> None:
            self._disconnect()
            if self._claim_handle is not None:
                os.close(self._claim_handle)

        self._thread.submit(close)
        self._thread.shutdown(wait=True)

    # In the thread

    def _merge_foreign_moves(
        self, connection: sqlite3.Connection, save: SavedSession
    ) -> SavedSession:
        """Return `save` with the moves that another program has stored for the puzzle."""
        stored = load_session(connection, save.name)
        if stored and stored.tree != self._known_trees.get(save.name):
            self._foreign_saves[save.name] = stored
        foreign = self._foreign_saves.get(save.name)
        merged = save.with_tree_of(foreign) if foreign else save
        if merged is save:
            self._foreign_saves.pop(save.name, None)
        return merged

    def _connect(self) -> sqlite3.Connection:
        """Return the open connection; open the file if it is not open or was replaced."""
        if self._in_memory:
            self._connection = self._connection or open_in_memory()
            return self._connection
        path = self._folder / DATABASE_NAME
        if self._connection and (identity := file_identity(path)) != self._identity:
            if not identity and restore_deleted_file(self._folder, self._connection):
                self._notices.append("The saves were deleted while in use and have been restored")
            self._disconnect()  # deleted, or replaced by another program
        if not self._connection:
            self._connection, notice = open_database(self._folder, check_tables)
            self._identity = file_identity(path)
            if notice:
                self._notices.append(notice)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection:
            connection, self._connection = self._connection, None
            connection.close()
