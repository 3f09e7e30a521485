"""The program's files in a user's folder: private, written completely, never through a link.

Folders are 0700 and files 0600. Below the folder that `search.storage.folders.home` names (which
may be a link, because the user chose it) no symbolic link is followed: it could make the program
read or overwrite another file. Only regular files are opened, since opening a pipe without a writer
blocks.
"""

import os
import stat
import tempfile
from contextlib import suppress
from errno import EINVAL, ELOOP, ENOTDIR
from pathlib import Path

from ludoscope.search.storage.folders import home

OTHERS = 0o077  # permissions of group and others, which are removed
POSIX = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC")  # where there are none, as on Windows, do without
SAFE = sum(getattr(os, name, 0) for name in POSIX)


def require_folder(folder: Path) -> None:
    """OSError when a part of the path below `home()` is a link or not a folder."""
    root = home()
    for part in (*reversed(folder.parents), folder):
        if root in part.parents:
            _require(part, os.lstat(part).st_mode, folder=True)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents; OSError, also where `require_folder` raises one."""
    root = home()
    for part in (*reversed(folder.parents), folder):
        with suppress(FileExistsError):
            if not part.is_dir():
                os.mkdir(part, 0o700)
        if not part.is_dir():
            raise NotADirectoryError(ENOTDIR, f"{part.name} is no folder", str(part))
        if root in part.parents:
            mode = os.lstat(part).st_mode
            _require(part, mode, folder=True)
            if mode & OTHERS:  # an earlier version left it open
                os.chmod(part, 0o700)


def require_file(path: Path) -> None:
    """OSError when `path` exists and is not a regular file."""
    with suppress(FileNotFoundError):
        _require(path, os.lstat(path).st_mode)


def opener(path: str, flags: int) -> int:
    """An opener for `open` that opens regular files only; OSError for anything else."""
    require_folder(Path(path).parent)
    require_file(Path(path))
    handle = os.open(path, flags | SAFE, 0o600)
    try:
        mode = os.fstat(handle).st_mode
        _require(Path(path), mode)
        if flags & os.O_CREAT and mode & OTHERS:  # an earlier version left it open
            os.chmod(handle if os.chmod in os.supports_fd else path, 0o600)
    except OSError:
        os.close(handle)
        raise
    return handle


def write(path: Path, content: bytes | str) -> None:
    """Write a temporary file and rename it, so that all or nothing is written; OSError."""
    make_folder(path.parent)
    require_file(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # 0600
    except OSError as error:
        error.filename = str(path)  # not that of the temporary file
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


def _require(path: Path, mode: int, folder: bool = False) -> None:
    if stat.S_ISLNK(mode):
        said = f"{path.name} is a symbolic link, which is not followed"
        raise OSError(ELOOP, said, str(path))
    if folder and not stat.S_ISDIR(mode):
        raise OSError(ENOTDIR, f"{path.name} is not a folder", str(path))
    if not folder and not stat.S_ISREG(mode):
        raise OSError(EINVAL, f"{path.name} is not a regular file", str(path))
