"""Bad input for every command, derived from the grammar itself, and what may come of it.

A new command or option is in the tables the day it is written. A new positional needs a type, or
a metavar that VALID knows.

ran      a command in this process: its exit code and what it printed
judged   what is wrong with that, in a word; nothing when it is as cli.md says
"""

import argparse
import contextlib
import gettext
import io
import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from ludoscope.tui.commands.cli import main
from ludoscope.tui.commands.parser import build_parser, subparsers

FULL = bool(os.environ.get("LUDOSCOPE_FULL"))
CODES = (0, 1, 2, 64, 65, 66, 130, 141)
LONGEST = 1000  # characters of a sentence
VALID = {  # by what the help or the code calls it
    "PUZZLE": "lucas-01",
    "GAME": "lucas",
    "FILE": "/dev/null",
    "NAME": "newgame",
    "installed_game": "hexapawn",
    "FOLDER": "folder",
    "ROWSxCOLUMNS": "3x3",
    "FIRST..LAST": "1..2",
}
SMALL = {  # options that keep the work short, where a command has them
    "time": "5",
    "solver": "depth-first",
    "slides": "4",
    "seed": "1",
    "rows": "3..3",
    "columns": "3..3",
    "games": "10",
    "jobs": "1",
    "only": "parameters",
}
NOT_RUN = ("bench", "play", "serve")  # take minutes, or until they are ended; they are parsed
NUMBERS = (
    "", "-1", "0", "x", "nan", "inf", "1e400", "1" + 30 * "0", 5000 * "9", "1..", "3..1", "²",
    "\x1b[2J\x9b31m",
)  # fmt: skip
CONTROLS = "a\r\nb\x1b[2J\x9b31m\u202egnp\udcff"
TEXTS = ("", "-1", CONTROLS, 5000 * "x", "/", "/dev/full", "fifo", "no/such/folder/x")
MORE = (
    "-", " ", ".", "..", "1_0", "{}", "%s", "-inf", "-0", "0x1", "/dev/zero", "/dev/null/x", "\r",
    "../x", "x.csv", "x.json", "\u2028", "\x7f", "N", "*", "~",
)  # fmt: skip


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@cache
def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command by name."""
    return dict(subparsers(build_parser()))


def positionals(grammar: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in grammar._actions if not action.option_strings]


def options(grammar: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options that take a value."""
    found = [action for action in grammar._actions if action.option_strings]
    return [action for action in found if action.nargs != 0]


def valid(action: argparse.Action) -> str:
    if action.choices:
        return str(next(iter(action.choices)))
    name = action.dest if action.dest in VALID else str(action.metavar)
    assert name in VALID, f"say in VALID what is right for {action.metavar}"
    return VALID[name]


def words(name: str, without: str = "", instead: Sequence[str] = ()) -> list[str]:
    """Return a valid, quick command line, optionally without one option or positional."""
    grammar = commands()[name]
    small = [
        f"--{action.dest}={SMALL[action.dest]}"
        for action in options(grammar)
        if action.dest in SMALL and action.dest != without
    ]
    places = positionals(grammar)
    given = [instead[0] if p.dest == without else valid(p) for p in places]
    if any(place.dest == without for place in places):
        return [name, *small, "--", *given]
    return [name, *small, *instead, *given]


def values(action: argparse.Action) -> tuple[str, ...]:
    """Return values for an argument that are bad or look bad."""
    if FULL:
        return tuple(dict.fromkeys(NUMBERS + TEXTS + MORE))
    is_name = action.dest == "output"
    return TEXTS if is_name or not (action.type or action.choices) else NUMBERS


def with_value(name: str, action: argparse.Action, value: str) -> list[str]:
    """Return a command line that is valid but for the value of one option or positional."""
    if not action.option_strings:
        return words(name, action.dest, [value])
    flag = action.option_strings[0]
    joined = f"{flag}={value}" if flag.startswith("--") else flag + value
    given = [joined] if value else [flag, ""]
    return words(name, action.dest, given)


def readers() -> Iterator[tuple[str, argparse.Action]]:
    """Yield each command that reads a file, with the argument that names it."""
    for name, grammar in commands().items():
        for place in positionals(grammar):
            if place.metavar in ("PUZZLE", "FILE") and name not in (*NOT_RUN, "export"):
                yield name, place


def ran(given: Sequence[str], stdin: Path | int | None = None) -> Ran:
    """Run a command with a file, or nothing, for its standard input."""
    held = [io.BytesIO(), io.BytesIO()]
    out = io.TextIOWrapper(held[0], encoding="utf-8")
    err = io.TextIOWrapper(held[1], encoding="utf-8", line_buffering=True)
    with contextlib.ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        source = stack.enter_context(open(os.devnull if stdin is None else stdin, encoding="utf-8"))
        patch.setattr(sys, "stdin", source)
        patch.setattr(gettext, "find", lambda *_, **__: None)  # argparse asks for each word again
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        code = main(given)
    return Ran(code, *(buffer.getvalue().decode() for buffer in held))


def steers(char: str) -> bool:
    """Return True if a character can control a terminal, according to the Unicode database."""
    turns = unicodedata.bidirectional(char) in {"LRE", "RLE", "LRO", "RLO", "PDF"} | {
        "LRI", "RLI", "FSI", "PDI", "B"
    }  # fmt: skip
    return char != "\n" and (unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or turns)


def judged(result: Ran, folder: Path) -> list[str]:
    """Return what is wrong with a result; `folder` is where the command ran."""
    wrong = []
    if result.code not in CODES:
        wrong.append(f"exit code {result.code}")
    if "Traceback" in result.err or "Exception ignored" in result.err:
        wrong.append("traceback")
    for stream, text in (("output", result.out), ("errors", result.err)):
        if found := [char for char in text if steers(char)]:
            wrong.append(f"{stream} steer the terminal: {found[:3]!r}")
    if result.code in (64, 65, 66):
        lines = result.err.splitlines()
        if len(lines) != 1 or not 10 < len(lines[0]) < LONGEST:
            wrong.append(f"{len(lines)} lines of errors, {len(result.err)} characters")
    if left := [path.name for path in folder.rglob(".ludoscope-*")]:
        wrong.append(f"left behind: {left}")
    return wrong
