"""Where files are kept: a person's saves, and what can be made again at any time."""

import os
from pathlib import Path

CACHE, PROFILES = "cache", "profiles"


def home() -> Path:
    """The folder of the saves: LUDOSCOPE_HOME, or the usual place for a user's data."""
    if folder := os.environ.get("LUDOSCOPE_HOME"):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("ludoscope", appauthor=False)


def cache() -> Path:
    """The folder of what takes time to make; it may be deleted at any time."""
    return home() / CACHE
