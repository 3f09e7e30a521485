"""Advisory locks on open files and folders, released when the program ends.

Libraries such as filelock lock files by name; here the files are open already.
"""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    # a byte beyond the end of any file is locked: other programs cannot read a locked byte
    LOCKED_OFFSET = 1 << 40

    def try_lock(handle: int) -> bool:
        """Lock an open file; return False if another program has locked it."""
        offset = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            os.lseek(handle, LOCKED_OFFSET, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(handle, offset, os.SEEK_SET)
        return True

    def open_lock_handle(folder: Path) -> int:
        """Open a file in `folder` to lock, since folders cannot be opened; return its handle."""
        return os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Lock an open file or folder; return False if another program has locked it.

        On file systems without locks it returns True.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # some network file systems have no locks
            pass
        return True

    def open_lock_handle(folder: Path) -> int:
        """Open a folder to lock it; return its descriptor."""
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
