"""Limits of disk space for a user's saves and for the cache.

A quota is shared equally by both. Without one the saves have no limit, and the cache may take
`DEFAULT_CACHE_BYTES`.
"""

import os
from contextlib import suppress
from errno import EFBIG
from pathlib import Path

from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import CACHE_NAME, PROFILES_NAME

QUOTA_VARIABLE = "LUDOSCOPE_QUOTA"  # environment variable: megabytes (10**6 bytes)
DEFAULT_CACHE_BYTES = 1 << 30  # if there is no quota
CACHED_FILE_MARK = ".atlas"  # in the names of cached files, also of temporary ones


class TooLargeError(OSError):
    """Raised when a file is larger than the limit for all files of its kind."""


def quota_bytes() -> int | None:
    """Return the limit of saves and cache together in bytes, None if there is none."""
    try:
        megabytes = int(os.environ.get(QUOTA_VARIABLE, ""))
    except ValueError:
        return None
    return megabytes * 10**6 if megabytes > 0 else None


def max_saved_bytes() -> int | None:
    """Return how many bytes a user's saves, problems and exports may take; None for no limit."""
    total = quota_bytes()
    return None if total is None else total // 2


def max_cached_bytes() -> int:
    """Return how many bytes the files in the cache may take."""
    total = quota_bytes()
    return DEFAULT_CACHE_BYTES if total is None else total // 2


def saved_bytes(folder: Path) -> int:
    """Return how many bytes all files of a user take, without the cache and other profiles."""
    total = 0
    excluded = (folder / CACHE_NAME, folder / PROFILES_NAME)
    folders = [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                with suppress(OSError):  # deleted meanwhile
                    if entry.is_dir(follow_symlinks=False):
                        if (path := Path(entry.path)) not in excluded:
                            folders.append(path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
    return total


def evict_atlases(folder: Path, size: int, max_bytes: int) -> None:
    """Delete atlases from the cache, the least recently used first, to make room for a new file.

    Args:
        folder: The cache; it is created if it does not exist.
        size: Bytes of the new file.
        max_bytes: Bytes that all files in `folder` may take.

    Raises:
        TooLargeError: `size` is greater than `max_bytes`.
        OSError: A file cannot be deleted.
    """
    if size > max_bytes:
        reason = (
            f"{size / 1e6:,.1f} MB, expected at most {max_bytes / 1e6:,.1f} MB for the whole cache"
        )
        raise TooLargeError(EFBIG, reason)
    private_files.make_folder(folder)
    with os.scandir(folder) as entries:
        files = [(status, entry) for entry in entries if (status := _status(entry))]
    excess = sum(status.st_size for status, _ in files) + size - max_bytes
    for status, entry in sorted(files, key=lambda file: file[0].st_mtime):
        if excess > 0 and CACHED_FILE_MARK in entry.name:
            with suppress(FileNotFoundError):
                os.unlink(entry)
            excess -= status.st_size


def _status(entry: "os.DirEntry[str]") -> os.stat_result | None:
    """Return the status of a file, None if another program has deleted it meanwhile."""
    try:
        return entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
