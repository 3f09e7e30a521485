"""The entry points that installed distributions declare.

`importlib.metadata` tells the same, but it loads parsers of mails, tables and zip files, thirty
modules, and takes a twentieth of the time until the app's first frame. It is asked where a
distribution may be elsewhere than in a folder.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import PathFinder

FILE = "entry_points.txt"
KINDS = (".dist-info", ".egg-info")


def entry_points(group: str) -> list[tuple[str, str]]:
    """Name and value of each entry point of a group; of two distributions of a name the first."""
    if not _all_in_folders():
        from importlib import metadata

        return [(entry.name, entry.value) for entry in metadata.entry_points(group=group)]
    places: dict[str, str] = {}
    for folder in dict.fromkeys(sys.path):
        with suppress(OSError):  # it need not be there
            for name in os.listdir(folder or "."):
                if name.endswith(KINDS):
                    called = os.path.splitext(name)[0].partition("-")[0]
                    key = re.sub(r"[-_.]+", "_", called).lower()
                    places.setdefault(key, os.path.join(folder, name))
    return [entry for place in places.values() for entry in _declared(place, group)]


def _all_in_folders() -> bool:
    """Whether nothing is imported from archives, nor by other ways than Python's own."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    archives = [path for path in sys.path if path.endswith(".egg") or os.path.isfile(path)]
    return finders == [PathFinder] and not archives


def _declared(place: str, group: str) -> Iterator[tuple[str, str]]:
    """Those of one distribution."""
    try:
        with open(os.path.join(place, FILE), encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file]
    except OSError:  # most have none
        return
    here = False
    for line in lines:
        if line.startswith("["):
            here = line == f"[{group}]"
        elif here and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()
