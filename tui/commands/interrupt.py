"""What ctrl+c does: end the program at once, or interrupt running work so that it ends properly."""

import _signal as signal  # at hand at once: the module of that name loads four others first
import os

INTERRUPTED = 130


def end_at_once() -> None:
    """From now on ctrl+c ends the program, without a traceback; not where it means more already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def interruptible() -> None:
    """From now on ctrl+c raises KeyboardInterrupt, so that running work can be ended properly."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)
