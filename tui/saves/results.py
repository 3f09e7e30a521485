"""What a person has achieved, as the store knows it: each query takes a connection.

    store.ask(results.lately)

Of a win without a hint two more numbers are noted, the least of each puzzle:
fewest   moves as a person counts them, where an attempt counts others
beaten   plies in which the perfect player was beaten
"""

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.tui.model.players import PERFECT
from ludoscope.tui.model.session import Session

FEWEST, BEATEN = KINDS = ("fewest", "beaten")
LATELY = 50  # wins that are listed

WINS = """SELECT s.name, s.title, s.family, a.seconds, a.length, n.text + 0,
    max(a.begun + coalesce(a.seconds, 0)) AS at
    FROM attempt a JOIN session s USING (name)
    LEFT JOIN note n ON n.name = s.name AND n.kind = 'fewest'
    WHERE a.won GROUP BY s.name ORDER BY at DESC LIMIT ?"""
BESTS = """SELECT a.name, s.family, min(a.seconds), min(a.length), n.text + 0
    FROM attempt a JOIN session s USING (name)
    LEFT JOIN note n ON n.name = a.name AND n.kind = 'fewest'
    WHERE a.won GROUP BY a.name"""
DAILY = "SELECT name, begun FROM attempt WHERE won AND name GLOB '*-daily-????-??-??'"
NOTES = """SELECT kind, name, CAST(text AS INTEGER) FROM note
    WHERE kind IN (?, ?) ORDER BY kind, name"""
LEAST = """INSERT INTO note (kind, name, text) VALUES (?, ?, ?) ON CONFLICT (kind, name)
    DO UPDATE SET text = excluded.text WHERE excluded.text + 0 < text + 0"""


class Note(NamedTuple):
    """A row of LEAST: its kind, the puzzle's name, and what was counted."""

    kind: str
    name: str
    number: int


class Win(NamedTuple):
    """Seconds and moves of a win without a hint; `when` in seconds since 1970."""

    name: str
    title: str
    family: str
    seconds: float | None
    length: int | None
    when: float


class Best(NamedTuple):
    """The best time in seconds and the fewest moves, each of a win without a hint."""

    seconds: float | None
    length: int | None


def lately(connection: sqlite3.Connection) -> list[Win]:
    """The last win of each puzzle, the newest first."""
    rows = connection.execute(WINS, (LATELY,))
    return [
        Win(name, title, family, seconds, _counted(family, length, fewest), when)
        for name, title, family, seconds, length, fewest, when in rows
        if family in FAMILIES
    ]


def _counted(family: str, length: int | None, fewest: int | None) -> int | None:
    """Of the moves that an attempt counts and those that a person does, what is shown."""
    return fewest if FAMILIES[family].counts_differently else length


def bests(connection: sqlite3.Connection) -> dict[str, Best]:
    """By the name of every puzzle that was won."""
    return _bests(connection.execute(BESTS))


def _bests(rows: Iterable[tuple[Any, ...]]) -> dict[str, Best]:
    return {
        name: Best(seconds, _counted(family, length, fewest))
        for name, family, seconds, length, fewest in rows
        if family in FAMILIES
    }


def best(name: str, connection: sqlite3.Connection) -> Best | None:
    """Of one puzzle, None when it was never won."""
    query = BESTS.replace("WHERE a.won", "WHERE a.won AND a.name = ?")
    return _bests(connection.execute(query, (name,))).get(name)


def daily_wins(connection: sqlite3.Connection) -> dict[str, date]:
    """By the name of each daily puzzle that was won: the first day on which it was."""
    won: dict[str, date] = {}
    for name, begun in connection.execute(DAILY):
        day = date.fromtimestamp(begun)
        won[name] = min(day, won.get(name, day))
    return won


def latest(connection: sqlite3.Connection) -> float:
    """When the newest session was stored, in seconds since 1970; 0 when there is none."""
    return float(connection.execute("SELECT max(updated) FROM session").fetchone()[0] or 0)


def beaten(connection: sqlite3.Connection) -> int:
    """The puzzles in which the perfect player was beaten."""
    query = "SELECT count(*) FROM note WHERE kind = ?"
    return int(connection.execute(query, (BEATEN,)).fetchone()[0])


def played(family: str, connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Names and titles of the family's puzzles that were begun, the newest first."""
    query = """SELECT name, title FROM session WHERE family = ? AND moves != ''
        ORDER BY updated DESC"""
    return list(connection.execute(query, (family,)))


def noteworthy(session: Session) -> Iterator[Note]:
    """What a session earns as it stands."""
    if not session.won or session.hints:
        return
    family = FAMILIES[session.game.family]
    if family.counts_differently:
        yield Note(FEWEST, session.puzzle.name, session.count)
    elif session.game.players == 2 and session.players[1 - session.person] == PERFECT:
        yield Note(BEATEN, session.puzzle.name, session.ply)


def notes(connection: sqlite3.Connection) -> list[Note]:
    """All of them, by kind and name."""
    return [Note(*row) for row in connection.execute(NOTES, KINDS)]


def rename(connection: sqlite3.Connection, old: str, new: str, title: str) -> None:
    """What was played as `old` is of the puzzle `new` from now on."""
    with connection:
        for table in ("session", "attempt", "note"):
            connection.execute(f"DELETE FROM {table} WHERE name = ?", (new,))
            connection.execute(f"UPDATE {table} SET name = ? WHERE name = ?", (new, old))
        connection.execute("UPDATE session SET title = ? WHERE name = ?", (title, new))
