"""What a word of the command line stands for, by kind; a word that stands for nothing is refused
in a sentence that says what was expected.
"""

import re
from collections.abc import Callable
from datetime import date

from ludoscope.tui.commands.errors import value_of

ADDRESS = re.compile(r"(tcp://|tls://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})", re.ASCII)


@value_of("a number of seconds above 0 and below 1e9, such as 0.5")
def seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e9:
        raise ValueError
    return value


def _whole(least: int, most: int, what: str = "a number") -> Callable[[str], int]:
    """Makes a reader of whole numbers, both bounds included."""

    @value_of(f"{what} from {least:,} to {most:,}")
    def read(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError
        return value

    return read


megabytes = _whole(1, 2**24 - 1, "a number of MB")
few = _whole(0, 3)
many = _whole(1, 2**20 - 1)
cores = _whole(1, 64, "a number of cores")  # for one search
port = _whole(1, 65535, "a port")


@value_of("the address of a Dask scheduler, such as tcp://192.168.0.7:8786")
def scheduler(text: str) -> str:
    """A host and a port, with or without the protocol; the address with it."""
    found = ADDRESS.fullmatch(text)
    if not found or not 0 < int(found[3]) < 1 << 16:
        raise ValueError
    return f"{found[1] or 'tcp://'}{found[2]}:{found[3]}"


def _range(most: int, expected: str) -> Callable[[str], range]:
    """Makes a reader of ranges such as 3..7, or 5, from 1 to `most`."""

    @value_of(expected)
    def read(text: str) -> range:
        first, dots, last = text.partition("..")
        least, greatest = int(first), int(last if dots else first)
        if not 1 <= least <= greatest <= most:
            raise ValueError
        return range(least, greatest + 1)

    return read


numbers = _range((1 << 30) - 1, "a number such as 617, or two from 1 up such as 1..1000")
span = _range(16, "a number from 1 to 16, or two such as 3..7")


@value_of("rows (2 to 16) x columns (1 to 16), such as 3x3")
def size(text: str) -> tuple[int, int]:
    """Rows and columns, such as 3x3."""
    rows, _, columns = text.partition("x")
    found = many(rows), many(columns)
    if not (2 <= found[0] <= 16 and found[1] <= 16):
        raise ValueError
    return found


whole = value_of("a whole number")(int)


@value_of("at most 64 letters (a-z), digits, - and _")
def profile(text: str) -> str:
    from ludoscope.tui.guest import PROFILE

    if not PROFILE.fullmatch(text):
        raise ValueError
    return text


@value_of("a day such as 2026-11-20")
def day(text: str) -> date:
    return date.fromisoformat(text)
