"""Small JSON files that the user may also edit by hand: settings and keys.

A file without the field "version" is of version 1. One of a newer version is read as far as this
program knows its fields, and never written. A file that cannot be read is renamed to
`<name>-<date>.broken.json` before a new one is written.
"""

import json
from collections.abc import Mapping
from errno import EPERM
from pathlib import Path
from typing import NamedTuple

from ludoscope.games import NotationError
from ludoscope.games.json_objects import JsonObject, parse_object
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.search.storage import private_files
from ludoscope.tui.saves.broken_files import rename_broken

VERSION = 1
VERSION_FIELD = "version"
MAX_CHARACTERS = 1 << 16


class JsonFile(NamedTuple):
    """The object in a JSON file, and a message if the file cannot be used as it is."""

    values: JsonObject
    problem: str = ""
    is_newer: bool = False


def read_json_file(path: Path, fallback: str) -> JsonFile:
    """Read the JSON object in a file.

    Args:
        path: The file, which may be missing.
        fallback: The consequence, such as "the default keys are used", for the message.

    Returns:
        The object without its version, empty if the file is missing or invalid.
    """
    try:
        values = parse_object(read_text(path, opener=private_files.opener), MAX_CHARACTERS)
    except FileNotFoundError:
        return JsonFile({})
    except OSError as error:
        return JsonFile({}, f"{path} cannot be read ({error.strerror}): {fallback}")
    except NotationError as error:
        return JsonFile({}, f"{FileError(str(path), error)}: {fallback}")
    version = values.pop(VERSION_FIELD, VERSION)
    if type(version) is not int or version < VERSION:
        problem = f"{path} has no valid version, expected {VERSION}"
        return JsonFile({}, f"{problem}: {fallback}")
    if version > VERSION:
        problem = f"{path} is of version {version}, this program writes version {VERSION}"
        return JsonFile(values, f"{problem}: changes are not saved", is_newer=True)
    return JsonFile(values)


def write_json_file(
    path: Path,
    values: Mapping[str, object],
    indent: int | None = None,
    *,
    keep_present: bool = False,
) -> None:
    """Write the object of a file, unless there is one of a newer version.

    Args:
        path: The file. One that cannot be read is kept under another name.
        values: The object.
        indent: The indentation, None to write one line.
        keep_present: True if the present file is to be kept too, because its values are invalid.

    Raises:
        OSError: The file cannot be written, or is of a newer version.
    """
    present = read_json_file(path, "")
    if present.is_newer:
        raise PermissionError(EPERM, "a newer version of Ludoscope wrote the file", str(path))
    if present.problem or (keep_present and path.exists()):
        private_files.check_no_links(path.parent)
        private_files.check_file(path)
        rename_broken(path)
    private_files.write_atomically(path, json.dumps(values, indent=indent) + "\n")
