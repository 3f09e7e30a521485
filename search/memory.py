"""The memory that this process uses, as its system tells it.

A library for it (psutil) would be the only one of ours that is compiled, for a figure.
"""

import mmap
import os
import sys
from functools import cache

PAGE = mmap.PAGESIZE  # bytes

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of psapi.h."""

        _fields_ = (
            ("size", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            *(
                (name, ctypes.c_size_t)
                for name in ("peak", "resident", "a", "b", "c", "d", "e", "f")
            ),
        )

    def memory_in_use() -> int:
        """Resident bytes of this process."""
        counters = _Counters(size=ctypes.sizeof(_Counters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.K32GetProcessMemoryInfo.argtypes = (
            wintypes.HANDLE,
            ctypes.POINTER(_Counters),
            wintypes.DWORD,
        )
        known = kernel.K32GetProcessMemoryInfo(
            kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size
        )
        return int(counters.resident) if known else 0

else:
    import resource

    @cache
    def _statm(_: int) -> int:
        """The open file with the size of the process of that id: to open it costs more."""
        return os.open("/proc/self/statm", os.O_RDONLY)

    def memory_in_use() -> int:
        """Resident bytes of this process; their peak where the system has no current figure."""
        try:
            return int(os.pread(_statm(os.getpid()), 200, 0).split()[1]) * PAGE
        except OSError:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return peak if sys.platform == "darwin" else peak * 1024
