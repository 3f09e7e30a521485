"""Files in the shared folder, by descriptors of their folders: no link is followed on the way.

What is ours is written whole (a temporary file, renamed) or at its end (a line at a time), and
readable by all. What is others' is read if it is a regular file of the owner expected.
"""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EBUSY, EFBIG, EINVAL, ELOOP, ENOTDIR
from pathlib import Path

from ludoscope.search.storage import private_files
from ludoscope.search.storage.locks import try_lock

FOLDER_MODE, FILE_MODE = 0o755, 0o644  # for others to read
LOCK = "lock"  # in each person's folder; private, as whoever can open a file can lock it
BUSY_SECONDS, PAUSE = 1.0, 0.01  # what another session of the person may take to write
TEMPORARY = ".new-"
STALE_SECONDS = 3600.0  # after which a temporary file is of a session that was killed
SAFE = private_files.SAFE_OPEN_FLAGS

Stamp = tuple[int, ...]


@contextmanager
def folder(path: Path | str, inside: int | None = None) -> Iterator[int]:
    """A folder's descriptor; `inside` another one it is no link. OSError when it is no folder."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    if inside is not None:
        flags |= os.O_NOFOLLOW
    handle = os.open(path, flags, dir_fd=inside)
    try:
        yield handle
    finally:
        os.close(handle)


def make(name: str, inside: int) -> bool:
    """Make a folder that is ours, or find it so; False when the name is taken. OSError."""
    with suppress(FileExistsError):
        os.mkdir(name, FOLDER_MODE, dir_fd=inside)
    try:
        with folder(name, inside) as made:
            if os.fstat(made).st_uid != os.geteuid():
                return False
            os.fchmod(made, FOLDER_MODE)  # whatever the umask
    except OSError as error:
        if error.errno not in (ENOTDIR, ELOOP):
            raise
        return False
    return True


def stamp(name: str, inside: int) -> Stamp | None:
    """What changes when a file does; None when there is none."""
    try:
        found = os.stat(name, dir_fd=inside, follow_symlinks=False)
    except OSError:
        return None
    return found.st_ino, found.st_ctime_ns, found.st_mtime_ns, found.st_size


def changed(name: str, inside: int) -> float:
    """When a file was changed, in seconds since 1970, not after now. OSError without it."""
    return min(os.stat(name, dir_fd=inside, follow_symlinks=False).st_mtime, time.time())


def read(name: str, inside: int, owner: int, most: int) -> bytes:
    """At most `most` bytes of a regular file of that owner; OSError for anything else."""
    handle = os.open(name, os.O_RDONLY | SAFE, dir_fd=inside)
    with os.fdopen(handle, "rb") as file:
        _require(handle, name, owner)
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(EFBIG, f"more than {most:,} bytes", name)
    return data


def write(name: str, inside: int, data: bytes) -> None:
    """All of a file of ours, or nothing; OSError."""
    new = f"{TEMPORARY}{os.urandom(8).hex()}"
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE, FILE_MODE, dir_fd=inside)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, FILE_MODE)
            file.write(data)
        os.rename(new, name, src_dir_fd=inside, dst_dir_fd=inside)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(new, dir_fd=inside)
        if isinstance(error, OSError):
            error.filename, error.filename2 = name, None
        raise


def append(name: str, inside: int, line: bytes) -> None:
    """A line at the end of a file of ours, made when there is none; OSError.

    What a program that was killed has left of a line is cut off.
    """
    handle = os.open(name, os.O_RDWR | os.O_CREAT | SAFE, FILE_MODE, dir_fd=inside)
    with os.fdopen(handle, "r+b", buffering=0) as file:
        _require(handle, name, os.geteuid())
        os.fchmod(handle, FILE_MODE)
        whole = file.read().rpartition(b"\n")
        end = len(whole[0]) + len(whole[1])
        file.truncate(end)
        file.seek(end)
        written = file.write(line)
        if written != len(line):
            file.truncate(end)
            raise OSError(EFBIG, "the disk is full", name)


def delete(name: str, inside: int) -> None:
    """Of ours, if it is there; OSError."""
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=inside)


@contextmanager
def alone(inside: int) -> Iterator[None]:
    """Among the sessions of a person, whose folder it is; OSError when another takes too long."""
    handle = os.open(LOCK, os.O_RDWR | os.O_CREAT | SAFE, 0o600, dir_fd=inside)
    try:
        until = time.monotonic() + BUSY_SECONDS
        while not try_lock(handle):
            if time.monotonic() > until:
                raise OSError(EBUSY, "another session of yours is writing", LOCK)
            time.sleep(PAUSE)
        yield
    finally:
        os.close(handle)


def sweep(inside: int, before: float, old: tuple[str, ...]) -> None:
    """Delete what killed sessions have left, and of ours what is from `before` a time.

    `old` are beginnings of names. OSError.
    """
    with os.scandir(inside) as found:
        entries = [entry.name for entry in found]
    for name in entries:
        with suppress(OSError):
            since = changed(name, inside)
            left = name.startswith(TEMPORARY) and time.time() - since > STALE_SECONDS
            if left or (name.startswith(old) and since < before):
                os.unlink(name, dir_fd=inside)


def _require(handle: int, name: str, owner: int) -> None:
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(EINVAL, "not a regular file", name)
    if found.st_uid != owner:
        raise OSError(EINVAL, "not a file of the folder's owner", name)
