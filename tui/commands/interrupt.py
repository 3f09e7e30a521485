"""The effect of Ctrl+C and SIGTERM: end the program, or interrupt work so that it cleans up."""

import _signal as signal  # the module `signal` imports four others first
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ludoscope.tui.commands.errors import EXIT_INTERRUPTED


class Terminated(KeyboardInterrupt):
    """Raised in place of the KeyboardInterrupt that SIGTERM has caused."""


def exit_on_interrupt() -> None:
    """End the program on Ctrl+C without a traceback, unless a handler is installed already."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _exit)


def raise_on_interrupt() -> None:
    """Raise KeyboardInterrupt on Ctrl+C from now on, so that running work can clean up."""
    if signal.getsignal(signal.SIGINT) is _exit:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def interrupted_by_sigterm() -> Iterator[None]:
    """Interrupt the block on SIGTERM as on Ctrl+C, so that running work can clean up.

    A second SIGTERM ends the program at once. Processes that are started in the block have the
    default action of SIGTERM.

    Raises:
        Terminated: SIGTERM was received.
    """
    is_terminated = False

    def interrupt(signal_number: int, frame: object) -> None:
        nonlocal is_terminated
        is_terminated = True
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):  # scripts start background jobs that ignore Ctrl+C
            handler = signal.default_int_handler
        handler(signal.SIGINT, frame)

    is_main_thread = threading.current_thread() is threading.main_thread()
    if not is_main_thread or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield  # it is ignored, or handled by the program that calls this one
        return
    try:
        signal.signal(signal.SIGTERM, interrupt)
        yield
    except KeyboardInterrupt as error:
        if is_terminated:
            raise Terminated from error
        raise
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def forget_interrupt() -> None:
    """Make Python exit with the program's own code after a handled KeyboardInterrupt.

    `python -m` ends a program by SIGINT instead, if that exception has passed through the execution
    of a text, such as the definition of a dataclass; executing another text resets this.
    """
    exec("")


def _exit(signal_number: int, frame: object) -> None:
    os._exit(EXIT_INTERRUPTED)
