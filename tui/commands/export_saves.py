"""The commands `export` and `import`: a person's saves as text."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.tui.commands.errors import MISSING, fail
from ludoscope.tui.saves.store import Store, StoreError
from ludoscope.tui.saves.transfer import export_saves, import_saves


def write_saves(options: argparse.Namespace) -> int:
    """The saves as text; the exit code."""
    if options.profile and not profile_saves_folder(options.profile).is_dir():
        return fail(MISSING, f"no such profile: {options.profile}")

    def write(store: Store) -> int:
        unreadable = export_saves(store, given(options.file))
        for title in unreadable:
            print(f"ludoscope: {title!r} cannot be read and was left out", file=sys.stderr)
        return 1 if unreadable else 0

    return with_saves(options.profile, write)


def read_saves(options: argparse.Namespace) -> int:
    """Saves from text; the exit code."""

    def read(store: Store) -> int:
        sessions, attempts = import_saves(store, given(options.file))
        print(
            f"sessions read: {sessions}; attempts: {attempts}; the newer of two is continued{new}"
        )
        return 0

    known = profile_saves_folder(options.profile).exists()
    new = "" if known or not options.profile else f"; profile {options.profile} was created"
    return with_saves(options.profile, read)


def with_saves(profile: str | None, work: Callable[[Store], int]) -> int:
    """Do something with a person's saves; the exit code."""
    store = Store(profile_saves_folder(profile))
    try:
        return work(store)
    except StoreError as error:
        return fail(MISSING, str(error))
    finally:
        if notice := store.notice():
            print(f"ludoscope: {notice}", file=sys.stderr)
        store.close()


def given(name: str | None) -> Path | None:
    """A path; None for standard input or output."""
    return None if name in (None, "-") else Path(name)
