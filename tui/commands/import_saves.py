"""The command `import`: saves from the text that `export` wrote."""

import argparse

from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.tui.commands.arguments import PROFILE
from ludoscope.tui.commands.errors import EXIT_MALFORMED, EXIT_MISSING, fail
from ludoscope.tui.commands.saves_file import open_store, path_or_stream
from ludoscope.tui.saves.store import NewerSavesError, StoreError
from ludoscope.tui.saves.transfer import import_saves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="or - for standard input")
    parser.add_argument("--profile", **PROFILE)


def run(options: argparse.Namespace) -> int:
    """Read saves and return the exit code."""
    is_new_profile = bool(options.profile) and not profile_saves_folder(options.profile).exists()
    try:
        with open_store(options.profile) as store:
            sessions, attempts = import_saves(store, path_or_stream(options.file))
    except NewerSavesError as error:
        return fail(EXIT_MALFORMED, f"{error}; nothing is imported")
    except StoreError as error:
        return fail(EXIT_MISSING, str(error))
    line = f"sessions read: {sessions}; attempts: {attempts}; the newer of two is continued"
    if is_new_profile:
        line += f"; profile {options.profile} was created"
    print(line)
    return 0
