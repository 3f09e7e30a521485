"""Names under which files that cannot be read are kept, so that new ones can be written."""

from datetime import datetime
from pathlib import Path


def rename_broken(path: Path) -> Path:
    """Give a broken file a dated name that is not in use; return the new path.

    Raises:
        OSError: The file cannot be renamed.
    """
    stem = f"{path.stem}-{datetime.now():%Y%m%d-%H%M%S}.broken"
    backup, number = path.with_name(f"{stem}{path.suffix}"), 1
    while backup.exists():
        number += 1
        backup = path.with_name(f"{stem}-{number}{path.suffix}")
    path.rename(backup)
    return backup
