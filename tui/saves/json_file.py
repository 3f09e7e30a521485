"""Small JSON files that a person may also write by hand: settings, keys."""

import json
from pathlib import Path
from typing import Any

from ludoscope.puzzles.files import read_text
from ludoscope.search.storage import private_files

MOST = 1 << 16  # characters of such a file


def read_object(path: Path, what: str, usual: str) -> tuple[dict[str, Any], str]:
    """The object in a file, an empty one without it; and a sentence where it cannot be used.

    `what` it should hold, and that the `usual` is used instead, is part of the sentence.
    """
    try:
        found = json.loads(read_text(path, opener=private_files.opener)[:MOST])
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        wrong = f"cannot be read ({error.strerror})"
    except (ValueError, RecursionError):
        wrong = "is not JSON"
    else:
        if isinstance(found, dict):
            return found, ""
        wrong = f"is not a JSON object of {what}"
    return {}, f"{path} {wrong}: {usual}"
