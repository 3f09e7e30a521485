"""The SQLite file of the saves: `open_database` opens, upgrades and checks it.

A damaged file is renamed to `sessions-<date>.broken.sqlite`, and a new one is begun. A file that a
newer version of the program wrote is left as it is. `copy_to_memory` reads either of them, and
changes nothing in the folder.

SQLite runs in WAL mode with synchronous NORMAL: a committed move is in the hands of the operating
system, so killing the program at any instant loses none. A power cut may lose the last few moves,
but never the file; FULL would wait for the disk at every move.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from errno import EBUSY
from pathlib import Path
from typing import NamedTuple

from ludoscope.search.storage import locks, private_files, quota, sqlite_errors
from ludoscope.tui import lazy
from ludoscope.tui.saves.broken_files import rename_broken

DATABASE_NAME = "sessions.sqlite"
SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal")  # of the files that SQLite keeps beside it
LOCK_TIMEOUT_SECONDS = 1.0  # for another program to finish writing
LOCK_POLL_SECONDS = 0.02
MIN_FREE_BYTES = 16 << 20  # a disk with this much free space is not full
JOURNAL_FORMATS = (b"", b"\1\1", b"\2\2")  # bytes 18 and 19: empty file, rollback journal, WAL


class UnreadableDatabaseError(Exception):
    """Raised when the file holds no saves that this version can read; the message says why."""


class NewerDatabaseError(Exception):
    """Raised when a newer version of the program wrote the file; the message has both versions."""


# UnicodeDecodeError: messages of SQLite may quote bytes of a damaged file
DATABASE_ERRORS = (UnreadableDatabaseError, sqlite3.Error, UnicodeDecodeError)


def _create_session_table(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE session (
        name TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, spec TEXT NOT NULL,
        moves TEXT NOT NULL, ply INTEGER NOT NULL, person INTEGER NOT NULL, elapsed REAL NOT NULL,
        updated REAL NOT NULL, over INTEGER NOT NULL, won INTEGER NOT NULL)"""
    )


def _add_attempt_table(connection: sqlite3.Connection) -> None:
    """Add a row per attempt, for statistics; make `won` of a session its current state.

    The first version did not store hints and undone moves: assume that there was one of each. The
    ids are the same each time, as an export upgrades a copy of saves that are upgraded later.
    """
    for column in ("attempt TEXT NOT NULL DEFAULT ''", "hints INTEGER NOT NULL DEFAULT 1"):
        connection.execute(f"ALTER TABLE session ADD COLUMN {column}")
    connection.execute("ALTER TABLE session ADD COLUMN undid INTEGER NOT NULL DEFAULT 1")
    connection.execute(
        """CREATE TABLE attempt (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, begun REAL NOT NULL, won INTEGER NOT NULL,
        clean INTEGER NOT NULL, seconds REAL, length INTEGER)"""
    )
    rows = connection.execute("SELECT rowid, name, updated FROM session").fetchall()
    for rowid, name, updated in rows:
        current_id, won_id = (_attempt_id(kind, name, updated) for kind in ("current", "won"))
        connection.execute("UPDATE session SET attempt = ? WHERE rowid = ?", (current_id, rowid))
        connection.execute(
            """INSERT INTO attempt SELECT ?, name, updated - elapsed, 1, 0, NULL, NULL
            FROM session WHERE rowid = ? AND won AND NOT over""",
            (won_id, rowid),
        )
    connection.execute(
        """INSERT INTO attempt SELECT attempt, name, updated, won AND over, 0, NULL, NULL
        FROM session WHERE moves != ''"""
    )
    connection.execute("UPDATE session SET won = won AND over")


def _attempt_id(kind: str, name: str, updated: float) -> str:
    """Return the id of an attempt that the first version stored as part of its session."""
    return lazy.hashlib.sha256(f"{kind} {updated} {name}".encode()).hexdigest()[:16]


def _add_note_table(connection: sqlite3.Connection) -> None:
    """Add the table of notes: texts by kind and by the name of the puzzle or board."""
    connection.execute(
        """CREATE TABLE note (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (kind, name))"""
    )


def _add_tree_columns(connection: sqlite3.Connection) -> None:
    """Add the current node and the bookmarks of the move tree, see `tui.model.history`.

    A list of moves is a tree without branches: its current node is the number of moves played.
    """
    connection.execute("ALTER TABLE session ADD COLUMN node INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE session ADD COLUMN bookmarks TEXT NOT NULL DEFAULT ''")
    connection.execute("UPDATE session SET node = ply")


def _add_comment_column(connection: sqlite3.Connection) -> None:
    """Add the annotations of moves, see `puzzles.annotations`."""
    connection.execute("ALTER TABLE session ADD COLUMN comments TEXT NOT NULL DEFAULT ''")


def _add_training_tables(connection: sqlite3.Connection) -> None:
    """Add the answers to training positions and the player's own mistakes."""
    connection.execute(
        """CREATE TABLE answer (id TEXT PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL,
        mode TEXT NOT NULL, answered REAL NOT NULL, seconds REAL NOT NULL,
        correct INTEGER NOT NULL, difficulty REAL NOT NULL, themes TEXT NOT NULL)"""
    )
    connection.execute(
        """CREATE TABLE mistake (name TEXT PRIMARY KEY, family TEXT NOT NULL, title TEXT NOT NULL,
        line TEXT NOT NULL, found INTEGER NOT NULL, due REAL NOT NULL)"""
    )


UPGRADES: Sequence[Callable[[sqlite3.Connection], None]] = (
    _create_session_table,
    _add_attempt_table,
    _add_note_table,
    _add_tree_columns,
    _add_comment_column,
    _add_training_tables,
)
SCHEMA_VERSION = len(UPGRADES)
MAX_VERSION = 9999  # a higher number is damage, not a newer version


def is_corruption(error: Exception) -> bool:
    """Return True if the file is to blame, rather than the disk, permissions or another program."""
    if isinstance(error, sqlite3.Error):
        return sqlite_errors.is_corruption(error)
    return isinstance(error, (UnreadableDatabaseError, UnicodeDecodeError))


def describe_error(error: Exception, folder: Path) -> str:
    """Return a few words on an error met with the saves in `folder`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        max_bytes = quota.max_saved_bytes()
        if max_bytes and shutil.disk_usage(folder).free > MIN_FREE_BYTES:
            return f"the limit of {max_bytes / 10**6:,g} MB for saves is reached"
        return "the disk is full"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program has locked the saves"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'disk'}: {error.strerror}"
    if isinstance(error, UnicodeDecodeError):
        return "the file is damaged"
    return str(error) or type(error).__name__


def open_database(
    folder: Path, check: Callable[[sqlite3.Connection], None]
) -> tuple[sqlite3.Connection, str]:
    """Open the saves in `folder`.

    Args:
        folder: The folder of the saves, created if necessary.
        check: Called with the connection; raises if a stored value is invalid.

    Returns:
        The connection, and a notice if a damaged file had to be renamed, else "".

    Raises:
        NewerDatabaseError: A newer version of the program wrote the file. It is not changed.
        OSError, sqlite3.Error: The folder or the file cannot be used.
    """
    private_files.make_folder(folder)
    path = folder / DATABASE_NAME
    with _folder_lock(folder):  # two programs must not both rename and begin a new file
        with suppress(FileNotFoundError, *DATABASE_ERRORS), _open_read_only(path) as connection:
            check_version(connection)
        try:
            return _open_file(path, check), ""
        except DATABASE_ERRORS as error:
            if not is_corruption(error):
                raise
            cause = describe_error(error, folder)
        backup = _rename_broken_database(path)
        notice = f"The saves could not be read ({cause}) and are kept as {backup}"
        return _open_file(path, check), f"{notice}; new ones are started"


def open_in_memory() -> sqlite3.Connection:
    """Return an empty database without a file."""
    connection = _connect(":memory:")
    _upgrade(connection)
    return connection


def copy_to_memory(folder: Path) -> sqlite3.Connection:
    """Return a copy of the saves in `folder`, upgraded unless they are of a newer version.

    Raises:
        FileNotFoundError: There are no saves.
        OSError, sqlite3.Error: The file cannot be read.
        UnreadableDatabaseError: The file belongs to another program.
    """
    path = folder / DATABASE_NAME
    copy = _connect(":memory:")
    try:
        with _folder_lock(folder), _open_read_only(path) as connection:
            connection.backup(copy)
        with suppress(NewerDatabaseError):
            _upgrade(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def check_version(connection: sqlite3.Connection) -> None:
    """Raise NewerDatabaseError if a newer version of the program wrote the file."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if SCHEMA_VERSION < version <= MAX_VERSION:
        raise NewerDatabaseError(
            f"{DATABASE_NAME} is of version {version}, this program reads version {SCHEMA_VERSION}"
        )


@contextmanager
def write_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write in one transaction, or raise NewerDatabaseError if the file was upgraded meanwhile."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        check_version(connection)
        yield


def restore_deleted_file(folder: Path, connection: sqlite3.Connection) -> bool:
    """Write a deleted database file again, from a connection that still has its content.

    Returns:
        False if another program has started a new file.

    Raises:
        OSError, sqlite3.Error: The file cannot be written.
    """
    private_files.make_folder(folder)
    path = folder / DATABASE_NAME
    with _folder_lock(folder):
        if file_identity(path):
            return False
        content = connection.serialize()
        for side_file in _side_files(path):
            side_file.unlink(missing_ok=True)  # it belongs to the deleted file
        private_files.write_atomically(path, content)
    return True


class FileIdentity(NamedTuple):
    """Numbers that tell a file from another one at the same path."""

    device: int
    inode: int


def file_identity(path: Path) -> FileIdentity | None:
    """Return the identity of the file at `path`, None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return FileIdentity(status.st_dev, status.st_ino)


def _side_files(path: Path) -> list[Path]:
    return [Path(f"{path}{suffix}") for suffix in SIDE_FILE_SUFFIXES]


def _open_file(path: Path, check: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    for side_file in _side_files(path):
        private_files.check_file(side_file)
    with open(path, "rb", opener=_open_or_create) as file:
        if file.read(20)[18:] not in JOURNAL_FORMATS:  # SQLite would take it for read-only
            raise UnreadableDatabaseError("the file is damaged")
    connection = _connect(path)
    try:
        result = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if result != ("ok",):
            raise UnreadableDatabaseError("the file is damaged")
        _upgrade(connection)
        check(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _limit_size(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path | str, is_uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT_SECONDS, uri=is_uri)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return connection


@contextmanager
def _open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file so that neither it nor its folder changes; the folder is locked.

    Raises:
        OSError, sqlite3.Error: The file cannot be read.
    """
    wal, shared_memory, journal = _side_files(path)
    files = [path, *(file for file in (wal, shared_memory, journal) if file.exists())]
    for file in files:
        os.close(private_files.opener(str(file), os.O_RDONLY))
    with ExitStack() as stack:
        if {wal, shared_memory} <= {*files}:  # another program uses it, or was killed
            options = "mode=ro&readonly_shm=1"
        elif {wal, journal} & {*files}:  # SQLite would write to recover it
            options = "mode=rw"
            temporary = stack.enter_context(tempfile.TemporaryDirectory())
            for file in files:
                shutil.copy(file, temporary)
            path = Path(temporary, path.name)
        else:  # SQLite would create side files
            options = "mode=ro&immutable=1"
        uri = f"{path.absolute().as_uri()}?{options}"
        with closing(_connect(uri, is_uri=True)) as connection:
            yield connection


def _limit_size(connection: sqlite3.Connection, path: Path) -> None:
    """Limit the size of the file, so that all files of a user stay within their quota."""
    if max_bytes := quota.max_saved_bytes():
        files = [file for file in (path, *_side_files(path)) if file.exists()]
        other_bytes = quota.saved_bytes(path.parent) - sum(file.stat().st_size for file in files)
        page_bytes = connection.execute("PRAGMA page_size").fetchone()[0]
        max_pages = max(1, (max_bytes - other_bytes) // page_bytes)
        connection.execute(f"PRAGMA max_page_count = {max_pages}")


def _open_or_create(path: str, flags: int) -> int:
    return private_files.opener(path, flags | os.O_CREAT)


def _upgrade(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN")
        check_version(connection)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not 0 <= version <= SCHEMA_VERSION:
            raise UnreadableDatabaseError("the file is damaged")
        if not version and _has_tables(connection):
            raise UnreadableDatabaseError("the file belongs to another program")
        for upgrade in UPGRADES[version:]:
            upgrade(connection)
        if version != SCHEMA_VERSION:
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def _rename_broken_database(path: Path) -> str:
    """Give a broken database and its side files a dated name; return that name."""
    backup = rename_broken(path)
    for side_file, renamed in zip(_side_files(path), _side_files(backup), strict=True):
        with suppress(FileNotFoundError):
            side_file.rename(renamed)
    return backup.name


@contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of the folder; OSError if another program holds it too long."""
    handle = locks.open_lock_handle(folder)
    try:
        deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
        while not locks.try_lock(handle):
            if time.monotonic() > deadline:
                raise OSError(EBUSY, "another program is using it", str(folder))
            time.sleep(LOCK_POLL_SECONDS)
        yield
    finally:
        os.close(handle)


class FolderClaim(NamedTuple):
    """A file held open while the program plays with the saves of a folder."""

    handle: int
    is_exclusive: bool


def claim_folder(folder: Path) -> FolderClaim:
    """Mark the saves of `folder` as in use, until the process ends or closes the handle.

    Raises:
        OSError: The folder cannot be written to.
    """
    handle = private_files.opener(str(folder / "in-use"), os.O_RDWR | os.O_CREAT)
    return FolderClaim(handle, locks.try_lock(handle))
