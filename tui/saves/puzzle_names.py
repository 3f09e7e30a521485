"""Names of puzzles in the saves: renaming, and several puzzles of one name.

Files in different folders may have the same name, every puzzle from standard input has the same,
and a problem may be changed or composed anew. Each of these puzzles keeps its session, attempts and
notes: the one that was opened or stored last has the name, and what is stored of the others is
*set aside* under other names, with the digests of their games, until they are opened again.

    deal.txt                     the puzzle opened last
    deal.txt#earlier-1f2e3d4c    another one; its session can also be continued under this name
"""

import sqlite3

from ludoscope.puzzles.names import spec_digest
from ludoscope.tui.saves.database import write_transaction
from ludoscope.tui.saves.results import (
    NOTE_KINDS,
    PUZZLE_NOTE_KINDS,
    UPSERT_MINIMUM_NOTE,
    delete_analysis,
)
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.sql_tables import (
    SELECT_SESSION,
    UPSERT_NOTE,
    UPSERT_SESSION,
    load_session,
    save_from_row,
)

SET_ASIDE_MARK = "#earlier-"  # before a digest; in no name of the catalogue or of a problem
# digests begin with 0 to f
SELECT_SET_ASIDE = f"""{SELECT_SESSION} WHERE spec = :spec AND name != :name
    AND (name = :base OR name BETWEEN :base || '{SET_ASIDE_MARK}0' AND :base || '{SET_ASIDE_MARK}g')
    ORDER BY name"""


def is_set_aside(name: str) -> bool:
    """Return True for the name of a puzzle that is set aside."""
    return SET_ASIDE_MARK in name


def needs_name(connection: sqlite3.Connection, name: str, spec: str) -> bool:
    """Return True if `take_name` would rename anything."""
    stored = load_session(connection, name)
    if stored:
        return stored.is_of_other_game(spec)
    return _find_set_aside(connection, name, spec) is not None


def take_name(connection: sqlite3.Connection, name: str, title: str, spec: str) -> bool:
    """Give a name to a puzzle and to what was set aside of it; set another puzzle of it aside.

    Args:
        connection: The database, in a transaction.
        name: The name.
        title: The title of the puzzle.
        spec: The parameters of its game as text.

    Returns:
        True if another puzzle was set aside.
    """
    stored = load_session(connection, name)
    if stored and not stored.is_of_other_game(spec):
        return False
    if stored:
        _move(connection, name, _set_aside(stored))
    if found := _find_set_aside(connection, name, spec):
        _move(connection, found.name, found._replace(name=name, title=title))
    return stored is not None


def place_imported(connection: sqlite3.Connection, save: SavedSession) -> SavedSession:
    """Return an imported session under the name that its puzzle has here, or is to have."""
    stored = load_session(connection, save.name)
    if stored and not stored.is_of_other_game(save.spec):
        return save
    if found := _find_set_aside(connection, save.name, save.spec):
        return save._replace(name=found.name, title=found.title)
    return _set_aside(save) if stored else save


def rename_puzzle(connection: sqlite3.Connection, old: str, new: str, title: str) -> None:
    """Give what is stored of a puzzle another name; set another puzzle of that name aside."""
    if old == new:
        return
    with write_transaction(connection):
        moved, stored = load_session(connection, old), load_session(connection, new)
        if stored and not (moved and moved.spec == stored.spec):
            _move(connection, new, _set_aside(stored))
            stored = None
        if not stored:
            connection.execute("DELETE FROM note WHERE name = ?", (new,))
        if moved:
            _move(connection, old, moved._replace(name=new, title=title))
        else:
            _move_results(connection, old, new)


def change_problem(connection: sqlite3.Connection, name: str, title: str, spec: str) -> None:
    """Set aside what is stored of a problem whose board has changed; see `take_name`."""
    with write_transaction(connection):
        take_name(connection, name, title, spec)
    delete_analysis(connection, name)


def _find_set_aside(connection: sqlite3.Connection, name: str, spec: str) -> SavedSession | None:
    """Return the session of a puzzle that is stored under a name related to its own."""
    values = {"name": name, "base": name.partition(SET_ASIDE_MARK)[0], "spec": spec}
    row = connection.execute(SELECT_SET_ASIDE, values).fetchone()
    return save_from_row(row) if row else None


def _set_aside(save: SavedSession) -> SavedSession:
    """Return a session with the name and the title under which it is set aside."""
    digest = spec_digest(save.spec)
    return save._replace(
        name=f"{save.name}{SET_ASIDE_MARK}{digest}", title=f"{save.title} (earlier {digest[:4]})"
    )


def _move(connection: sqlite3.Connection, old: str, moved: SavedSession) -> None:
    """Store the session of puzzle `old` under its new name, and all else that is stored of it."""
    stored = load_session(connection, moved.name)
    if stored:
        moved = stored.merged_with(moved)._replace(title=moved.title)
    connection.execute("DELETE FROM session WHERE name = ?", (old,))
    connection.execute(UPSERT_SESSION, moved)
    _move_results(connection, old, moved.name)


def _move_results(connection: sqlite3.Connection, old: str, new: str) -> None:
    """Give the attempts and notes of puzzle `old` to puzzle `new`."""
    connection.execute("UPDATE attempt SET name = ? WHERE name = ?", (new, old))
    for kind in PUZZLE_NOTE_KINDS:
        upsert = UPSERT_MINIMUM_NOTE if kind in NOTE_KINDS else UPSERT_NOTE
        query = "SELECT text FROM note WHERE kind = ? AND name = ?"
        for (text,) in connection.execute(query, (kind, old)).fetchall():
            connection.execute(upsert, (kind, new, text))
        connection.execute("DELETE FROM note WHERE kind = ? AND name = ?", (kind, old))
