r"""Sanitized printing: visible characters only, and none that controls a terminal.

Everything that a command prints passes through `sanitized_streams`: names, titles and texts may
come from strangers. Control characters, and those that change the direction of writing, are
written as \u001b, an escape that JSON strings understand too.
"""

import codecs
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
"""Control characters except the line feed, line separators, and marks of direction."""

CLEAR_LINE = "\r\x1b[K"
DUMB_TERMINALS = ("", "dumb")  # values of TERM for terminals that know no sequences

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
    """Handle an encoding error: return substitutes for the characters, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    unencodable = error.object[error.start : error.end]
    return "".join(SUBSTITUTES.get(char, "?") for char in unencodable), error.end


codecs.register_error("substitute", _substitute)


def substitute_non_ascii(text: str) -> str:
    """Replace the characters that are not ASCII.

    A substitute may be longer than its character; `ascii_text.to_ascii` keeps the columns.
    """
    return text.encode("ascii", "substitute").decode("ascii")


def substitute_unencodable(stream: TextIO, encoding: str | None = None) -> None:
    """Make a stream write a substitute for each character that it cannot encode.

    Args:
        stream: The stream.
        encoding: The encoding to use from now on, by default its own.
    """
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding=encoding, errors="substitute")


def escape_controls(text: str) -> str:
    """Escape the characters of a text that control a terminal."""
    return UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class PrintableStream:
    """A text stream that writes sanitized text.

    When writing fails it raises OSError with `name` as the file's name, and discards all that is
    written later.

    Attributes:
        bare: The stream that is written to.
    """

    def __init__(self, stream: TextIO, name: str) -> None:
        self.bare = stream
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)

    def write(self, text: str) -> int:
        self.write_unchanged(escape_controls(text))
        return len(text)

    def write_unchanged(self, text: str) -> None:
        """Write a text of the program itself, with its tabs."""
        with self._name_errors():
            self.bare.write(text)

    def flush(self) -> None:
        with self._name_errors():
            self.bare.flush()

    @contextmanager
    def _name_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            silence(self.bare)
            error.filename = self._name
            raise


class StderrStream(PrintableStream):
    """Standard error: when it cannot be written, the work continues with the same exit code."""

    @contextmanager
    def _name_errors(self) -> Iterator[None]:
        with suppress(OSError), super()._name_errors():
            yield


def silence(stream: TextIO) -> None:
    """Discard what a stream has buffered and what is written to it later."""
    with suppress(OSError):  # a stream without a file
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def discard_piped_output(stream: TextIO) -> None:
    """Discard what a stream has buffered if it is a pipe, to end without waiting for its reader."""
    with suppress(OSError, ValueError):  # a stream without a file, or a closed one
        if stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode):
            silence(stream)


@contextmanager
def sanitized_streams() -> Iterator[None]:
    """Replace the standard streams by sanitized ones while a command runs.

    A stream that was closed raises an error when it is used, not before.
    """
    _open_closed_descriptors()
    original_streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    output = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    errors = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    substitute_unencodable(output)
    substitute_unencodable(errors)
    sys.stdout = cast(TextIO, PrintableStream(output, "standard output"))
    sys.stderr = cast(TextIO, StderrStream(errors, "standard error"))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = original_streams


def _open_closed_descriptors() -> None:
    """Open the null device for closed standard streams, or the next file opened would become one.

    Input can only be written and output only be read, so that using them fails.
    """
    for descriptor, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)


def show_progress(text: str = "") -> None:
    """Write a line over the last one if standard error is a terminal; "" clears it."""
    if sys.stderr.isatty() and os.environ.get("TERM", "") not in DUMB_TERMINALS:
        stream = getattr(sys.stderr, "bare", sys.stderr)
        with suppress(OSError):
            stream.write(CLEAR_LINE + escape_controls(text))
            stream.flush()
