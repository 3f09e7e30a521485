"""A program in a pseudo-terminal: type keys, read what it writes, tell when a frame is complete.

It answers the questions a terminal is asked (status, cursor, modes), from the standard library
alone. It says yes to synchronised output, so that every frame ends with a mark.

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

from ludoscope.puzzles.bench.slow_link import Link

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

_QUESTION = re.compile(rb"\x1b\[(?:(5n)|(6n)|(c)|\?([0-9]+)\$p)")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-9?;$<>=]*)?\Z")


class PseudoTerminal:
    """`command` in a terminal of `columns` × `rows`, in a session of its own.

    `written` is every byte the program has written so far, `process` the program itself,
    `descriptor` our end of the line. With a `rate`, in bytes a second, it is as slow as that.
    Unless the terminal is `controlling`, the program gets no signal when it goes. While it is not
    `answering`, questions wait.
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
        self.written = b""
        self.answering = True
        self._asked = 0  # how far `written` has been searched for questions
        self.descriptor, slave = pty.openpty()
        self.resize(columns, rows)
        wanted = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLORTERM": "", **(env or {})}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **wanted},
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controlling else None,
        )
        os.close(slave)
        self._link = Link(self.descriptor, rate) if rate else None

    def __enter__(self) -> "PseudoTerminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def write(self, data: bytes) -> None:
        os.write(self.descriptor, data)

    def press(self, *keys: str) -> None:
        """Keys by name, or as the character they type."""
        for key in keys:
            self.write(KEYS.get(key, key).encode())

    def read(self, seconds: float = 0.0) -> bytes:
        """What the program writes next, at most `seconds` from now; b"" when it is silent."""
        data = self._link.read(seconds) if self._link else self._read(seconds)
        self.written += data
        self._answer()
        return data

    def _read(self, seconds: float) -> bytes:
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.descriptor, 1 << 16)
        except OSError:  # Linux says so once nobody holds the other end
            return b""

    def read_until(self, enough: Callable[[bytes], bool], seconds: float = 10.0) -> bytes:
        """What the program writes until it is `enough`; TimeoutError with what came instead."""
        output, until = b"", time.monotonic() + seconds
        while not enough(output):
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"not within {seconds:g} s, but {output[-2000:]!r}")
            if not (data := self.read(left)) and self.process.poll() is not None:
                raise TimeoutError(f"the program ended after {output[-2000:]!r}")
            output += data
        return output

    def forget(self) -> None:
        """What was written so far will not be asked about."""
        self.written, self._asked = b"", 0

    def wait(self, seconds: float) -> int:
        """The exit status, reading on so that the program can write; TimeoutError."""
        until = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > until:
                raise TimeoutError(f"still running after {seconds:g} s")
            if not self.read(0.01):
                time.sleep(0.001)
        while self.read():
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Take the terminal away."""
        with suppress(OSError):
            os.close(self.descriptor)
        self.descriptor = -1

    def close(self) -> None:
        """Kill the program and what else is left of its session; let go of the terminal."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.hang_up()

    def send(self, data: bytes) -> None:
        """What the terminal sends by itself, such as its answers."""
        with suppress(OSError):  # nobody is there any more
            self.write(data)

    def _answer(self) -> None:
        if not self.answering:
            return
        for question in _QUESTION.finditer(self.written, self._asked):
            status, cursor, attributes, mode = question.groups()
            if status:
                self.send(b"\x1b[0n")
            elif cursor:
                self.send(b"\x1b[1;1R")
            elif attributes:
                self.send(b"\x1b[?62c")
            else:
                known = 2 if mode == b"2026" else 0
                self.send(b"\x1b[?%s;%d$y" % (mode, known))
            self._asked = question.end()
        unfinished = _UNFINISHED.search(self.written, self._asked)
        self._asked = unfinished.start() if unfinished else len(self.written)
