"""Locks on open files, which end with the program, on every system.

Libraries for it lock files by name; here they are open already, or are folders.
"""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 40  # a byte that no file has: one that is locked nobody else can read

    def lock(handle: int) -> bool:
        """Lock a file; False when another program has locked it."""
        where = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            os.lseek(handle, FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(handle, where, os.SEEK_SET)
        return True

    def open_folder(folder: Path) -> int:
        """A descriptor to lock for a folder: of a file in it, as folders cannot be opened."""
        return os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)

else:
    import fcntl

    def lock(handle: int) -> bool:
        """Lock a file; False when another program has locked it, True where locks do not exist."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # not every network's disk knows locks
            pass
        return True

    def open_folder(folder: Path) -> int:
        """A descriptor to lock for a folder."""
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
