"""The memory that this process uses, as its operating system reports it.

psutil is not used: it would be the only compiled dependency, for a single number.
"""

import mmap
import os
import sys
import time
from functools import cache, lru_cache

PAGE_BYTES = mmap.PAGESIZE
RECENT_NANOSECONDS = 10_000_000

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _MemoryCounters(ctypes.Structure):
        """The structure PROCESS_MEMORY_COUNTERS of psapi.h."""

        _fields_ = (
            # only "resident" is used; "a" to "f" stand for the fields after it
            ("size", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            *(
                (name, ctypes.c_size_t)
                for name in ("peak", "resident", "a", "b", "c", "d", "e", "f")
            ),
        )

    def memory_in_use() -> int:
        """Return the resident memory of this process in bytes, 0 if it is not known."""
        counters = _MemoryCounters(size=ctypes.sizeof(_MemoryCounters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.K32GetProcessMemoryInfo.argtypes = (
            wintypes.HANDLE,
            ctypes.POINTER(_MemoryCounters),
            wintypes.DWORD,
        )
        succeeded = kernel.K32GetProcessMemoryInfo(
            kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size
        )
        return int(counters.resident) if succeeded else 0

    def address_space() -> int:
        """Return 0: this system does not limit the address space."""
        return 0

else:
    import resource

    @cache
    def _open_statm(_process_id: int) -> int:
        """Open the file with the memory figures of this process, once for each process.

        Opening it takes longer than reading it. The process id is the cache key, since a forked
        process must not read the file of its parent.
        """
        return os.open("/proc/self/statm", os.O_RDONLY)

    def memory_in_use() -> int:
        """Return the resident memory of this process in bytes.

        It is the peak where the system does not report the current figure.
        """
        try:
            return _read_statm(1)
        except OSError:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return peak if sys.platform == "darwin" else peak * 1024

    def address_space() -> int:
        """Return the size of the address space of this process in bytes, 0 if it is not known."""
        try:
            return _read_statm(0)
        except OSError:
            return 0

    def _read_statm(field: int) -> int:
        return int(os.pread(_open_statm(os.getpid()), 200, 0).split()[field]) * PAGE_BYTES


def recent_memory_in_use() -> int:
    """Return `memory_in_use` as it is now, or was less than RECENT_NANOSECONDS ago.

    The figure is read once for many searches that follow each other: reading it takes some 2 µs, a
    good part of an easy one.
    """
    return _memory_in_interval(time.monotonic_ns() // RECENT_NANOSECONDS)


@lru_cache(maxsize=1)
def _memory_in_interval(_number: int) -> int:
    return memory_in_use()
