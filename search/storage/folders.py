"""The folders of the program: of the user's saves, and of files that can be made again."""

import os
from contextlib import suppress
from errno import ENOENT
from pathlib import Path

CACHE, PROFILES = "cache", "profiles"


def home() -> Path:
    """The folder of the saves: LUDOSCOPE_HOME, or the usual folder for a user's data.

    OSError for a user without a home folder.
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
    """The folder of files that can be made again, which may be deleted; OSError as above."""
    return home() / CACHE
