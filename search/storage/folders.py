"""Where files are kept: a person's saves, and what can be made again at any time."""

import os
from contextlib import suppress
from errno import ENOENT
from pathlib import Path

CACHE, PROFILES = "cache", "profiles"


def home() -> Path:
    """The folder of the saves: LUDOSCOPE_HOME, or the usual place for a user's data.

    OSError for a user who has no home: a system account, or a number without a name.
    """
    if folder := os.environ.get("LUDOSCOPE_HOME"):
        return Path(folder)
    from platformdirs import user_data_path

    with suppress(RuntimeError):
        usual = user_data_path("ludoscope", appauthor=False)
        if usual.is_absolute():
            return usual
    raise FileNotFoundError(ENOENT, "no home folder found, expected LUDOSCOPE_HOME to name one")


def saves_of(profile: str | None) -> Path:
    """The folder of the saves of that profile, or of those without one. OSError as above."""
    return home() / PROFILES / profile if profile else home()


def cache() -> Path:
    """The folder of what takes time to make; it may be deleted at any time. OSError as above."""
    return home() / CACHE
