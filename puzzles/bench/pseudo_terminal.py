"""A program in a pseudo-terminal: type keys, read its output, detect when a frame is complete.

It answers the queries that a terminal gets (status, cursor, attributes, modes). It claims to
support synchronized output, so that every frame ends with a mark. Standard library only.

    with PseudoTerminal([sys.executable, "-m", "ludoscope"]) as terminal:
        terminal.press("down", "enter")
        output = terminal.read_until(lambda output: b"Hexapawn" in output)
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from ludoscope.puzzles.bench.slow_link import SlowLink

MOUSE_ON, MOUSE_OFF = b"\x1b[?1003h", b"\x1b[?1003l"
FRAME_END = b"\x1b[?2026l"

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "space": " ",
    "backspace": "\x7f",
    **{f"ctrl+{letter}": chr(ord(letter) & 31) for letter in "abcdefglnopqrstuwxyz"},
}

_QUERY = re.compile(rb"\x1b\[(?:(5n)|(6n)|(c)|\?([0-9]+)\$p)")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-9?;$<>=]*)?\Z")


class PseudoTerminal:
    """A command in a terminal and a session of its own.

    Args:
        command: The program and its arguments.
        columns: Width in cells.
        rows: Height in cells.
        env: Environment variables added to the current ones.
        rate: Bytes a second of the link; None for no limit.
        controlling: False to send the program no signal when the terminal is gone.

    Attributes:
        output: Every byte the program has written so far.
        process: The program.
        descriptor: The terminal's end of the pseudo-terminal.
        answers_queries: False while queries wait for their answers.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
        rate: float | None = None,
        controlling: bool = True,
    ) -> None:
        self.output = b""
        self.answers_queries = True
        self._searched = 0  # bytes of `output` searched for queries
        self._is_aborted = False
        self.descriptor, program_end = pty.openpty()
        self.resize(columns, rows)
        defaults = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLORTERM": ""}
        self.process = subprocess.Popen(
            command,
            stdin=program_end,
            stdout=program_end,
            stderr=program_end,
            env={**os.environ, **defaults, **(env or {})},
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controlling else None,
        )
        os.close(program_end)
        self._link = SlowLink(self.descriptor, rate) if rate else None

    def __enter__(self) -> "PseudoTerminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def resize(self, columns: int, rows: int) -> None:
        """Set the terminal's size in cells."""
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def write(self, data: bytes) -> None:
        """Send input to the program."""
        os.write(self.descriptor, data)

    def press(self, *keys: str) -> None:
        """Type keys, given by name or as the character they type."""
        for key in keys:
            self.write(KEYS.get(key, key).encode())

    def read(self, seconds: float = 0.0) -> bytes:
        """Return the program's next output, b"" if there is none within `seconds`.

        Raises:
            ConnectionAbortedError: `abort` was called.
        """
        if self._is_aborted:
            raise ConnectionAbortedError("the measurement was stopped")
        data = self._link.read(seconds) if self._link else self._read(seconds)
        self.output += data
        self._answer_queries()
        return data

    def _read(self, seconds: float) -> bytes:
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.descriptor, 1 << 16)
        except OSError:  # on Linux: the program's end is closed
            return b""

    def read_until(self, is_enough: Callable[[bytes], bool], seconds: float = 10.0) -> bytes:
        """Return the output up to the point where `is_enough` is True of it.

        Raises:
            TimeoutError: The program ended or `seconds` passed before; the message has the output.
        """
        output, deadline = b"", time.monotonic() + seconds
        while not is_enough(output):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"not within {seconds:g} s, but {output[-2000:]!r}")
            if not (data := self.read(left)) and self.process.poll() is not None:
                raise TimeoutError(f"the program ended after {output[-2000:]!r}")
            output += data
        return output

    def clear_output(self) -> None:
        """Empty `output`; queries in it get no answer any more."""
        self.output, self._searched = b"", 0

    def wait(self, seconds: float) -> int:
        """Return the exit status, reading on meanwhile so that the program can write.

        Raises:
            TimeoutError: The program still runs after `seconds`.
        """
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise TimeoutError(f"still running after {seconds:g} s")
            if not self.read(0.01):
                time.sleep(0.001)
        while self.read():
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal's end, as when a connection drops."""
        with suppress(OSError):
            os.close(self.descriptor)
        self.descriptor = -1

    def close(self) -> None:
        """Kill the program with what is left of its session, and close the terminal."""
        self._kill()
        self.process.wait()
        self.hang_up()

    def abort(self) -> None:
        """Kill the program, from any thread; the one that reads its output gets an error."""
        self._is_aborted = True
        if self.process.poll() is None:
            self._kill()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def send(self, data: bytes) -> None:
        """Send what the terminal sends by itself, such as answers."""
        with suppress(OSError):  # the program has ended
            self.write(data)

    def _answer_queries(self) -> None:
        if not self.answers_queries:
            return
        for query in _QUERY.finditer(self.output, self._searched):
            status, cursor, attributes, mode = query.groups()
            if status:
                self.send(b"\x1b[0n")
            elif cursor:
                self.send(b"\x1b[1;1R")
            elif attributes:
                self.send(b"\x1b[?62c")
            else:
                state = 2 if mode == b"2026" else 0
                self.send(b"\x1b[?%s;%d$y" % (mode, state))
            self._searched = query.end()
        unfinished = _UNFINISHED.search(self.output, self._searched)
        self._searched = unfinished.start() if unfinished else len(self.output)
