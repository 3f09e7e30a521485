"""Reading and writing text files: UTF-8, of limited size, written completely or not at all.

Start with `read_text` and `write_text`. A file that a user names may never answer, such as one on a
network drive that is lost, and no signal interrupts a call that waits for it. Therefore such files
are opened and read in another thread: `wait_for_file` bounds the time of one call, and `read_text`
the time without a byte.
"""

import os
import re
import select
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ETIMEDOUT
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO, NamedTuple, TypeVar

from ludoscope.games import NotationError
from ludoscope.games.errors import replace_unprintable

MAX_FILE_BYTES = 1 << 20  # for a puzzle or a solution
READ_SIZE_BYTES = 1 << 16
ANSWER_TIMEOUT_SECONDS = 10.0  # for a file to be opened, and for each block that is read
FOLDER_AS_ROOT_ERROR = (
    "a folder, expected what the two names begin with"  # the error for a pair of files
)
STDOUT, STDERR = 1, 2  # descriptors
_DESCRIPTOR_PATH = re.compile("/(?:dev|proc/self)/fd/([0-9]{1,9})")


class FileError(ValueError):
    """Raised for a malformed file; the message names the file, the line and what was expected."""

    def __init__(self, path: str, error: NotationError) -> None:
        location = f"{path}:{error.line}" if error.line is not None else path
        super().__init__(f"{location}: {error}")


class MissingFile(LookupError):
    """Raised if the second file of a pair is missing; the message names both."""


def file_title(path: Path | None) -> str:
    """Return the title of a puzzle from a file, or from standard input if there is no path.

    A file's name may have bytes that are not valid text, or escape sequences: each unprintable
    character is replaced by "?".
    """
    if path is None:
        return "standard input"
    return replace_unprintable(path.name, "?")


T = TypeVar("T")


class _End(NamedTuple):
    """The end of an iteration in another thread, and the exception that ended it, if any."""

    error: BaseException | None = None


def wait_for_file(call: Callable[[], T], name: str, timeout: float = ANSWER_TIMEOUT_SECONDS) -> T:
    """Return the result of a call that accesses a file and may never return.

    Args:
        call: The function to call, in another thread.
        name: The name of the file, for the error.
        timeout: Seconds to wait.

    Raises:
        TimeoutError: It has not returned in time; the thread is left behind.
    """
    [result] = _iterate_in_thread(lambda: [call()], name, timeout)
    return result


def _iterate_in_thread(
    iterate: Callable[[], Iterable[T]], name: str, timeout: float = ANSWER_TIMEOUT_SECONDS
) -> Iterator[T]:
    """Yield what an iterable yields in another thread, or in this one if none can be started.

    Raises:
        TimeoutError: It has yielded nothing for `timeout` seconds.
    """
    results: SimpleQueue[T | _End] = SimpleQueue()

    def run() -> None:
        try:
            for item in iterate():
                results.put(item)
        except BaseException as error:  # raised again in the thread that waits
            results.put(_End(error))
        else:
            results.put(_End())

    try:
        # a daemon: the program does not wait for it when it ends
        Thread(target=run, name=f"read {name}", daemon=True).start()
    except RuntimeError:  # at the system's limit of threads
        yield from iterate()
        return
    while True:
        try:
            result = results.get(timeout=timeout)
        except Empty:
            message = f"no answer for {timeout:g} seconds"
            raise TimeoutError(ETIMEDOUT, message, name) from None
        if not isinstance(result, _End):
            yield result
        elif result.error:
            raise result.error
        else:
            return


def open_nonblocking(path: str, flags: int, mode: int = 0o666) -> int:
    """Open a file without blocking, even a pipe that has no writer; return its descriptor.

    Raises:
        OSError: It cannot be opened; TimeoutError if it does not answer.
    """
    return wait_for_file(partial(_open_nonblocking, path, flags, mode), path)


def _open_nonblocking(path: str, flags: int, mode: int = 0o666) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), mode)


def read_text(
    path: Path | None,
    max_bytes: int = MAX_FILE_BYTES,
    opener: Callable[[str, int], int] = _open_nonblocking,
) -> str:
    """Return the text of a file, with all line ends converted to newlines.

    Args:
        path: The file; None for standard input, which may take any time.
        max_bytes: The maximum size.
        opener: The function that opens the file, as for the built-in `open`.

    Raises:
        NotationError: The file is too large, not a regular file, or not UTF-8.
        OSError: The file cannot be read; TimeoutError if it does not answer.
    """
    if path is None:
        with _name_in_errors("standard input"):
            stdin: BinaryIO = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
            raw = bytearray().join(_read_chunks(stdin, max_bytes + 1))
    else:
        with _name_in_errors(str(path)):
            chunks = _iterate_in_thread(lambda: _read_file(path, max_bytes + 1, opener), str(path))
            raw = bytearray().join(chunks)
    if len(raw) > max_bytes:
        raise NotationError(f"larger than {max_bytes >> 20} MiB, more than is expected here")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotationError(f"byte 0x{raw[error.start]:02x} found, expected UTF-8", line) from None
    return normalize_line_ends(text)


def normalize_line_ends(text: str) -> str:
    """Return a text with all line ends converted to newlines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_file(path: Path, max_bytes: int, opener: Callable[[str, int], int]) -> Iterator[bytes]:
    """Yield up to `max_bytes` bytes of a file; raise NotationError if it is no regular file."""
    _require_regular(os.stat(path).st_mode)  # opening a device or a pipe may have an effect
    with open(path, "rb", buffering=0, opener=opener) as file:
        _require_regular(os.fstat(file.fileno()).st_mode)
        yield from _read_chunks(file, max_bytes)


def _require_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not stat.S_ISREG(mode):
        raise NotationError("not a regular file, expected a text file")


def _read_chunks(file: BinaryIO, max_bytes: int) -> Iterator[bytes]:
    """Yield up to `max_bytes` bytes of a file, in chunks, so that memory is used only for data.

    Wait for data if the file is a non-blocking pipe.
    """
    remaining = max_bytes
    while remaining:
        chunk: bytes | None = file.read(min(READ_SIZE_BYTES, remaining))
        if chunk is None:
            select.select([file], [], [])
        elif chunk:
            yield chunk
            remaining -= len(chunk)
        else:
            return


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
        if _find_descriptor(path) is not None:
            return
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

    A device is written to, and a file to which the output is redirected is continued.

    Raises:
        OSError: It cannot be written; the error names it.
    """
    with _name_in_errors(str(path)):
        if _is_device(path):
            handle = open_nonblocking(str(path), os.O_WRONLY)
        elif (descriptor := _find_descriptor(path)) is not None:
            sys.stdout.flush()  # what was printed comes first
            handle = os.dup(descriptor)
        else:
            write_texts({path: text})
            return
        _write_and_close(handle, text.encode())


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
        if len(old_contents) < len(texts):  # else all are written
            for path, content in old_contents.items():
                _restore(path, content)
        raise


def _is_device(path: Path) -> bool:
    """Return True if a path exists and is not a regular file, such as /dev/stdout."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False


def _find_descriptor(path: Path) -> int | None:
    """Return the descriptor under which a regular file is already open for output, if any.

    It is standard output or standard error, redirected to the file, or the one that the path names,
    as /dev/fd/3 does. If such a file were replaced, its earlier content and all later output would
    be lost.
    """
    named = _DESCRIPTOR_PATH.fullmatch(str(path))
    for descriptor in (int(named[1]),) if named else (STDOUT, STDERR):
        with suppress(OSError):  # there is no such file, or the stream is closed
            status = path.stat()
            if stat.S_ISREG(status.st_mode) and os.path.samestat(status, os.fstat(descriptor)):
                return descriptor
    return None


def _create_temporary(path: Path) -> tuple[int, str]:
    """Create a temporary file next to the file that it will replace; return descriptor and path."""
    import tempfile  # 6 ms with shutil and random, and most commands write no file

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
