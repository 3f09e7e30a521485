"""Small JSON files that the user may also edit by hand: settings and keys."""

import json
from pathlib import Path

from ludoscope.puzzles.files import read_text
from ludoscope.search.storage import private_files
from ludoscope.tui.saves.json_fields import JsonObject

MAX_CHARACTERS = 1 << 16


def read_object(path: Path, content: str, fallback: str) -> tuple[JsonObject, str]:
    """Read the JSON object in a file.

    Args:
        path: The file, which may be missing.
        content: The expected content, such as "actions and keys", for the message.
        fallback: The consequence, such as "the default keys are used", for the message.

    Returns:
        The object, empty if the file is missing or invalid, and a message on an invalid file.
    """
    try:
        value = json.loads(read_text(path, opener=private_files.opener)[:MAX_CHARACTERS])
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
    except (ValueError, RecursionError):
        problem = "is not JSON"
    else:
        if isinstance(value, dict):
            return value, ""
        problem = f"is not a JSON object of {content}"
    return {}, f"{path} {problem}: {fallback}"
