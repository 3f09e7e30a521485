"""The log of errors, `errors.log` in the data folder: whole tracebacks, for reports of a fault.

The file is private, and an older half of it is kept in `errors.log.1`.
"""

import os
import platform
import time
from contextlib import suppress
from pathlib import Path

from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import data_folder
from ludoscope.tui.text.sanitize import escape_controls

LOG_NAME = "errors.log"
MAX_LOG_BYTES = 256 << 10  # then a new file is begun
MAX_ENTRY_CHARACTERS = 32 << 10  # a traceback of a recursion repeats itself


def log_path() -> Path:
    """Return the path of the log.

    Raises:
        OSError: The user has no data folder.
    """
    return data_folder() / LOG_NAME


def write_error(title: str, details: str) -> bool:
    """Append an entry to the log; return False if that fails.

    Args:
        title: The heading of the entry, one line.
        details: The traceback.
    """
    if len(details) > MAX_ENTRY_CHARACTERS:
        half = MAX_ENTRY_CHARACTERS // 2
        details = f"{details[:half]}\n…\n{details[-half:]}"
    heading = f"{time.strftime('%Y-%m-%d %H:%M:%S')} Python {platform.python_version()}: {title}"
    lines = map(escape_controls, [heading, *details.splitlines(), ""])
    text = "".join(f"{line}\n" for line in lines)
    with suppress(OSError):
        path = log_path()
        private_files.make_folder(path.parent)
        with suppress(FileNotFoundError):
            if os.path.getsize(path) > MAX_LOG_BYTES:
                os.replace(path, path.with_name(f"{LOG_NAME}.1"))
        with open(
            path, "a", encoding="utf-8", errors="backslashreplace", opener=private_files.opener
        ) as file:
            file.write(text)
        return True
    return False
