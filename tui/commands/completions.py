"""The command `completions`: completion scripts for shells, made from the parser.

The names of puzzles and solvers are those that the program lists when the user asks for them, so
they include those of plug-ins that are installed later.
"""

import argparse
import sys
from collections.abc import Iterator

from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.parser import build_parser, subparsers
from ludoscope.tui.text.sanitize import PrintableStream

SHELLS = ("bash", "zsh", "fish")
PUZZLE_FUNCTION = "_ludoscope_puzzles_files"  # with _file in it, shtab lets bash quote the names
SOLVER_FUNCTION = "_ludoscope_solvers"
LIST_PUZZLES = "ludoscope list --names 2>/dev/null </dev/null"
LIST_SOLVERS = "ludoscope solvers --names 2>/dev/null </dev/null"
# the lists are data: nothing in them is expanded or run
PREAMBLES = {
    "bash": f"""\
_ludoscope_words() {{
  local word
  while IFS= read -r word; do
    [[ $word == "$1"* ]] && printf '%s\\n' "$word"
  done
}}
{PUZZLE_FUNCTION}() {{
  _ludoscope_words "$1" < <({LIST_PUZZLES})
  compgen -f -- "$1"
}}
{SOLVER_FUNCTION}() {{
  _ludoscope_words "$1" < <({LIST_SOLVERS})
}}
""",
    "zsh": f"""\
{PUZZLE_FUNCTION}() {{
  local -a names
  names=(${{(f)"$({LIST_PUZZLES})"}})
  compadd -a names
  _files
}}
{SOLVER_FUNCTION}() {{
  local -a names
  names=(${{(f)"$({LIST_SOLVERS})"}})
  compadd -a names
}}
""",
}
PUZZLES = {
    "bash": PUZZLE_FUNCTION,
    "zsh": PUZZLE_FUNCTION,
    "fish": f"({LIST_PUZZLES}) (__fish_complete_path (commandline -ct))",
}
SOLVERS = {"bash": SOLVER_FUNCTION, "zsh": SOLVER_FUNCTION, "fish": f"({LIST_SOLVERS})"}
SHELL_SYNTAX = str.maketrans(dict.fromkeys('$`\\"!', "'"))
SOLVER_OPTIONS = frozenset(("--solver", "--about"))


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
    words = {"FILE": shtab.FILE, "FOLDER": shtab.DIR, "PUZZLE": PUZZLES}
    parser = build_parser()
    for action in _all_actions(parser):
        if action.help:  # that of an option of a plug-in may hold anything
            action.help = action.help.translate(SHELL_SYNTAX)
        if SOLVER_OPTIONS.intersection(action.option_strings):
            action.complete = SOLVERS  # type: ignore[attr-defined]  # shtab's way to annotate
        elif action.metavar in words:
            action.complete = words[str(action.metavar)]  # type: ignore[attr-defined]
    script = shtab.complete(parser, options.shell, preamble=PREAMBLES.get(options.shell, ""))
    assert isinstance(sys.stdout, PrintableStream)
    sys.stdout.write_unchanged(f"{script}\n")
    return 0


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of all its commands."""
    yield from parser._actions
    for subparser in subparsers(parser).values():
        yield from _all_actions(subparser)
