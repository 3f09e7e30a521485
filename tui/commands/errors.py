"""Errors of commands, of usage and at run time: one line and an exit code.

Exit codes: 0 solved or valid, 1 gave up or not valid, 2 proved unsolvable, 64 wrong usage,
65 malformed file, 66 no such puzzle or file, or one that cannot be read or written,
130 interrupted.
"""

import argparse
import re
import sys
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, NoReturn, TypeVar

GAVE_UP, USAGE, MALFORMED, MISSING, INTERRUPTED = 1, 64, 65, 66, 130
DASHES = re.compile("(--[^=]+|-[^-=])=?--")
HALF = 300  # characters of a sentence that quotes what was typed
Value = TypeVar("Value")


class UsageError(Exception):
    """Options that contradict the puzzle, or each other."""


class Parser(argparse.ArgumentParser):
    """An argument parser that leaves with the exit code of wrong usage, in one line."""

    commands: Collection[str] = ()
    color = False  # newer versions of Python would send sequences of their own

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse does, but `--option=--` is refused: it takes that for an empty list."""
        words = list(sys.argv[1:] if args is None else args)
        for word in words[: words.index("--") if "--" in words else None]:
            if found := DASHES.fullmatch(word):
                self.error(f"argument {found[1]}: '--' found, expected a value")
        return super().parse_known_args(words, namespace)

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse would not report a full disk."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


def value_of(expected: str) -> Callable[[Callable[[str], Value]], Callable[[str], Value]]:
    """Makes a reader of values, which raises ValueError, one that says what was `expected`."""

    def saying(read: Callable[[str], Value]) -> Callable[[str], Value]:
        @wraps(read)
        def convert(text: str) -> Value:
            try:
                return read(text)
            except (ValueError, argparse.ArgumentTypeError):
                said = f"{text!r} found, expected {expected}"
                raise argparse.ArgumentTypeError(said) from None

        return convert

    return saying


def fail(code: int, sentence: str) -> int:
    """Say why on standard error, in one line; the exit code."""
    print(f"ludoscope: {_one_line(sentence)}", file=sys.stderr)
    return code


def _one_line(sentence: str) -> str:
    """What is quoted in it may hold line breaks and be of any length."""
    said = " ".join(sentence.split())
    return said if len(said) <= 2 * HALF else f"{said[:HALF]} ... {said[-HALF:]}"


def what_failed(error: OSError) -> str:
    """The file and what is wrong with it."""
    said = error.strerror or str(error)
    return f"{error.filename}: {said}" if error.filename else said
