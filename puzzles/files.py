"""Reading and writing text files: UTF-8, of limited size, written completely or not at all."""

import os
import select
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES, EISDIR
from pathlib import Path
from typing import BinaryIO

from ludoscope.games import NotationError

LARGEST = 1 << 20  # bytes of a puzzle or a solution
PIECE = 1 << 16  # bytes of one read
NO_ROOT = "a folder, expected what the two names begin with"  # where two files are to be written


class FileError(ValueError):
    """A malformed file: one line that names file, line and what was expected."""

    def __init__(self, path: str, error: NotationError) -> None:
        where = f"{path}:{error.line}" if error.line is not None else path
        super().__init__(f"{where}: {error}")


class MissingFile(LookupError):
    """The second of two files is missing; the message names both."""


def opened(path: str, flags: int) -> int:
    """Open without blocking, even if it is a pipe without a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(
    path: Path | None, largest: int = LARGEST, opener: Callable[[str, int], int] = opened
) -> str:
    """The text of a file, or of standard input for None; `opener` as that of `open`.

    OSError when it cannot be read, NotationError when it is too large, not text, or not a file.
    """
    if path is None:
        with _named("standard input"):
            raw = read_pieces(getattr(sys.stdin.buffer, "raw", sys.stdin.buffer), largest + 1)
    else:
        with _named(str(path)), open(path, "rb", buffering=0, opener=opener) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotationError("not a regular file, expected a text file")
            raw = read_pieces(file, largest + 1)
    if len(raw) > largest:
        raise NotationError(f"larger than {largest >> 20} MiB, more than is expected here")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotationError(f"byte 0x{raw[error.start]:02x} found, expected UTF-8", line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_pieces(file: BinaryIO, most: int) -> bytearray:
    """Up to `most` bytes, read in pieces, so that memory is used only for the data read.

    Waits for the data even if the pipe is non-blocking.
    """
    raw = bytearray()
    while len(raw) < most:
        piece: bytes | None = file.read(min(PIECE, most - len(raw)))
        if piece is None:
            select.select([file], [], [])
        elif piece:
            raw += piece
        else:
            break
    return raw


@contextmanager
def _named(name: str) -> Iterator[None]:
    """OSErrors raised inside name this file, not a temporary one."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = name, None
        raise


def must_be_writable(path: Path) -> None:
    """Check, before a search, that its result can be written: OSError if not."""
    with _named(str(path)):
        if not _is_device(path):
            handle, name = _temporary(path)
            os.close(handle)
            os.unlink(name)
        elif path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        elif not os.access(path, os.W_OK):  # opening and closing a pipe would end its reader
            raise PermissionError(EACCES, os.strerror(EACCES))


def write_text(path: Path, text: str) -> None:
    """Write a file completely or not at all; OSError, which names it, when that fails."""
    with _named(str(path)):
        if _is_device(path):
            _write(opened(str(path), os.O_WRONLY), text.encode())
            return
    write_texts({path: text})


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write several files, all or none; OSError when one cannot be written."""
    ready: dict[Path, Path] = {}  # the temporary file that replaces each file
    replaced: dict[Path, bytes | None] = {}
    try:
        for path, text in texts.items():
            with _named(str(path)):
                ready[path] = _beside(path, text.encode())
        for path, temporary in ready.items():
            with _named(str(path)):
                before = path.read_bytes() if len(texts) > 1 and path.exists() else None
                temporary.replace(path.resolve())
            replaced[path] = before
    except BaseException:
        for temporary in ready.values():
            temporary.unlink(missing_ok=True)
        for path, content in replaced.items():
            _put_back(path, content)
        raise


def _is_device(path: Path) -> bool:
    """Whether it exists and is not a regular file: /dev/stdout cannot be replaced."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False


def _temporary(path: Path) -> tuple[int, str]:
    """A temporary file in the folder of the file that it will replace."""
    return tempfile.mkstemp(dir=path.resolve().parent, prefix=".ludoscope-")


def _write(handle: int, data: bytes) -> None:
    """Write all of it and close."""
    with open(handle, "wb") as file:
        if hasattr(os, "O_NONBLOCK"):  # with which it was opened, not to wait for a reader
            os.set_blocking(handle, True)
        file.write(data)


def _beside(path: Path, data: bytes) -> Path:
    """A new file in the same folder, with the mode that `path` has or would have."""
    handle, name = _temporary(path)
    temporary = Path(name)
    try:
        _write(handle, data)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _put_back(path: Path, content: bytes | None) -> None:
    """Restore the content of a replaced file; delete it when `content` is None."""
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)
