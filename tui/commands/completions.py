"""The command `completions`: what bash, zsh and fish complete words by, made from the grammar."""

import argparse
import sys
from collections.abc import Iterator

from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.parser import parser

PATHS = ("FILE", "FOLDER", "PUZZLE")


def print_completions(options: argparse.Namespace) -> int:
    """Print a script for a shell; UsageError where the library is missing that writes it."""
    try:
        import shtab
    except ImportError:
        raise UsageError("completions need shtab: pip install 'ludoscope[shell]'") from None
    grammar = parser()
    for action in _actions(grammar):
        if action.metavar in PATHS:
            action.complete = shtab.DIR if action.metavar == "FOLDER" else shtab.FILE  # type: ignore[attr-defined]
    script = shtab.complete(grammar, options.shell)
    stream = getattr(sys.stdout, "bare", sys.stdout)  # its tabs are meant
    stream.write(f"{script}\n")
    return 0


def _actions(grammar: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments, of every command."""
    for action in grammar._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
