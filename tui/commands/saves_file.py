"""The saves of a profile, as the commands `export` and `import` open them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoscope.search.storage.folders import profile_saves_folder
from ludoscope.tui.commands.errors import warn
from ludoscope.tui.saves.store import Store


@contextmanager
def open_store(profile: str | None) -> Iterator[Store]:
    """Open the saves of a profile, or of the user, and print the notice of the store at the end."""
    store = Store(profile_saves_folder(profile))
    try:
        yield store
    finally:
        if notice := store.next_notice():
            warn(notice)
        store.close()


def path_or_stream(name: str | None) -> Path | None:
    """Return a path; None for standard input or output, which no name and "-" mean."""
    return None if name in (None, "-") else Path(name)
