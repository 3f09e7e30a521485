"""The parser of the command line, and the table of all commands.

Each command is a module of this package with two functions: `add_arguments(parser)` and
`run(options)`, which returns the exit code. Only the module of the command that is run is imported.
"""

import argparse
import re
import sys
from argparse import HelpFormatter
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, NoReturn, TextIO

from ludoscope.games import FAMILIES
from ludoscope.games.errors import join_words
from ludoscope.tui.commands.errors import EXIT_USAGE, to_one_line

DESCRIPTION = """\
Play {games}, and watch solvers work on them.
Without a command the app opens, on a PUZZLE if one is named, with the options of play. A PUZZLE is
a catalogue name (lucas-07, english-central, FreeCell.123456, ms-11982, orush-01), a path to a file,
- for standard input, in quotes a name as the app shows it ("FreeCell 24", "ms 24") or a drawn
board ("ppp/.../PPP" of hexapawn), or the line that the app copies with c, a puzzle with the moves
made on it; that line as it is runs in a shell.
For deals of patience the command line of the course works too: FreeCell.123456 prints the cards,
FreeCell.123456 -search FILE solves the deal, FreeCell.123456 -check FILE replays a solution."""


class Command(NamedTuple):
    """The module of a command in this package, and a summary for the help."""

    module: str
    summary: str


COMMANDS: Mapping[str, Command] = {
    "play": Command("play", "open the app, on a puzzle if one is given"),
    "list": Command("list_puzzles", "the catalogue, a line each"),
    "show": Command("show", "the start (and finish) of a puzzle, as text"),
    "solve": Command("solve", "run a solver; the answer goes to standard output"),
    "explain": Command("explain", "what would make a lost puzzle winnable, and why it is lost"),
    "check": Command("check", "check a solution file by replaying it"),
    "solvers": Command("solvers", "the solvers and what each guarantees"),
    "race": Command("race", "several solvers on one puzzle, a table"),
    "batch": Command("batch", "many puzzles by number; an interrupted batch can be resumed"),
    "report": Command("report", "the results of a batch: counts, intervals, the hardest puzzles"),
    "atlas": Command("atlas", "all winnable positions of a peg problem: count and store them"),
    "map": Command("map", "all positions that a puzzle leads to: counted, and drawn as a picture"),
    "generate": Command("generate", "generate new puzzles of a game"),
    "table": Command("hexapawn_table", "the values of hexapawn boards; computed once and stored"),
    "learn": Command("learn", "train the matchboxes of hexapawn against random moves"),
    "bench": Command("bench", "the standard measurements, a row each"),
    "lobby": Command("lobby", "the leaderboard of this server, or create its folder"),
    "export": Command("export_saves", "write sessions and statistics as text"),
    "import": Command("import_saves", "read an export; of two sessions the newer one is kept"),
    "new-game": Command("new_game", "a package with a small game to start from"),
    "check-game": Command("check_game", "test a game of a plug-in against the contract"),
    "serve": Command("serve", "the app in a browser, until ctrl+c (extra: web)"),
    "completions": Command("completions", "completions for a shell (extra: shell)"),
}
NO_PLUGINS_OPTION = "--no-plugins"  # taken from the command line before it is parsed
DEBUG_OPTION = "--debug"  # the same
VERSION_OPTION = "--version"  # the same
HELP_OPTIONS = ("-h", "--help")
EMPTY_VALUE = re.compile("(--[^=]+|-[^-=])=?--")


class Parser(argparse.ArgumentParser):
    """An argument parser that reports wrong usage in one line and exits with code 64."""

    color = False  # Python 3.14 would print escape sequences

    def __init__(
        self, *, formatter_class: type[HelpFormatter] = HelpFormatter, **options: Any
    ) -> None:
        # a formatter checks each argument; without a width it would import shutil, 3 ms
        super().__init__(formatter_class=partial(formatter_class, width=80), **options)
        self._help_formatter_class = formatter_class

    def parse_known_args(  # type: ignore[override]  # argparse's own overloads
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Refuse `--option=--`, which argparse takes for an empty list, and parse the rest."""
        words = list(sys.argv[1:] if args is None else args)
        options = words[: words.index("--")] if "--" in words else words
        for word in options:
            if match := EMPTY_VALUE.fullmatch(word):
                self.error(f"argument {match[1]}: '--' found, expected a value")
        return super().parse_known_args(words, namespace)

    def format_help(self) -> str:
        self.formatter_class = self._help_formatter_class
        return super().format_help()

    def print_help(self, file: TextIO | None = None) -> None:  # type: ignore[override]
        """Print the help, raising OSError on a full disk; argparse would not."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: {to_one_line(message)} (see {self.prog} --help)\n")


def load_command(name: str) -> ModuleType:
    """Import the module of a command."""
    return import_module(f"ludoscope.tui.commands.{COMMANDS[name].module}")


def build_parser(*names: str) -> Parser:
    """Return a parser of the named commands; without names, of all commands.

    A parser of all commands takes some 10 ms to build, which a single command need not wait for.
    """
    parser = Parser(
        prog="ludoscope",
        description="" if names else DESCRIPTION.format(games=_list_games()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        VERSION_OPTION, action="store_true", help="print versions and what is compiled"
    )
    parser.add_argument(
        NO_PLUGINS_OPTION,
        action="store_true",
        help="load no games of other distributions; at any place, with any command",
    )
    parser.add_argument(
        DEBUG_OPTION,
        action="store_true",
        help="end at the first failure, also of a plug-in, with the whole traceback",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in names or COMMANDS:
        summary = COMMANDS[name].summary
        subparser = subparsers.add_parser(
            name, help=summary, description=summary, allow_abbrev=False
        )
        load_command(name).add_arguments(subparser)
    return parser


def _list_games() -> str:
    """Return the titles of all games: "peg solitaire, patience, ORush and hexapawn"."""
    titles = [family.title.replace("%", "") for family in FAMILIES.values()]
    titles = [title[:1].lower() + title[1:] if title[1:].islower() else title for title in titles]
    return join_words(titles, "and")


def subparsers(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """Return the parsers of the commands by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return action.choices
    return {}
