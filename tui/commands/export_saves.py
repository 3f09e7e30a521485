"""The command `export`: the saves as text."""

import argparse

from ludoscope.games.errors import short_repr
from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.tui.commands.arguments import PROFILE
from ludoscope.tui.commands.errors import EXIT_MISSING, fail, warn
from ludoscope.tui.commands.saves_file import open_store, path_or_stream
from ludoscope.tui.saves.store import StoreError
from ludoscope.tui.saves.transfer import export_saves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="instead of standard output")
    parser.add_argument("--profile", **PROFILE)


def run(options: argparse.Namespace) -> int:
    """Write the saves; return 1 if some of them cannot be read."""
    if options.profile and not profile_saves_folder(options.profile).is_dir():
        return fail(EXIT_MISSING, f"no such profile: {options.profile}")
    try:
        with open_store(options.profile) as store:
            unreadable_titles = export_saves(store, path_or_stream(options.file))
    except StoreError as error:
        return fail(EXIT_MISSING, str(error))
    for title in unreadable_titles:
        warn(f"{short_repr(title)} cannot be read and was left out")
    return 1 if unreadable_titles else 0
