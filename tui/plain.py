"""Plain text for terminals and pipes that cannot show every character."""

import codecs
import sys
from typing import TextIO

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


def prepare_streams() -> None:
    """Do so for standard output and standard error."""
    forgive(sys.stdout)
    forgive(sys.stderr)
