"""Arguments that several commands share, and converters from text to their values.

A converter raises `argparse.ArgumentTypeError` with a message that says what was expected.
"""

import argparse
import re
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, TypeVar

from ludoscope.games import FAMILIES
from ludoscope.games.errors import short_repr

MAX_COUNT = 2**20 - 1
MAX_DEAL_NUMBER = 2**30 - 1
MAX_MEGABYTES = 2**24 - 1
SCHEDULER_ADDRESS = re.compile(
    r"(tcp://|tls://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):([0-9]{1,5})", re.ASCII
)

Value = TypeVar("Value")


def expects(description: str) -> Callable[[Callable[[str], Value]], Callable[[str], Value]]:
    """Return a decorator for converters that turns their ValueError into a full message.

    Args:
        description: What is expected, completing "'x' found, expected …".
    """

    def decorate(convert: Callable[[str], Value]) -> Callable[[str], Value]:
        @wraps(convert)
        def wrapper(text: str) -> Value:
            try:
                return convert(text)
            except (ValueError, argparse.ArgumentTypeError):
                message = f"{short_repr(text)} found, expected {description}"
                raise argparse.ArgumentTypeError(message) from None

        return wrapper

    return decorate


def integer_between(minimum: int, maximum: int, kind: str = "a number") -> Callable[[str], int]:
    """Return a converter of whole numbers; both bounds are allowed."""

    @expects(f"{kind} from {minimum:,} to {maximum:,}")
    def convert(text: str) -> int:
        value = int(text)
        if not minimum <= value <= maximum:
            raise ValueError
        return value

    return convert


def range_up_to(maximum: int, description: str) -> Callable[[str], range]:
    """Return a converter of ranges such as 3..7 or 5, from 1 to `maximum`."""

    @expects(description)
    def convert(text: str) -> range:
        start, dots, stop = text.partition("..")
        first = int(start)
        last = int(stop) if dots else first
        if not 1 <= first <= last <= maximum:
            raise ValueError
        return range(first, last + 1)

    return convert


def nonempty(description: str) -> Callable[[str], str]:
    """Return a converter that refuses an empty text, which a script passes for an unset variable.

    Args:
        description: What is expected, as for `expects`.
    """

    @expects(description)
    def convert(text: str) -> str:
        if not text:
            raise ValueError
        return text

    return convert


@expects("a number of seconds above 0 and below 1e9, such as 0.5")
def seconds(text: str) -> float:
    """Convert a number of seconds."""
    value = float(text)
    if not 0 < value < 1e9:
        raise ValueError
    return value


@expects("the address of a Dask scheduler, such as tcp://192.168.0.7:8786")
def scheduler_address(text: str) -> str:
    """Convert HOST:PORT with or without a protocol to an address with one."""
    match = SCHEDULER_ADDRESS.fullmatch(text)
    if not match or not 0 < int(match[3]) < 1 << 16:
        raise ValueError
    return f"{match[1] or 'tcp://'}{match[2]}:{match[3]}"


@expects("rows (2 to 16) x columns (1 to 16), such as 3x3")
def hexapawn_size(text: str) -> tuple[int, int]:
    """Convert ROWSxCOLUMNS to (rows, columns)."""
    rows_text, _, columns_text = text.partition("x")
    rows, columns = positive_count(rows_text), positive_count(columns_text)
    if not (2 <= rows <= 16 and columns <= 16):
        raise ValueError
    return rows, columns


@expects("at most 64 letters (a-z), digits, - and _")
def profile_name(text: str) -> str:
    """Check the name of a profile of saves."""
    if not re.fullmatch("[A-Za-z0-9_-]{1,64}", text):
        raise ValueError
    return text


@expects("a day such as 2026-11-20")
def iso_date(text: str) -> date:
    """Convert a date in ISO format."""
    return date.fromisoformat(text)


megabytes = integer_between(1, MAX_MEGABYTES, "a number of MB")
positive_count = integer_between(1, MAX_COUNT)
wall_count = integer_between(0, 3)
core_count = integer_between(1, 64, "a number of cores")
tab_count = integer_between(1, 1000, "a number of tabs")
port_number = integer_between(1, 65535, "a port")
deal_numbers = range_up_to(
    MAX_DEAL_NUMBER, "a number such as 617, or two from 1 up such as 1..1000"
)
board_sizes = range_up_to(16, "a number from 1 to 16, or two such as 3..7")
whole_number = expects("a whole number")(int)
file_name = nonempty("the name of a file")
folder_name = nonempty("the name of a folder")

# keyword arguments of `ArgumentParser.add_argument`
SharedArgument = dict[str, Any]
FAMILY: SharedArgument = {"metavar": "GAME", "nargs": "?", "choices": FAMILIES}
FILE_FAMILY: SharedArgument = {
    "choices": FAMILIES,
    "help": "the game, if the file does not show it",
}
NAMES: SharedArgument = {"metavar": "NAME", "action": "append", "default": []}
TIME: SharedArgument = {"metavar": "SECONDS", "type": seconds}
MEMORY: SharedArgument = {"metavar": "MB", "type": megabytes, "default": 1024}
OUTPUT: SharedArgument = {"dest": "output", "metavar": "FILE", "type": file_name}
PROFILE: SharedArgument = {"metavar": "NAME", "type": profile_name, "help": "profile of the saves"}
ASCII: SharedArgument = {"action": "store_true", "help": "draw with ASCII characters only"}
TYPEABLE_NAMES: SharedArgument = {
    "action": "store_true",
    "help": "the names alone, a line each; those that a shell would have to quote are left out",
}
NO_SYMMETRY: SharedArgument = {
    "action": "store_true",
    "help": "peg solitaire: count symmetrical positions separately",
}

LOBBY_FOLDER_HELP = "the shared folder of the players on this machine (LUDOSCOPE_LOBBY)"


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """Add PUZZLE and --game to the parser of a command."""
    parser.add_argument("puzzle", metavar="PUZZLE")
    parser.add_argument("--game", **FILE_FAMILY)
