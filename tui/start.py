"""The entry point. Ctrl+c ends the program without a traceback, whatever is being loaded."""

import _signal as signal  # at hand at once: the module of that name loads four others first
import os

INTERRUPTED = 130


def main() -> int:
    """Run the command line; the exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from ludoscope.tui.cli import main

    code = main()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)  # nothing is left to do but to end
    return code


def interruptible() -> None:
    """From now on ctrl+c raises KeyboardInterrupt, so that running work can be ended properly."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)
