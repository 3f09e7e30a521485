"""Output to the terminal, written by a thread of its own: the app never waits for the link."""

import os
import select
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress

CHUNK_BYTES = 4096
POLL_INTERVAL_SECONDS = 0.1  # for a terminal that takes nothing: select may miss that it is gone


class Output:
    """A writer that never blocks.

    Args:
        fileno: The terminal's file descriptor.
        on_lost: Called once, in the writing thread, when the terminal is gone.
    """

    def __init__(self, fileno: int, on_lost: Callable[[], None]) -> None:
        self._fileno = _open_nonblocking(fileno)
        self._on_lost = on_lost
        self._is_lost = False
        self._pending = bytearray()
        self._replace_count = 0
        self._is_writing = False
        self._changed = threading.Condition()
        threading.Thread(target=self._run, name="output", daemon=True).start()

    def write(self, data: bytes) -> None:
        with self._changed:
            if not self._is_lost:
                self._pending += data
                self._changed.notify_all()

    def replace(self, data: bytes) -> None:
        """Write `data` instead of all that has not reached the terminal yet."""
        with self._changed:
            self._pending.clear()
            self._replace_count += 1
            with suppress(termios.error):
                termios.tcflush(self._fileno, termios.TCOFLUSH)
        self.write(data)

    def wait_until_sent(self, seconds: float) -> bool:
        """Return True once everything was written or the terminal is gone, False after a time."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not self._is_lost and (self._pending or self._is_writing):
                if not self._changed.wait(max(0.0, deadline - time.monotonic())):
                    return False
        return True

    def _run(self) -> None:
        while not self._is_lost:
            with self._changed:
                while not self._pending:
                    self._changed.wait()
            if select.select([], [self._fileno], [], POLL_INTERVAL_SECONDS)[1]:
                self._write_chunk()
        self._on_lost()

    def _write_chunk(self) -> None:
        with self._changed:
            chunk = bytes(self._pending[:CHUNK_BYTES])
            del self._pending[:CHUNK_BYTES]
            replace_count, self._is_writing = self._replace_count, True
        byte_count = 0
        try:
            byte_count = os.write(self._fileno, chunk)
        except BlockingIOError:
            pass
        except OSError:
            self._is_lost = True
        with self._changed:
            if replace_count == self._replace_count:
                self._pending[:0] = chunk[byte_count:]
            self._is_writing = False
            self._changed.notify_all()


def _open_nonblocking(fileno: int) -> int:
    """Open the terminal of `fileno` anew, so that it does not become non-blocking for the shell.

    Returns:
        The new descriptor; `fileno` if the terminal cannot be opened by this user.
    """
    try:
        return os.open(os.ttyname(fileno), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return fileno
