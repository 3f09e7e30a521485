"""The folders of the program: the user's saves, and the cache."""

import os
from contextlib import suppress
from errno import ENOENT
from pathlib import Path

CACHE_NAME, PROFILES_NAME = "cache", "profiles"  # names of folders in the data folder


def data_folder() -> Path:
    """Return the data folder: LUDOSCOPE_HOME, or the system's folder for a user's data.

    Raises:
        OSError: The user has no home folder, and LUDOSCOPE_HOME is not set.
    """
    if folder := os.environ.get("LUDOSCOPE_HOME"):
        return Path(folder)
    from platformdirs import user_data_path

    with suppress(RuntimeError):
        data_folder = user_data_path("ludoscope", appauthor=False)
        if data_folder.is_absolute():
            return data_folder
    raise FileNotFoundError(ENOENT, "no home folder found, expected LUDOSCOPE_HOME to name one")


def profile_saves_folder(profile: str | None) -> Path:
    """Return the folder of the saves of a profile, or of those without a profile.

    Raises:
        OSError: As for `data_folder`.
    """
    return data_folder() / PROFILES_NAME / profile if profile else data_folder()


def cache_folder() -> Path:
    """Return the folder of files that can be computed again, and so may be deleted.

    Raises:
        OSError: As for `data_folder`.
    """
    return data_folder() / CACHE_NAME
