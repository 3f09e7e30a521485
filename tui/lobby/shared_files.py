"""Safe access to files in the shared folder, relative to descriptors of their folders.

Our own files are replaced as a whole (a temporary file, renamed) or appended to by lines, and are
readable by everyone. A file of another player is read only if it is a regular file of the expected
owner; no symbolic link is followed.
"""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EBUSY, EFBIG, EINVAL, ELOOP, ENOSPC, ENOTDIR
from pathlib import Path
from typing import NamedTuple

from ludoscope.search.storage import private_files
from ludoscope.search.storage.locks import try_lock

FOLDER_MODE, FILE_MODE = 0o755, 0o644  # readable by others
LOCK_FILE = "lock"  # in each player's folder; not readable by others, who could lock it
LOCK_MODE = 0o600
LOCK_TIMEOUT_SECONDS = 1.0  # another session of the player writes in less
LOCK_RETRY_SECONDS = 0.01
TEMPORARY_PREFIX = ".new-"
STALE_SECONDS = 3600.0  # age of a temporary file that a killed session left behind
SAFE_FLAGS = private_files.SAFE_OPEN_FLAGS


class FileStamp(NamedTuple):
    """Properties of a file of which at least one changes when the file does."""

    inode: int
    changed_ns: int
    modified_ns: int
    size: int


@contextmanager
def open_folder(path: Path | str, parent_fd: int | None = None) -> Iterator[int]:
    """Open a folder and yield its descriptor.

    Args:
        path: The folder.
        parent_fd: Descriptor of a folder that `path` is relative to; if given, `path` must not be
            a symbolic link.

    Raises:
        OSError: There is no such folder.
    """
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    if parent_fd is not None:
        flags |= os.O_NOFOLLOW
    folder_fd = os.open(path, flags, dir_fd=parent_fd)
    try:
        yield folder_fd
    finally:
        os.close(folder_fd)


def make_folder(name: str, parent_fd: int) -> bool:
    """Create a folder of ours if there is none; return False if another account took the name."""
    with suppress(FileExistsError):
        os.mkdir(name, FOLDER_MODE, dir_fd=parent_fd)
    try:
        with open_folder(name, parent_fd) as folder_fd:
            if os.fstat(folder_fd).st_uid != os.geteuid():
                return False
            os.fchmod(folder_fd, FOLDER_MODE)  # mkdir applies the umask
    except OSError as error:
        if error.errno not in (ENOTDIR, ELOOP):
            raise
        return False
    return True


def file_stamp(name: str, folder_fd: int) -> FileStamp | None:
    """Return the stamp of a file, or None if there is no such file."""
    try:
        status = os.stat(name, dir_fd=folder_fd, follow_symlinks=False)
    except OSError:
        return None
    return FileStamp(status.st_ino, status.st_ctime_ns, status.st_mtime_ns, status.st_size)


def modified_at(name: str, folder_fd: int) -> float:
    """Return when a file was last modified, in seconds since 1970, at most the present time."""
    status = os.stat(name, dir_fd=folder_fd, follow_symlinks=False)
    return min(status.st_mtime, time.time())


def read(name: str, folder_fd: int, owner_uid: int, max_bytes: int) -> bytes:
    """Return the contents of a file.

    Raises:
        OSError: It is not a regular file of that owner, or it is too large.
    """
    file_fd = os.open(name, os.O_RDONLY | SAFE_FLAGS, dir_fd=folder_fd)
    with os.fdopen(file_fd, "rb") as file:
        _require_regular_file(file_fd, name, owner_uid)
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(EFBIG, f"more than {max_bytes:,} bytes", name)
    return data


def write(name: str, folder_fd: int, data: bytes) -> None:
    """Replace the contents of a file of ours, or leave it as it was and raise OSError."""
    temporary = f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE_FLAGS
    file_fd = os.open(temporary, flags, FILE_MODE, dir_fd=folder_fd)
    try:
        with os.fdopen(file_fd, "wb") as file:
            os.fchmod(file_fd, FILE_MODE)
            file.write(data)
        os.rename(temporary, name, src_dir_fd=folder_fd, dst_dir_fd=folder_fd)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=folder_fd)
        if isinstance(error, OSError):
            error.filename, error.filename2 = name, None
        raise


def append(name: str, folder_fd: int, line: bytes) -> None:
    """Append a line to a file of ours, created if there is none.

    An incomplete last line, left by a program that was killed, is removed first.

    Raises:
        OSError: The line cannot be written; the file is left without it.
    """
    file_fd = os.open(name, os.O_RDWR | os.O_CREAT | SAFE_FLAGS, FILE_MODE, dir_fd=folder_fd)
    with os.fdopen(file_fd, "r+b", buffering=0) as file:
        _require_regular_file(file_fd, name, os.geteuid())
        os.fchmod(file_fd, FILE_MODE)
        end = file.read().rfind(b"\n") + 1
        file.truncate(end)
        file.seek(end)
        written_bytes = file.write(line)
        if written_bytes != len(line):
            file.truncate(end)
            raise OSError(ENOSPC, "the disk is full", name)


def delete(name: str, folder_fd: int) -> None:
    """Delete a file of ours if it exists."""
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder_fd)


@contextmanager
def lock_folder(folder_fd: int) -> Iterator[None]:
    """Lock a player's folder against other sessions of the player.

    Raises:
        OSError: Another session held the lock for too long.
    """
    flags = os.O_RDWR | os.O_CREAT | SAFE_FLAGS
    lock_fd = os.open(LOCK_FILE, flags, LOCK_MODE, dir_fd=folder_fd)
    try:
        deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
        while not try_lock(lock_fd):
            if time.monotonic() > deadline:
                raise OSError(EBUSY, "another session of yours is writing", LOCK_FILE)
            time.sleep(LOCK_RETRY_SECONDS)
        yield
    finally:
        os.close(lock_fd)


def delete_leftovers(folder_fd: int, oldest: float, prefixes: tuple[str, ...]) -> None:
    """Delete temporary files of killed sessions, and old files.

    Args:
        folder_fd: The folder to clean.
        oldest: Time before which files are old, in seconds since 1970.
        prefixes: Beginnings of the names of files that are deleted when old.
    """
    with os.scandir(folder_fd) as entries:
        names = [entry.name for entry in entries]
    for name in names:
        with suppress(OSError):
            modified = modified_at(name, folder_fd)
            is_stale = name.startswith(TEMPORARY_PREFIX) and time.time() - modified > STALE_SECONDS
            is_old = name.startswith(prefixes) and modified < oldest
            if is_stale or is_old:
                os.unlink(name, dir_fd=folder_fd)


def _require_regular_file(file_fd: int, name: str, owner_uid: int) -> None:
    status = os.fstat(file_fd)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(EINVAL, "not a regular file", name)
    if status.st_uid != owner_uid:
        raise OSError(EINVAL, "not a file of the folder's owner", name)
