"""Files that a person asked for while playing: dated, in the folder `exports` of the saves."""

import re
import time
from collections.abc import Mapping
from pathlib import Path

from ludoscope.search.storage import private_files

FOLDER = "exports"


def write(home: Path, name: str, texts: Mapping[str, str]) -> str:
    """A file for each text, by suffix; where they are. OSError when they cannot be written."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{name}-{stamp}")
    folder = home / FOLDER
    for suffix, text in texts.items():
        private_files.write_atomically(folder / f"{stem}{suffix}", text)
    return f"{folder / stem}{' and '.join(texts)}"
