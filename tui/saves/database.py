"""The file of the saves: opened, brought up to date, set aside when it cannot be read.

SQLite in WAL mode with synchronous NORMAL: a move that was committed is in the kernel's hands, so
the death of the program at any instant loses none. A power cut may cost the last few, never the
file; FULL would wait for the disk at every move.

aside   the dated name under which a file that cannot be read is kept
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from errno import EBUSY
from pathlib import Path

from ludoscope.search.storage import locks, private_files, quota

FILE = "sessions.sqlite"
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps with it
BUSY_SECONDS = 1.0  # what a second program may take to write
PAUSE = 0.02  # seconds between looks whether it has
ROOM = 16 << 20  # bytes; a disk with as many is not full
BROKEN = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
}
BROKEN_PARTLY = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA}
FORMATS = (b"", b"\1\1", b"\2\2")  # bytes 18 and 19: no file yet, without WAL, with it


class Unreadable(Exception):
    """The file holds no saves that this version can read; the text says why."""


# the last one for a message of SQLite that quotes what it found in the file
FAULTS = (Unreadable, sqlite3.Error, UnicodeDecodeError)


def _first(connection: sqlite3.Connection) -> None:
    connection.execute(
        """CREATE TABLE session (
        name TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, spec TEXT NOT NULL,
        moves TEXT NOT NULL, ply INTEGER NOT NULL, person INTEGER NOT NULL, elapsed REAL NOT NULL,
        updated REAL NOT NULL, over INTEGER NOT NULL, won INTEGER NOT NULL)"""
    )


def _attempts(connection: sqlite3.Connection) -> None:
    """Each attempt a row, which statistics are counted from; `won` of a session is as it stands.

    What the first version did not write down is taken for the worse: a hint, a move taken back.
    """
    for column in ("attempt TEXT NOT NULL DEFAULT ''", "hints INTEGER NOT NULL DEFAULT 1"):
        connection.execute(f"ALTER TABLE session ADD COLUMN {column}")
    connection.execute("ALTER TABLE session ADD COLUMN undid INTEGER NOT NULL DEFAULT 1")
    connection.execute("UPDATE session SET attempt = lower(hex(randomblob(8)))")
    connection.execute(
        """CREATE TABLE attempt (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, begun REAL NOT NULL, won INTEGER NOT NULL,
        clean INTEGER NOT NULL, seconds REAL, length INTEGER)"""
    )
    connection.execute(
        """INSERT INTO attempt SELECT lower(hex(randomblob(8))), name, updated - elapsed, 1, 0,
        NULL, NULL FROM session WHERE won AND NOT over"""
    )
    connection.execute(
        """INSERT INTO attempt SELECT attempt, name, updated, won AND over, 0, NULL, NULL
        FROM session WHERE moves != ''"""
    )
    connection.execute("UPDATE session SET won = won AND over")


def _notes(connection: sqlite3.Connection) -> None:
    """Texts beside the sessions: by kind and by what they are about."""
    connection.execute(
        """CREATE TABLE note (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (kind, name))"""
    )


def _trees(connection: sqlite3.Connection) -> None:
    """Moves are the text of a tree, which a list of moves is too; `node` is where in it one stands.

    A history without branches stands at as many moves as are played.
    """
    connection.execute("ALTER TABLE session ADD COLUMN node INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE session ADD COLUMN bookmarks TEXT NOT NULL DEFAULT ''")
    connection.execute("UPDATE session SET node = ply")


UPGRADES: Sequence[Callable[[sqlite3.Connection], None]] = (_first, _attempts, _notes, _trees)
SCHEMA = len(UPGRADES)


def is_broken(error: Exception) -> bool:
    """Whether the file is to blame, rather than the disk, its rights or another program."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        return code & 0xFF in BROKEN or code in BROKEN_PARTLY
    return isinstance(error, (Unreadable, UnicodeDecodeError))


def reason(error: Exception, folder: Path) -> str:
    """The error, met with the saves of `folder`, in a few words."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        most = quota.max_saved_bytes()
        if most and shutil.disk_usage(folder).free > ROOM:
            return f"their limit of {most / 10**6:,g} MB is reached"
        return "the disk is full"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program has locked them"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'disk'}: {error.strerror}"
    if isinstance(error, UnicodeDecodeError):
        return "the file is damaged"
    return str(error) or type(error).__name__


def open_database(
    folder: Path, check: Callable[[sqlite3.Connection], None]
) -> tuple[sqlite3.Connection, str]:
    """A connection to the saves in `folder`, and a sentence when they had to be set aside.

    `check` raises when it finds what cannot be. OSError and sqlite3.Error when there is no opening
    anything here.
    """
    private_files.make_folder(folder)
    path = folder / FILE
    with _alone(folder):  # so that what another program begins anew is not set aside again
        try:
            return _opened(path, check), ""
        except FAULTS as error:
            if not is_broken(error):
                raise
            said = f"the saves could not be read ({reason(error, folder)}) and are kept as "
        said += f"{_set_aside(path)}; new ones are started"
        return _opened(path, check), said


def write_again(folder: Path, connection: sqlite3.Connection) -> bool:
    """Write a deleted file again, from a connection that still has its content.

    False when another program has started new saves. OSError and sqlite3.Error.
    """
    private_files.make_folder(folder)
    path = folder / FILE
    with _alone(folder):
        if identity(path):
            return False
        content = connection.serialize()
        for ending in BESIDE:
            Path(f"{path}{ending}").unlink(missing_ok=True)  # of the one that is gone
        private_files.write_atomically(path, content)
    return True


def identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another that took its name; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _opened(path: Path, check: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    for ending in BESIDE:
        private_files.check_file(Path(f"{path}{ending}"))
    with open(path, "rb", opener=_created) as file:
        if file.read(20)[18:] not in FORMATS:  # SQLite would take it for read-only
            raise Unreadable("the file is damaged")
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
    try:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != ("ok",):
            raise Unreadable("the file is damaged")
        _upgrade(connection)
        check(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _bound(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _bound(connection: sqlite3.Connection, path: Path) -> None:
    """Limit the size of the file, so that all files of a user stay within their quota."""
    if most := quota.max_saved_bytes():
        others = quota.saved_bytes(path.parent) - _size(path)
        page = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {max(1, (most - others) // page)}")


def _size(path: Path) -> int:
    """The bytes of the file and of the files that SQLite keeps beside it."""
    files = [path, *(Path(f"{path}{ending}") for ending in BESIDE)]
    return sum(file.stat().st_size for file in files if file.exists())


def _created(path: str, flags: int) -> int:
    """The file of the saves, which is made when there is none."""
    return private_files.opener(path, flags | os.O_CREAT)


def _upgrade(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA:
            raise Unreadable("a newer version of Ludoscope wrote them")
        if version < 0 or (not version and _holds_anything(connection)):
            raise Unreadable("the file is of something else")
        for upgrade in UPGRADES[version:]:
            upgrade(connection)
        if version != SCHEMA:
            connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _holds_anything(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def _set_aside(path: Path) -> str:
    """Give the file, with what SQLite keeps beside it, a dated name and tell it."""
    dated = f"{path.stem}-{datetime.now():%Y%m%d-%H%M%S}.broken"
    aside, again = path.with_name(f"{dated}{path.suffix}"), 1
    while aside.exists():
        again += 1
        aside = path.with_name(f"{dated}-{again}{path.suffix}")
    path.rename(aside)
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")
    return aside.name


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Among the programs that use this folder; OSError when another takes too long."""
    handle = locks.open_lock_handle(folder)
    try:
        until = time.monotonic() + BUSY_SECONDS
        while not locks.try_lock(handle):
            if time.monotonic() > until:
                raise OSError(EBUSY, "another program is using it", str(folder))
            time.sleep(PAUSE)
        yield
    finally:
        os.close(handle)


def claimed(folder: Path) -> tuple[int, bool]:
    """A file to hold open while playing, and whether no other program holds it.

    The kernel lets go of it when its process dies. OSError when there is no writing here.
    """
    handle = private_files.opener(str(folder / "in-use"), os.O_RDWR | os.O_CREAT)
    return handle, locks.try_lock(handle)
