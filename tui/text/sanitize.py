"""Printed text: visible characters only, and none that controls a terminal.

Everything that a headless command prints passes through `streams`: the names, titles and texts in
it may be of strangers. Control characters, and those that turn the direction of writing, are
written as \\u001b, which a string of JSON understands too.

show_progress   a line in the place of the last one, on a terminal
silence         a stream whose reader is gone, or whose disk is full, fails no more
"""

import codecs
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
"""The control characters but the end of a line, and what turns the direction or ends a line."""

CLEAR = "\r\x1b[K"
DUMB = ("", "dumb")  # terminals that know no sequences

SUBSTITUTES = {
    "●": "x",
    "○": ".",
    "♣": "C",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "→": "->",
    "×": "x",
    "–": "-",
    "−": "-",
    "█": "#",
    "…": "...",
    "·": ".",
    "é": "e",
    "É": "E",
    "è": "e",
    "œ": "oe",
}


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """Codec error handler: what stands for the characters that cannot be encoded."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(
        SUBSTITUTES.get(c, "?") for c in error.object[error.start : error.end]
    ), error.end


def in_ascii(text: str) -> str:
    """A text that every reader can show."""
    codecs.register_error("substitute", _substitute)
    return text.encode("ascii", "substitute").decode("ascii")


def forgive(stream: TextIO, encoding: str | None = None) -> None:
    """Let a stream write something readable for every character, in its own encoding or another."""
    codecs.register_error("substitute", _substitute)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding=encoding, errors="substitute")


def printable(text: str) -> str:
    """The text with the characters that steer a terminal spelt out."""
    return UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class PrintableStream:
    """A text stream for people; OSError, with the name of the stream, when it takes nothing."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self.bare = stream
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)

    def write(self, text: str) -> int:
        with self._faults():
            self.bare.write(printable(text))
        return len(text)

    def flush(self) -> None:
        with self._faults():
            self.bare.flush()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            silence(self.bare)
            error.filename = self._name
            raise


class StderrStream(PrintableStream):
    """Standard error: when it cannot be written, the work continues with the same exit code."""

    @contextmanager
    def _faults(self) -> Iterator[None]:
        with suppress(OSError), super()._faults():
            yield


def silence(stream: TextIO) -> None:
    """Discard what is still buffered and what is written later."""
    with suppress(OSError):  # a stream of no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextmanager
def streams() -> Iterator[None]:
    """All that is printed is printable; what was closed fails when it is used, not before."""
    _fill_descriptors()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    out = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    remarks = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    forgive(out)
    forgive(remarks)
    sys.stdout = cast(TextIO, PrintableStream(out, "standard output"))
    sys.stderr = cast(TextIO, StderrStream(remarks, "standard error"))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _fill_descriptors() -> None:
    """Put something in the place of what is closed, or the next file to be opened gets there.

    Input can only be written and output only be read, so that their use fails.
    """
    for number, way in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, way), True)


def show_progress(text: str = "") -> None:
    """Put a line in the place of the last one where standard error is a terminal."""
    if sys.stderr.isatty() and os.environ.get("TERM", "") not in DUMB:
        bare = getattr(sys.stderr, "bare", sys.stderr)
        with suppress(OSError):
            bare.write(CLEAR + printable(text))
            bare.flush()
