"""What goes to the terminal, by a thread of its own: who writes never waits for the link."""

import os
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress

CHUNK = 1024  # bytes; what is being written cannot be taken back


class Output:
    """`lost` is called, once and in the writing thread, when nobody can read any more."""

    def __init__(self, fileno: int, lost: Callable[[], None]) -> None:
        self._fileno = fileno
        self._tell_lost = lost
        self._lost = False
        self._pending = bytearray()
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
                chunk = bytes(self._pending[:CHUNK])
                del self._pending[:CHUNK]
                self._writing = True
            try:
                self._write_all(chunk)
            except OSError:
                self._lost = True
            with self._changed:
                self._writing = False
                self._changed.notify_all()
        self._tell_lost()

    def _write_all(self, chunk: bytes) -> None:
        while chunk:
            chunk = chunk[os.write(self._fileno, chunk) :]
