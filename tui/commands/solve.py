"""The command `solve`: its arguments, and the start of a worker process.

What the command and its worker import takes as long as many searches. So the process is started
first, and both are imported at the same time where there are two cores; `tui.commands.solve_run`
has the rest.
"""

import argparse

from ludoscope.search.process.spawn import idle_worker
from ludoscope.tui import lazy, startup
from ludoscope.tui.commands.arguments import (
    ASCII,
    MEMORY,
    NO_SYMMETRY,
    OUTPUT,
    TIME,
    add_puzzle,
    core_count,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    parser.add_argument("--solver", metavar="NAME", default="", help="see: ludoscope solvers")
    parser.add_argument("--no-symmetry", **NO_SYMMETRY)
    parser.add_argument("--time", **TIME, help="time limit")
    parser.add_argument("--memory", **MEMORY, help="memory limit (1024)")
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=core_count,
        help="cores, for the solvers that use several (1; atlas: up to 4)",
    )
    parser.add_argument(
        "--format",
        metavar="NAME",
        default="",
        help="format of the solution: svg or html with -o; peg: compass, lucas, list, compass-list",
    )
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument("--json", action="store_true", help="print one object")
    answers.add_argument("--csv", action="store_true", help="print a row for each move")
    answers.add_argument("--trace", action="store_true", help="draw each position")
    parser.add_argument("--ascii", **ASCII)
    parser.add_argument("-o", **OUTPUT, help="write the solution to a file, FILE.csv as --csv")


def run(options: argparse.Namespace) -> int:
    """Solve a puzzle, print the answer and return the exit code."""
    with idle_worker() as process:
        startup.import_asyncio_without_ssl()
        return lazy.solve_run.solve(options, process)
