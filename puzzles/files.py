"""Reading and writing text files: UTF-8, of limited size, written completely or not at all.

Start with `read_text` and `write_text`.
"""

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

MAX_FILE_BYTES = 1 << 20  # for a puzzle or a solution
READ_SIZE_BYTES = 1 << 16
FOLDER_AS_ROOT_ERROR = (
    "a folder, expected what the two names begin with"  # the error for a pair of files
)


class FileError(ValueError):
    """Raised for a malformed file; the message names the file, the line and what was expected."""

    def __init__(self, path: str, error: NotationError) -> None:
        location = f"{path}:{error.line}" if error.line is not None else path
        super().__init__(f"{location}: {error}")


class MissingFile(LookupError):
    """Raised if the second file of a pair is missing; the message names both."""


def open_nonblocking(path: str, flags: int) -> int:
    """Open a file without blocking, even a pipe that has no writer; return its descriptor."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(
    path: Path | None,
    max_bytes: int = MAX_FILE_BYTES,
    opener: Callable[[str, int], int] = open_nonblocking,
) -> str:
    """Return the text of a file, with all line ends converted to newlines.

    Args:
        path: The file; None for standard input.
        max_bytes: The maximum size.
        opener: The function that opens the file, as for the built-in `open`.

    Raises:
        NotationError: The file is too large, not a regular file, or not UTF-8.
        OSError: The file cannot be read.
    """
    if path is None:
        with _name_in_errors("standard input"):
            raw = read_up_to(getattr(sys.stdin.buffer, "raw", sys.stdin.buffer), max_bytes + 1)
    else:
        with _name_in_errors(str(path)), open(path, "rb", buffering=0, opener=opener) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotationError("not a regular file, expected a text file")
            raw = read_up_to(file, max_bytes + 1)
    if len(raw) > max_bytes:
        raise NotationError(f"larger than {max_bytes >> 20} MiB, more than is expected here")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotationError(f"byte 0x{raw[error.start]:02x} found, expected UTF-8", line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_up_to(file: BinaryIO, max_bytes: int) -> bytearray:
    """Read up to `max_bytes` bytes, in chunks, so that memory is allocated only for data read.

    Wait for data if the file is a non-blocking pipe.
    """
    raw = bytearray()
    while len(raw) < max_bytes:
        chunk: bytes | None = file.read(min(READ_SIZE_BYTES, max_bytes - len(raw)))
        if chunk is None:
            select.select([file], [], [])
        elif chunk:
            raw += chunk
        else:
            break
    return raw


@contextmanager
def _name_in_errors(name: str) -> Iterator[None]:
    """Replace the file name of an OSError raised in the block, which may be a temporary one."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = name, None
        raise


def check_writable(path: Path) -> None:
    """Check that a file can be written, before a long search whose result goes there.

    Raises:
        OSError: It cannot be written.
    """
    with _name_in_errors(str(path)):
        if not _is_device(path):
            handle, name = _create_temporary(path)
            os.close(handle)
            os.unlink(name)
        elif path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        elif not os.access(path, os.W_OK):  # opening and closing a pipe would end its reader
            raise PermissionError(EACCES, os.strerror(EACCES))


def write_text(path: Path, text: str) -> None:
    """Write a file completely or not at all.

    Raises:
        OSError: It cannot be written; the error names it.
    """
    with _name_in_errors(str(path)):
        if _is_device(path):
            _write_and_close(open_nonblocking(str(path), os.O_WRONLY), text.encode())
            return
    write_texts({path: text})


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write several files, all or none.

    Raises:
        OSError: One of them cannot be written; the error names it.
    """
    temporary_files: dict[Path, Path] = {}
    old_contents: dict[Path, bytes | None] = {}  # of the files replaced so far; None if new
    try:
        for path, text in texts.items():
            with _name_in_errors(str(path)):
                temporary_files[path] = _write_temporary(path, text.encode())
        for path, temporary in temporary_files.items():
            with _name_in_errors(str(path)):
                # needed only if a later file can still fail
                content = path.read_bytes() if len(texts) > 1 and path.exists() else None
                temporary.replace(path.resolve())
            old_contents[path] = content
    except BaseException:
        for temporary in temporary_files.values():
            temporary.unlink(missing_ok=True)
        for path, content in old_contents.items():
            _restore(path, content)
        raise


def _is_device(path: Path) -> bool:
    """Return True if a path exists and is not a regular file, such as /dev/stdout."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False


def _create_temporary(path: Path) -> tuple[int, str]:
    """Create a temporary file next to the file that it will replace; return descriptor and path."""
    return tempfile.mkstemp(dir=path.resolve().parent, prefix=".ludoscope-")


def _write_and_close(handle: int, data: bytes) -> None:
    """Write data to an open file descriptor and close it."""
    with open(handle, "wb") as file:
        if hasattr(os, "O_NONBLOCK"):  # set by `open_nonblocking`
            os.set_blocking(handle, True)
        file.write(data)


def _write_temporary(path: Path, data: bytes) -> Path:
    """Write data to a new file in the folder of `path`, with the mode that `path` would have."""
    handle, name = _create_temporary(path)
    temporary = Path(name)
    try:
        _write_and_close(handle, data)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _restore(path: Path, content: bytes | None) -> None:
    """Restore the content of a replaced file; delete it if `content` is None."""
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)
