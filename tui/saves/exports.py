"""Files that the user asks for while playing: dated, in the folder `exports` of the saves."""

import re
import time
from collections.abc import Mapping
from pathlib import Path

from ludoscope.search.storage import private_files

FOLDER_NAME = "exports"


def write(folder: Path, name: str, texts: Mapping[str, str]) -> str:
    """Write a file for each text.

    Args:
        folder: The folder of the saves.
        name: The subject, first part of the file names.
        texts: The content of each file, by suffix such as `.csv`.

    Returns:
        The path without suffix, followed by the suffixes, for a message.

    Raises:
        OSError: A file cannot be written.
    """
    timestamp = time.strftime("%Y-%m-%d-%H%M%S")
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{name}-{timestamp}")
    path = folder / FOLDER_NAME / stem
    for suffix, text in texts.items():
        private_files.write_atomically(path.with_name(f"{stem}{suffix}"), text)
    return f"{path}{' and '.join(texts)}"
