"""The command `completions`: completion scripts for shells, made from the parser."""

import argparse
import sys
from collections.abc import Iterator

from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.parser import build_parser, subparsers
from ludoscope.tui.text.sanitize import PrintableStream

PATH_METAVARS = ("FILE", "FOLDER", "PUZZLE")
SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> int:
    """Print the script of a shell and return the exit code.

    Raises:
        UsageError: The optional package shtab is missing.
    """
    try:
        import shtab  # of the extra "shell"
    except ImportError:
        raise UsageError("completions need shtab: pip install 'ludoscope[shell]'") from None
    parser = build_parser()
    for action in _all_actions(parser):
        if action.metavar in PATH_METAVARS:
            action.complete = shtab.DIR if action.metavar == "FOLDER" else shtab.FILE  # type: ignore[attr-defined]  # shtab's way to annotate
    script = shtab.complete(parser, options.shell)
    assert isinstance(sys.stdout, PrintableStream)
    sys.stdout.write_unchanged(f"{script}\n")
    return 0


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of all its commands."""
    yield from parser._actions
    for subparser in subparsers(parser).values():
        yield from _all_actions(subparser)
