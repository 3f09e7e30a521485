"""Address space for the app where it is limited, as `ulimit -v` does and we do in a browser.

The C library reserves 64 MB of address space for each of a dozen threads, and the system 8 MB for
the stack of each: 780 MB in all, of which the app uses 49. With a lower limit Python itself ends by
a signal.
"""

import sys
import threading
from contextlib import suppress

from ludoscope.tui.commands.errors import UsageError

MIN_ADDRESS_SPACE = 128 << 20  # bytes; twice what the app was measured to use
THREAD_STACK_SIZE = 1 << 20  # bytes
BROWSER_ADDRESS_SPACE = 512 << 20  # bytes, for the app in a browser
M_ARENA_MAX = -8  # a parameter of mallopt(3)


def limit_address_space(limit: int) -> None:
    """Limit the address space of this process, unless the system has a lower limit.

    Workers, which have limits of their own, may raise it again.

    Args:
        limit: Bytes.
    """
    if sys.platform == "win32":  # has no such limit
        return
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY or soft > limit:
        with suppress(ValueError, OSError):  # macOS may refuse
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def reduce_reservations() -> None:
    """Reserve less for each thread if address space is limited; call it before any thread starts.

    Raises:
        UsageError: The limit is too low for the app.
    """
    if sys.platform == "win32":  # has no such limit
        return
    import resource  # not on Windows

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return
    if limit < MIN_ADDRESS_SPACE:
        raise UsageError(
            f"the app needs {MIN_ADDRESS_SPACE >> 20} MB of address space, "
            f"found a limit of {limit >> 20} MB"
        )
    threading.stack_size(THREAD_STACK_SIZE)
    if sys.platform == "linux":
        import ctypes  # takes 1 % of the time until the first frame

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # only glibc has arenas
        if mallopt:
            mallopt(M_ARENA_MAX, 1)
