"""Reading and writing text files, safely: of limited size, UTF-8, written whole or not at all."""

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Mapping
from errno import EACCES, EISDIR, ENOENT
from pathlib import Path

from games import NotationError

LARGEST = 1 << 20  # bytes of a puzzle or a solution


class FileError(ValueError):
    """A malformed file: one line that names file, line and what was expected."""

    def __init__(self, path: str, error: NotationError) -> None:
        where = f"{path}:{error.line}" if error.line is not None else path
        super().__init__(f"{where}: {error}")


def opened(path: str, flags: int) -> int:
    """Open without waiting, should it be a pipe that nobody writes to."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(
    path: Path | None, largest: int = LARGEST, opener: Callable[[str, int], int] = opened
) -> str:
    """The text of a file, or of standard input for None; `opener` as that of `open`.

    OSError when it cannot be read, NotationError when it is too large, no text, or no file.
    """
    if path is None:
        raw = sys.stdin.buffer.read(largest + 1)
    else:
        with open(path, "rb", opener=opener) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotationError("not a regular file, expected a text file")
            raw = file.read(largest + 1)
    if len(raw) > largest:
        raise NotationError(f"larger than {largest >> 20} MiB, more than is expected here")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotationError(f"byte 0x{raw[error.start]:02x} found, expected UTF-8", line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def require_writable(path: Path) -> None:
    """OSError where `write_text` would surely fail: better said before the work than after it."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "is a directory, expected a file", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(ENOENT, "no such directory", str(path.parent))
    device = path.exists() and not path.is_file()
    if not os.access(path if device else path.parent, os.W_OK):
        raise PermissionError(EACCES, "may not be written", str(path))


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is never half there; OSError, which names it, when that fails."""
    if path.exists() and not path.is_file():  # a device such as /dev/stdout has no name to swap
        path.write_text(text, encoding="utf-8")
        return
    write_texts({path: text})


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write several files, each whole, and all or none; OSError when one cannot be written."""
    ready: dict[Path, Path] = {}  # what is written beside each file, to take its place
    replaced: dict[Path, bytes | None] = {}
    try:
        for path, text in texts.items():
            ready[path] = _beside(path, text)
        for path, temporary in ready.items():
            before = path.read_bytes() if len(texts) > 1 and path.exists() else None
            temporary.replace(path.resolve())
            replaced[path] = before
    except BaseException:
        for temporary in ready.values():
            temporary.unlink(missing_ok=True)
        for path, content in replaced.items():
            _put_back(path, content)
        raise


def _beside(path: Path, text: str) -> Path:
    """A new file in the same folder, with the mode that `path` has or would have."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        error.filename = str(path)  # the name that a person knows
        raise
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _put_back(path: Path, content: bytes | None) -> None:
    """What a file held before it was replaced; None where there was none."""
    if content is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(content)
