"""Output to the terminal, written by a thread of its own: the app never waits for the link."""

import os
import select
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress

CHUNK = 4096  # bytes
LOOK = 0.1  # seconds between looks at a terminal that takes nothing; it does not always wake us


class Output:
    """`lost` is called, once and in the writing thread, when nobody can read any more."""

    def __init__(self, fileno: int, lost: Callable[[], None]) -> None:
        self._fileno = _without_waiting(fileno)
        self._tell_lost = lost
        self._lost = False
        self._pending = bytearray()
        self._replaced = 0  # how often
        self._writing = False
        self._changed = threading.Condition()
        threading.Thread(target=self._write_for_ever, name="output", daemon=True).start()

    def write(self, data: bytes) -> None:
        with self._changed:
            if not self._lost:
                self._pending += data
                self._changed.notify_all()

    def replace(self, data: bytes) -> None:
        """Write `data` instead of all that has not reached the terminal yet."""
        with self._changed:
            self._pending.clear()
            self._replaced += 1
            with suppress(termios.error):
                termios.tcflush(self._fileno, termios.TCOFLUSH)
        self.write(data)

    def drained(self, seconds: float) -> bool:
        """Whether everything was handed on, or will never be, within `seconds`."""
        until = time.monotonic() + seconds
        with self._changed:
            while not self._lost and (self._pending or self._writing):
                if not self._changed.wait(max(0.0, until - time.monotonic())):
                    return False
        return True

    def _write_for_ever(self) -> None:
        while not self._lost:
            with self._changed:
                while not self._pending:
                    self._changed.wait()
            if select.select([], [self._fileno], [], LOOK)[1]:
                self._write_some()
        self._tell_lost()

    def _write_some(self) -> None:
        with self._changed:
            chunk = bytes(self._pending[:CHUNK])
            del self._pending[:CHUNK]
            replaced, self._writing = self._replaced, True
        written = 0
        try:
            written = os.write(self._fileno, chunk)
        except BlockingIOError:
            pass
        except OSError:
            self._lost = True
        with self._changed:
            if replaced == self._replaced:
                self._pending[:0] = chunk[written:]
            self._writing = False
            self._changed.notify_all()


def _without_waiting(fileno: int) -> int:
    """The same terminal, opened anew so that only our writing never waits, not our shell's."""
    try:
        return os.open(os.ttyname(fileno), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:  # it belongs to somebody else
        return fileno
