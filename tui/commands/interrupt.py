"""The effect of Ctrl+C: end the program at once, or interrupt running work so that it cleans up."""

import _signal as signal  # the module `signal` imports four others first
import os

from ludoscope.tui.commands.errors import EXIT_INTERRUPTED


def exit_on_interrupt() -> None:
    """End the program on Ctrl+C without a traceback, unless a handler is installed already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _exit)


def raise_on_interrupt() -> None:
    """Raise KeyboardInterrupt on Ctrl+C from now on, so that running work can clean up."""
    if signal.getsignal(signal.SIGINT) is _exit:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def forget_interrupt() -> None:
    """Make Python exit with the program's own code after a handled KeyboardInterrupt.

    `python -m` ends a program by SIGINT instead, if that exception has passed through the execution
    of a text, such as the definition of a dataclass; executing another text resets this.
    """
    exec("")


def _exit(signal_number: int, frame: object) -> None:
    os._exit(EXIT_INTERRUPTED)
