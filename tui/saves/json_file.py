"""Small JSON files that the user may also edit by hand: settings and keys."""

import json
from pathlib import Path
from typing import NamedTuple

from ludoscope.puzzles.files import read_text
from ludoscope.search.storage import private_files
from ludoscope.tui.saves.json_fields import JsonObject

MAX_CHARACTERS = 1 << 16


class JsonFile(NamedTuple):
    """The object in a JSON file, and a message if the file cannot be used."""

    values: JsonObject
    problem: str = ""


def read_json_file(path: Path, content: str, fallback: str) -> JsonFile:
    """Read the JSON object in a file.

    Args:
        path: The file, which may be missing.
        content: The expected content, such as "actions and keys", for the message.
        fallback: The consequence, such as "the default keys are used", for the message.

    Returns:
        The object, empty if the file is missing or invalid.
    """
    try:
        value = json.loads(read_text(path, opener=private_files.opener)[:MAX_CHARACTERS])
    except FileNotFoundError:
        return JsonFile({})
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
    except (ValueError, RecursionError):
        problem = "is not JSON"
    else:
        if isinstance(value, dict):
            return JsonFile(value)
        problem = f"is not a JSON object of {content}"
    return JsonFile({}, f"{path} {problem}: {fallback}")
