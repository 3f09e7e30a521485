"""Address space for the app where the system limits it, as `ulimit -v` does.

The C library reserves 64 MB of it for each of a dozen threads, and the system 8 MB for the stack
of each: 780 MB in all, of which the app uses 49. Where it is short Python itself can't go on,
and ends by a signal.
"""

import sys
import threading

LEAST = 128 << 20  # bytes: twice what the app was seen to take
STACK = 1 << 20  # bytes
ARENA_MAX = -8  # M_ARENA_MAX of mallopt(3)


def make_do() -> str:
    """Reduce what threads reserve if there is a limit; call before any thread is started.

    Returns a sentence when the limit is too low, else "".
    """
    if sys.platform == "win32":  # knows no such limit
        return ""
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return ""
    if limit < LEAST:
        return f"the app needs {LEAST >> 20} MB of address space, found a limit of {limit >> 20} MB"
    threading.stack_size(STACK)
    if sys.platform == "linux":
        import ctypes  # which takes 1 % of the time until the first frame

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # glibc alone has arenas
        if mallopt:
            mallopt(ARENA_MAX, 1)
    return ""
