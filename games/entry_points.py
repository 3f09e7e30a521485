"""A fast reader of the versions and the entry points of installed distributions.

`importlib.metadata` gives the same result, but it imports some thirty modules (parsers of mail
headers, tables and zip files) and takes 26 ms, 5 % of the time to the first frame. It is used only
if a distribution may be in an archive or found by a custom finder, or is not found.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import PathFinder
from typing import NamedTuple

from ludoscope.games.errors import short_line

ENTRY_POINTS_FILE = "entry_points.txt"
GROUPS = ("ludoscope.games", "ludoscope.solvers", "ludoscope.collections", "ludoscope.boards")
MAX_DISTRIBUTION_CHARACTERS = 60  # of its name and version, in messages
METADATA_SUFFIXES = (".dist-info", ".egg-info")


class EntryPoint(NamedTuple):
    """An entry point of a distribution.

    Attributes:
        name: Its name in the group.
        value: The object that it names: "sokoban.family:SokobanFamily".
        distribution: The distribution with its version: "sokoban 1.0".
    """

    name: str
    value: str
    distribution: str


def entry_points(group: str) -> list[EntryPoint]:
    """Return every entry point in a group.

    If a distribution is in several folders of `sys.path`, only the first of them is read.
    """
    if not _all_in_folders():
        from importlib import metadata

        return [
            EntryPoint(
                entry.name,
                entry.value,
                _distribution_text(entry.dist.name, entry.dist.version) if entry.dist else "",
            )
            for entry in metadata.entry_points(group=group)
        ]
    return list(_entry_points_by_group(tuple(sys.path)).get(group, ()))


def installed_version(distribution: str) -> str:
    """Return the version of an installed distribution.

    Raises:
        PackageNotFoundError: It is not installed. The class is in `importlib.metadata`.
    """
    if _all_in_folders():
        folder = _metadata_folders(tuple(sys.path)).get(_normalize(distribution), "")
        if version := _name_and_version(folder)[1]:
            return version
    from importlib import metadata

    return metadata.version(distribution)


@lru_cache(1)
def _entry_points_by_group(folders: tuple[str, ...]) -> dict[str, list[EntryPoint]]:
    """Return all entry points, by group; the files are read once."""
    by_group: dict[str, list[EntryPoint]] = {}
    for path in _metadata_folders(folders).values():
        distribution, version = _name_and_version(path)
        for group, name, value in _read(path):
            entry = EntryPoint(name, value, _distribution_text(distribution, version))
            by_group.setdefault(group, []).append(entry)
    return by_group


@lru_cache(1)
def _metadata_folders(folders: tuple[str, ...]) -> dict[str, str]:
    """Return the folder with the metadata of each distribution, by normalized name."""
    metadata_folders: dict[str, str] = {}
    for folder in dict.fromkeys(folders):
        with suppress(OSError):  # sys.path may name folders that do not exist
            for name in os.listdir(folder or "."):
                if name.endswith(METADATA_SUFFIXES):
                    path = os.path.join(folder, name)
                    metadata_folders.setdefault(_normalize(_name_and_version(path)[0]), path)
    return metadata_folders


def _name_and_version(metadata_folder: str) -> tuple[str, str]:
    """Return what a folder is named after; the version is "" in a source tree."""
    name, _, version = os.path.splitext(os.path.basename(metadata_folder))[0].partition("-")
    return name, version


def _normalize(distribution: str) -> str:
    return re.sub(r"[-_.]+", "_", distribution).lower()


def find_distribution(value: str) -> str:
    """Return the distribution that declares an object to Ludoscope, "" if none does."""
    entries = (entry for group in GROUPS for entry in entry_points(group))
    return next((entry.distribution for entry in entries if entry.value == value), "")


def forget_entry_points() -> None:
    """Read the files again on next use; a distribution may have been installed meanwhile."""
    _metadata_folders.cache_clear()
    _entry_points_by_group.cache_clear()


def _distribution_text(name: str, version: str) -> str:
    """Return the name and the version of a distribution, for messages."""
    return short_line(f"{name} {version}", MAX_DISTRIBUTION_CHARACTERS)


def _all_in_folders() -> bool:
    """Return True if nothing is imported from archives or by custom finders."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    archives = [path for path in sys.path if path.endswith(".egg") or os.path.isfile(path)]
    return finders == [PathFinder] and not archives


def _read(metadata_folder: str) -> Iterator[tuple[str, str, str]]:
    """Yield (group, name, value) of each entry point of one distribution."""
    try:
        path = os.path.join(metadata_folder, ENTRY_POINTS_FILE)
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file]
    except OSError:  # most distributions have no entry points
        return
    group = ""
    for line in lines:
        if line.startswith("["):
            group = line.removeprefix("[").removesuffix("]")
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield group, name.strip(), value.strip()
