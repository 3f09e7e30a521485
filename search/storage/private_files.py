"""Private files of the user: written atomically, never through a symbolic link.

Folders get the permissions 0700 and files 0600. Below the data folder no symbolic link is followed:
it could make the program read or overwrite another file. (The data folder itself may be a link,
because the user chose it.) Only regular files are opened, since opening a pipe without a writer
blocks.

`write_atomically` replaces a file; `opener` is for the built-in function `open`.
"""

import os
import stat
from contextlib import suppress
from errno import EINVAL, ELOOP, ENOTDIR
from pathlib import Path

from ludoscope.search.storage.folders import data_folder

GROUP_AND_OTHERS_MASK = 0o077  # permission bits, which are removed
SAFE_FLAG_NAMES = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC")  # Windows has none of them
SAFE_OPEN_FLAGS = sum(getattr(os, name, 0) for name in SAFE_FLAG_NAMES)


def check_no_links(folder: Path) -> None:
    """Raise OSError if a part of the path below the data folder is a link or not a folder."""
    root = data_folder()
    for part in (*reversed(folder.parents), folder):
        if root in part.parents:
            _require_kind(part, os.lstat(part).st_mode, folder=True)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents private, and create those that do not exist.

    Raises:
        OSError: It cannot be created, or a part of the path below the data folder is a link or not
            a folder.
    """
    root = data_folder()
    for part in (*reversed(folder.parents), folder):
        with suppress(FileExistsError):
            if not part.is_dir():
                os.mkdir(part, 0o700)
        if not part.is_dir():
            raise NotADirectoryError(ENOTDIR, f"{part.name} is no folder", str(part))
        if root in part.parents:
            mode = os.lstat(part).st_mode
            _require_kind(part, mode, folder=True)
            if mode & GROUP_AND_OTHERS_MASK:  # an earlier version left it open
                os.chmod(part, 0o700)


def check_file(path: Path) -> None:
    """Raise OSError if `path` exists and is not a regular file."""
    with suppress(FileNotFoundError):
        _require_kind(path, os.lstat(path).st_mode)


def opener(path: str, flags: int) -> int:
    """Open a regular file and return its descriptor; for the argument `opener` of `open`.

    Raises:
        OSError: It is not a regular file, its path leads through a link, or it cannot be opened.
    """
    check_no_links(Path(path).parent)
    check_file(Path(path))
    handle = os.open(path, flags | SAFE_OPEN_FLAGS, 0o600)
    try:
        mode = os.fstat(handle).st_mode
        _require_kind(Path(path), mode)
        if flags & os.O_CREAT and mode & GROUP_AND_OTHERS_MASK:  # an earlier version left it open
            os.chmod(handle if os.chmod in os.supports_fd else path, 0o600)
    except OSError:
        os.close(handle)
        raise
    return handle


def write_atomically(path: Path, content: bytes | str) -> None:
    """Replace a file atomically: write a temporary file and rename it.

    Raises:
        OSError: It cannot be written, is not a regular file, or its path leads through a link.
    """
    make_folder(path.parent)
    check_file(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        # its permissions are 0600
        import tempfile  # 6 ms with shutil and random, and most searches store nothing

        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        error.filename = str(path)  # not that of the temporary file
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


def _require_kind(path: Path, mode: int, folder: bool = False) -> None:
    """Raise OSError if `mode` is not that of a regular file, or of a folder if `folder` is set."""
    if stat.S_ISLNK(mode):
        raise OSError(ELOOP, f"{path.name} is a symbolic link, which is not followed", str(path))
    if folder and not stat.S_ISDIR(mode):
        raise OSError(ENOTDIR, f"{path.name} is not a folder", str(path))
    if not folder and not stat.S_ISREG(mode):
        raise OSError(EINVAL, f"{path.name} is not a regular file", str(path))
