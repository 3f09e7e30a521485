"""Limits of disk space: for a user's saves, and for the cache of files that can be made again.

Without a quota the saves have no limit, and the cache may take `MOST_CACHED` bytes.
"""

import os
from contextlib import suppress
from errno import EFBIG
from pathlib import Path

from ludoscope.search.storage import private
from ludoscope.search.storage.folders import CACHE, PROFILES

QUOTA = "LUDOSCOPE_QUOTA"  # in MB
MOST_CACHED = 1 << 30  # bytes, where there is no quota
MARK = ".atlas"  # in the names of files that can be made again


class TooLargeError(OSError):
    """A file that is larger than the limit for all files of its kind."""


def quota() -> int | None:
    """The limit of saves and cache in bytes, half of it for saves; None without a limit."""
    try:
        megabytes = int(os.environ.get(QUOTA, ""))
    except ValueError:
        return None
    return megabytes * 10**6 if megabytes > 0 else None


def most_saved() -> int | None:
    """The bytes that a user's saves, problems and exports may take."""
    bytes_ = quota()
    return None if bytes_ is None else bytes_ // 2


def most_cached() -> int:
    """The bytes that the files in `cache` may take."""
    bytes_ = quota()
    return MOST_CACHED if bytes_ is None else bytes_ // 2


def saved(folder: Path) -> int:
    """The bytes that all files of a user take, without the cache and other profiles."""
    size, rest = 0, [folder]
    while rest:
        with suppress(OSError), os.scandir(rest.pop()) as found:
            for entry in found:
                with suppress(OSError):  # gone meanwhile
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in (CACHE, PROFILES):
                            rest.append(Path(entry.path))
                    else:
                        size += entry.stat(follow_symlinks=False).st_size
    return size


def make_room(folder: Path, size: int, most: int) -> None:
    """Delete atlases, those used longest ago first, until `size` more bytes fit into `most`.

    TooLargeError when `size` is greater than `most`, OSError when deleting fails.
    """
    if size > most:
        said = f"{size / 1e6:,.1f} MB, expected at most {most / 1e6:,.1f} MB for the whole cache"
        raise TooLargeError(EFBIG, said)
    private.make_folder(folder)
    with os.scandir(folder) as entries:
        rows = [(found, entry) for entry in entries if (found := _stat(entry))]
    over = sum(found.st_size for found, _ in rows) + size - most
    for found, entry in sorted(rows, key=lambda row: row[0].st_mtime):
        if over > 0 and MARK in entry.name:  # or one that was never finished
            with suppress(FileNotFoundError):
                os.unlink(entry)
            over -= found.st_size


def _stat(entry: "os.DirEntry[str]") -> os.stat_result | None:
    """None when the file is gone meanwhile, as one that another program has just written."""
    try:
        return entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
