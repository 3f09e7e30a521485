"""Where files are kept: a person's saves, and what can be made again at any time."""

import os
from pathlib import Path

QUOTA = "LUDOSCOPE_QUOTA"  # in MB
CACHE, PROFILES = "cache", "profiles"
MOST_CACHED = 1 << 30  # bytes, where there is no quota


def home() -> Path:
    """The folder of the saves: LUDOSCOPE_HOME, or the usual place for a user's data."""
    if folder := os.environ.get("LUDOSCOPE_HOME"):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("ludoscope", appauthor=False)


def cache() -> Path:
    """The folder of what takes time to make; it may be deleted at any time."""
    return home() / CACHE


def quota() -> int | None:
    """The bytes that all that is kept may take, half of them for saves; None without a limit."""
    try:
        megabytes = int(os.environ.get(QUOTA, ""))
    except ValueError:
        return None
    return megabytes * 10**6 if megabytes > 0 else None


def most_saved() -> int | None:
    """The bytes that a person's saves, problems and exports may take."""
    bytes_ = quota()
    return None if bytes_ is None else bytes_ // 2


def most_cached() -> int:
    """The bytes that the files in `cache` may take."""
    bytes_ = quota()
    return MOST_CACHED if bytes_ is None else bytes_ // 2
