"""The command `export`: the saves as text."""

import argparse

from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.tui.commands.arguments import PROFILE
from ludoscope.tui.commands.errors import EXIT_FAILURE, EXIT_MALFORMED, EXIT_MISSING, fail, warn
from ludoscope.tui.commands.saves_file import path_or_stream
from ludoscope.tui.saves.reader import SavesError
from ludoscope.tui.saves.store import StoreError
from ludoscope.tui.saves.transfer import export_saves

MAX_PROBLEMS = 20  # that are printed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="instead of standard output")
    parser.add_argument("--profile", **PROFILE)


def run(options: argparse.Namespace) -> int:
    """Write the saves; return 1 if some of them cannot be read."""
    folder = profile_saves_folder(options.profile)
    if options.profile and not folder.is_dir():
        return fail(EXIT_MISSING, f"no such profile: {options.profile}")
    try:
        problems = export_saves(folder, path_or_stream(options.file))
    except SavesError as error:
        return fail(EXIT_MALFORMED, str(error))
    except StoreError as error:
        return fail(EXIT_MISSING, str(error))
    for problem in problems[:MAX_PROBLEMS]:
        warn(problem)
    if len(problems) > MAX_PROBLEMS:
        warn(f"and {len(problems) - MAX_PROBLEMS:,} more")
    return EXIT_FAILURE if problems else 0
