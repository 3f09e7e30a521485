"""The tables of the saves in SQL: what is asked of them, and whether their values can be.

A row of `session` is a Save, one of `attempt` an Attempt, with their fields as columns.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from ludoscope.tui.saves.database import Unreadable
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.statistics import Attempt


def columns(row: type[Save] | type[Attempt]) -> str:
    return ", ".join(row._fields)


def _marks(row: type[Save] | type[Attempt]) -> str:
    return ", ".join("?" for _ in row._fields)


UPSERT = (
    f"INSERT INTO session ({columns(Save)}) VALUES ({_marks(Save)}) ON CONFLICT (name) DO "
    "UPDATE SET " + ", ".join(f"{column} = excluded.{column}" for column in Save._fields[1:])
)
# of two rows of one attempt the better in each respect, so that their order is all one
ATTEMPT = f"""
INSERT INTO attempt ({columns(Attempt)}) VALUES ({_marks(Attempt)}) ON CONFLICT (id) DO UPDATE SET
    begun = min(begun, excluded.begun), won = max(won, excluded.won),
    clean = max(clean, excluded.clean),
    seconds = min(coalesce(seconds, excluded.seconds), coalesce(excluded.seconds, seconds)),
    length = min(coalesce(length, excluded.length), coalesce(excluded.length, length))"""
SELECT = f"SELECT {columns(Save)} FROM session"
NOTE = """INSERT INTO note (kind, name, text) VALUES (?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text"""
OUTCOMES = """
SELECT s.name, s.title, s.family, a.won, a.clean, a.seconds, a.length,
    s.attempt = a.id AND NOT s.over FROM attempt a JOIN session s USING (name) ORDER BY a.begun"""
KINDS: dict[Any, tuple[str, ...]] = {
    str: ("text",),
    int: ("integer",),
    bool: ("integer",),
    float: ("real",),
    float | None: ("real", "null"),
    int | None: ("integer", "null"),
}
MOST = 1e11  # of any number; more than the seconds from 1970 to now


def check(connection: sqlite3.Connection) -> None:
    """Raise when a statement does not fit the tables, or a value is none that was stored."""
    for statement, row in ((UPSERT, Save), (ATTEMPT, Attempt)):
        connection.execute(f"EXPLAIN {statement}", [None for _ in row._fields])
    connection.execute(f"EXPLAIN {NOTE}", ("", "", ""))
    connection.execute(f"EXPLAIN {OUTCOMES}")
    for table, row in (("session", Save), ("attempt", Attempt)):
        wrong = " OR ".join(
            _wrong(column, KINDS[kind]) for column, kind in row.__annotations__.items()
        )
        if connection.execute(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1").fetchone():
            raise Unreadable("the file is damaged")
    texts = " OR ".join(f"typeof({column}) != 'text'" for column in ("kind", "name", "text"))
    if connection.execute(f"SELECT 1 FROM note WHERE {texts} LIMIT 1").fetchone():
        raise Unreadable("the file is damaged")


def _wrong(column: str, kinds: Sequence[str]) -> str:
    """The condition in which a value is none that was stored."""
    if column == "family":  # that of a game that is not installed now may be again
        return "typeof(family) != 'text' OR family GLOB '*[^a-z0-9]*' OR family = ''"
    wrong = f"typeof({column}) NOT IN ({_listed(kinds)})"
    return wrong if "text" in kinds else f"{wrong} OR {column} NOT BETWEEN 0 AND {MOST}"


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(f"'{text}'" for text in texts)


def stored(connection: sqlite3.Connection, name: str) -> Save | None:
    row = connection.execute(f"{SELECT} WHERE name = ?", (name,)).fetchone()
    return read_save(row) if row else None


def read_save(row: Sequence[Any]) -> Save:
    values = dict(zip(Save._fields, row, strict=True))
    return Save(**{**values, **{name: bool(values[name]) for name in ("over", "won", "undid")}})


def read_attempt(row: Sequence[Any]) -> Attempt:
    known_as, name, begun, won, clean, seconds, length = row
    return Attempt(known_as, name, begun, bool(won), bool(clean), seconds, length)
