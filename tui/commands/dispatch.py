"""Where each command is, and how its errors become one line and an exit code."""

import argparse
import sys
from collections.abc import Mapping
from importlib import import_module

from ludoscope.tui.commands.errors import MALFORMED, MISSING, USAGE, UsageError, fail, what_failed
from ludoscope.tui.text.sanitize import forgive

DRAWING = ("show", "solve")  # without a screen
COMMANDS: Mapping[str, str] = {  # the module of each, which is loaded when it is run, and what runs
    "play": "play:open_app",
    "list": "listing:list_puzzles",
    "show": "show:run_show",
    "solve": "solve:run_solve",
    "check": "check:check_solution",
    "race": "race:run_race",
    "batch": "batch:run_batch",
    "report": "report:run_report",
    "solvers": "solvers:list_solvers",
    "atlas": "atlas:run_atlas",
    "generate": "generate:generate_puzzles",
    "table": "hexapawn:print_table",
    "learn": "hexapawn:print_learning",
    "bench": "bench:run_bench",
    "serve": "serve:serve_pages",
    "completions": "completions:print_completions",
    "company": "lobby:show_company",
    "export": "saves:write_saves",
    "import": "saves:read_saves",
}


def run(options: argparse.Namespace) -> int:
    """Carry out a parsed command line; the exit code."""
    if options.command in DRAWING and options.ascii:
        forgive(sys.stdout, "ascii")
    module, _, name = COMMANDS[options.command].partition(":")
    try:
        code: int = getattr(import_module(f"ludoscope.tui.commands.{module}"), name)(options)
        return code
    except Exception as error:
        if (failed := _told(error)) is None:
            raise
        return failed


def _told(error: Exception) -> int | None:
    """Say in one line what is wrong; the exit code, None where it is for others to say."""
    # late: the app opens without the catalogue
    from ludoscope.puzzles.catalogue import UnknownName, UnknownPuzzle
    from ludoscope.puzzles.files import FileError
    from ludoscope.search.errors import UnknownSolver

    match error:
        case UsageError() | UnknownSolver():
            return fail(USAGE, str(error))
        case FileError():
            return fail(MALFORMED, str(error))
        case UnknownPuzzle():
            lost = isinstance(error, UnknownName) and not error.suggestions
            hint = "; try: ludoscope list" if lost else ""
            return fail(MISSING, f"{error}{hint}")
        case OSError() if not isinstance(error, BrokenPipeError):
            return fail(MISSING, what_failed(error))
    return None
