"""Queries on the results of the player: wins, best times, daily puzzles.

Each query takes a connection and is run by the store: `store.run(results.recent_wins)`.

After a win without a hint notes are stored, the lowest number of each puzzle:
fewest   number of moves, in families where an attempt counts something else
beaten   plies in which the perfect opponent was beaten
won      seconds since 1970 at the first such win of a daily puzzle; an attempt tells its begin only
won on   the day of that win where the player was, as a number such as 20261120

After any win a note is stored that is not exported, and a later one replaces it:
last won  seconds since 1970 at the end of the puzzle's last won game

Other notes on a puzzle are its players ("seats"), and what solvers have found out about its board.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.names import current_title
from ludoscope.tui.model.players import PERFECT
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.database import write_transaction
from ludoscope.tui.saves.json_fields import MAX_TIME
from ludoscope.tui.saves.statistics import Attempt, AttemptResult

FEWEST_MOVES = "fewest"
PERFECT_BEATEN = "beaten"
ISO_DATE_LENGTH = len("2026-11-20")  # at the end of the name of a daily puzzle
DAY_FORMAT = "%Y%m%d"  # of the day of a win
ONE_DAY = timedelta(days=1)
FIRST_WIN = "won"
FIRST_WIN_DAY = "won on"
NOTE_KINDS = (FEWEST_MOVES, PERFECT_BEATEN, FIRST_WIN, FIRST_WIN_DAY)
ANALYSIS_KINDS = ("difficulty", "verdicts")  # of notes that depend on the board of a puzzle
PUZZLE_NOTE_KINDS = (*NOTE_KINDS, "last won", "seats", *ANALYSIS_KINDS)
MAX_RECENT_WINS = 50

SELECT_WINS = """SELECT s.name, s.title, s.family, min(a.seconds), min(a.length), n.text + 0,
    max(max(a.begun + coalesce(a.seconds, 0)), coalesce(w.text + 0, 0)) AS at
    FROM attempt a JOIN session s USING (name)
    LEFT JOIN note n ON n.name = s.name AND n.kind = 'fewest'
    LEFT JOIN note w ON w.name = s.name AND w.kind = 'last won'
    WHERE a.won GROUP BY s.name ORDER BY at DESC LIMIT ?"""
SELECT_BEST_RESULTS = """SELECT a.name, s.family, min(a.seconds), min(a.length), n.text + 0
    FROM attempt a JOIN session s USING (name)
    LEFT JOIN note n ON n.name = a.name AND n.kind = 'fewest'
    WHERE a.won GROUP BY a.name"""
SELECT_DAILY_WINS = """SELECT a.name, a.seconds IS NULL, a.begun, n.text + 0, d.text
    FROM attempt a LEFT JOIN note n ON n.name = a.name AND n.kind = 'won'
    LEFT JOIN note d ON d.name = a.name AND d.kind = 'won on'
    WHERE a.won AND a.name GLOB '*-daily-????-??-??'"""
SELECT_HINTED_DAILIES = """SELECT name FROM attempt WHERE won AND name GLOB '*-daily-????-??-??'
    GROUP BY name HAVING max(seconds) IS NULL"""
INSERT_FIRST_WIN = """INSERT OR IGNORE INTO note (kind, name, text)
    SELECT column1, :name, column2 FROM (VALUES ('won', :time), ('won on', :day))
    WHERE NOT EXISTS
    (SELECT * FROM attempt WHERE name = :name AND won AND seconds IS NOT NULL)"""
UPSERT_LAST_WIN = """INSERT INTO note (kind, name, text) SELECT 'last won', :name, :time
    WHERE NOT EXISTS (SELECT * FROM attempt WHERE id = :id AND won)
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text"""
DELETE_ANALYSIS = """DELETE FROM note WHERE kind = :kind AND name = :name
    AND NOT EXISTS (SELECT * FROM session WHERE name = :name)"""
UPSERT_MINIMUM_NOTE = """INSERT INTO note (kind, name, text) VALUES (?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text
    WHERE excluded.text + 0 < text + 0"""


class Note(NamedTuple):
    """A number to store for a puzzle, unless a lower one is stored; of one of NOTE_KINDS."""

    kind: str
    name: str
    number: int


class Win(NamedTuple):
    """The last win of a puzzle, with its best time in seconds and fewest moves without a hint.

    `won_at` is the end of the game in seconds since 1970. Of a game that was imported, or won in an
    earlier version, only the begin and the time spent are known: it is the sum of both.
    """

    name: str
    title: str
    family: str
    seconds: float | None
    length: int | None
    won_at: float


class BestResult(NamedTuple):
    """The best time in seconds and the fewest moves of a puzzle, each from a win without a hint."""

    seconds: float | None
    length: int | None


def recent_wins(connection: sqlite3.Connection) -> list[Win]:
    """Return the last win of each puzzle, newest first."""
    rows = connection.execute(SELECT_WINS, (MAX_RECENT_WINS,))
    return [
        Win(
            name,
            current_title(name, family, title),
            family,
            seconds,
            _move_count(family, length, fewest),
            won_at,
        )
        for name, title, family, seconds, length, fewest, won_at in rows
        if family in FAMILIES
    ]


def _move_count(family: str, length: int | None, fewest: int | None) -> int | None:
    """Return the number of moves as the family counts them, from an attempt or from a note."""
    if FAMILIES[family].counts_differently:
        return fewest
    return None if length is None else FAMILIES[family].move_number(length)


def with_move_counts(
    outcomes: Iterable[AttemptResult], bests: Mapping[str, BestResult]
) -> list[AttemptResult]:
    """Return attempts whose lengths are the numbers of moves as the families count them.

    In families where an attempt counts something else, it is the fewest moves of all wins of the
    puzzle without hints.

    Args:
        outcomes: The attempts.
        bests: The best result of every puzzle that was won, by name.
    """

    def move_count(outcome: AttemptResult) -> int | None:
        if outcome.length is None:  # not won without hints
            return None
        best = bests.get(outcome.name)
        return _move_count(outcome.family, outcome.length, best.length if best else None)

    return [outcome._replace(length=move_count(outcome)) for outcome in outcomes]


def best_results(connection: sqlite3.Connection) -> dict[str, BestResult]:
    """Return the best result of every puzzle that was won, by name."""
    return _read_best_results(connection.execute(SELECT_BEST_RESULTS))


def best_result(name: str, connection: sqlite3.Connection) -> BestResult | None:
    """Return the best result of a puzzle, None if it was never won."""
    query = SELECT_BEST_RESULTS.replace("WHERE a.won", "WHERE a.won AND a.name = ?")
    return _read_best_results(connection.execute(query, (name,))).get(name)


def _read_best_results(rows: sqlite3.Cursor) -> dict[str, BestResult]:
    return {
        name: BestResult(seconds, _move_count(family, length, fewest))
        for name, family, seconds, length, fewest in rows
        if family in FAMILIES
    }


def daily_wins(connection: sqlite3.Connection) -> dict[str, date]:
    """Return the day on which each daily puzzle was first won, by name.

    It is that of the first win without hints, if there is one. A win in the future was stored when
    the clock was wrong: it counts for the day of its puzzle. Earlier versions stored only when an
    attempt was begun, or did not store the day.
    """
    first_wins: dict[str, tuple[bool, date]] = {}
    tomorrow = daily.today() + ONE_DAY
    for name, is_hinted, begun_at, won_at, won_day in connection.execute(SELECT_DAILY_WINS):
        is_hinted = bool(is_hinted)
        if is_hinted or won_at is None:
            day = date.fromtimestamp(begun_at)
        else:
            day = _local_day(won_at, won_day)
        if day > tomorrow:
            with suppress(ValueError):  # no such day
                day = date.fromisoformat(name[-ISO_DATE_LENGTH:])
        first_wins[name] = min((is_hinted, day), first_wins.get(name, (is_hinted, day)))
    return {name: day for name, (_, day) in first_wins.items()}


def _local_day(time: float, day_text: str | None) -> date:
    """Return the day of a time, in seconds since 1970, where the player was.

    Args:
        time: The time.
        day_text: The day that was stored with it, None if there is none. One that is not that of
            the time in any time zone belongs to another win, which was imported.
    """
    day = date.fromtimestamp(time)
    with suppress(ValueError):  # there is none, or no such day
        stored_day = date.fromisoformat(day_text or "")
        if abs(stored_day - day) <= ONE_DAY:
            return stored_day
    return day


def hinted_dailies(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the names of the daily puzzles that were won with hints only."""
    return frozenset(name for (name,) in connection.execute(SELECT_HINTED_DAILIES))


def last_update(connection: sqlite3.Connection) -> float:
    """Return when the newest session was stored, in seconds since 1970; 0 without sessions.

    Sessions that an earlier version has imported with times beyond any clock are left out.
    """
    query = "SELECT max(updated) FROM session WHERE updated < ?"
    return float(connection.execute(query, (MAX_TIME,)).fetchone()[0] or 0)


def count_perfect_beaten(connection: sqlite3.Connection) -> int:
    """Return the number of puzzles in which the perfect opponent was beaten."""
    query = "SELECT count(*) FROM note WHERE kind = ?"
    return int(connection.execute(query, (PERFECT_BEATEN,)).fetchone()[0])


class PlayedPuzzle(NamedTuple):
    """The name and title of a puzzle with at least one move."""

    name: str
    title: str


def played_puzzles(family: str, connection: sqlite3.Connection) -> list[PlayedPuzzle]:
    """Return the family's puzzles with at least one move, most recently played first."""
    query = """SELECT name, title FROM session WHERE family = ? AND moves != ''
        ORDER BY updated DESC"""
    rows = connection.execute(query, (family,))
    return [PlayedPuzzle(name, current_title(name, family, title)) for name, title in rows]


def store_win_times(connection: sqlite3.Connection, attempts: Iterable[Attempt]) -> None:
    """Store when attempts are first won, and daily puzzles without hints.

    Args:
        connection: The database, in a transaction.
        attempts: The current states of attempts, which are stored only after this.
    """
    for attempt in attempts:
        if not attempt.won:
            continue
        values = {"id": attempt.id, "name": attempt.name, "time": str(int(attempt.begun))}
        connection.execute(UPSERT_LAST_WIN, values)
        if attempt.seconds is not None and daily.is_daily_name(attempt.name):
            day = date.fromtimestamp(attempt.begun).strftime(DAY_FORMAT)
            connection.execute(INSERT_FIRST_WIN, values | {"day": day})


def earned_notes(session: Session) -> Iterator[Note]:
    """Yield the notes that a session earns in its current state."""
    if not session.is_won or session.hint_count:
        return
    family = FAMILIES[session.game.family]
    if family.counts_differently:
        yield Note(FEWEST_MOVES, session.puzzle.name, session.move_count)
    elif session.game.players == 2 and session.players[1 - session.player_side] == PERFECT:
        yield Note(PERFECT_BEATEN, session.puzzle.name, session.ply)


def delete_analysis(connection: sqlite3.Connection, name: str) -> None:
    """Delete what solvers have found out about a puzzle, whose board may have changed.

    If a session is stored, it tells which board that is, see `tui.saves.puzzle_names`.
    """
    with write_transaction(connection):
        for kind in ANALYSIS_KINDS:
            connection.execute(DELETE_ANALYSIS, {"kind": kind, "name": name})
