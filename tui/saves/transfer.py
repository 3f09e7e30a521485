"""Saves as text, to carry them to another machine: a line of JSON for each row.

    {"ludoscope": "saves", "version": 2}
    {"session": "lucas-01", "title": "Lucas 1", "puzzle": {…}, "moves": ["4,2:N"], "node": 1, …}
    {"attempt": "5f1c…", "name": "lucas-01", "begun": 1795168800.5, "won": false, …}
    {"note": "fewest", "name": "lucas-01", "number": 5}

A session comes before its attempts and its notes, which are those of `tui.saves.results`; its moves
are the lines of a tree, see `tui.model.history`. Read back, every game is played through by the
rules, and either all is taken in or nothing. Version 1 knew no notes and no branches, and had
`ply`, how many of the moves are played, where `node` and `bookmarks` are.
"""

import json
import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Any

from ludoscope.games import NotationError, from_spec
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.files import FileError, read_text, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.json_fields import check, read_object
from ludoscope.tui.saves.results import KINDS, Note
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.statistics import Attempt
from ludoscope.tui.saves.store import Rows, Store
from ludoscope.tui.text.sanitize import printable

HEADER = {"ludoscope": "saves", "version": 2}
OLD_HEADER = {"ludoscope": "saves", "version": 1}
LARGEST = 64 << 20  # bytes
MOST_SESSIONS = 100_000
MOST_MOVES = 100_000  # of a session
ID = re.compile(r"[0-9a-f]{16}")
SESSION: Mapping[str, Any] = {
    "session": str,
    "title": str,
    "puzzle": dict,
    "moves": list,
    "node": int,
    "bookmarks": list,
    "person": int,
    "elapsed": float,
    "updated": float,
    "attempt": str,
    "hints": int,
    "undid": bool,
}
ATTEMPT: Mapping[str, Any] = {
    "attempt": str,
    **{field: kind for field, kind in Attempt.__annotations__.items() if field != "id"},
}
NOTE: Mapping[str, Any] = {"note": str, "name": str, "number": int}


def export_saves(store: Store, path: Path | None) -> list[str]:
    """Write everything to a file, or to standard output; the titles of what cannot be read."""
    saves, attempts, notes = store.everything().result()
    rows: list[dict[str, Any]] = [HEADER]
    names, unreadable = set(), []
    for save in saves:
        try:
            row = session_row(save)
            read_session(row)
        except ValueError:
            unreadable.append(save.title)
        else:
            rows.append(row)
            names.add(save.name)
    rows += [attempt_row(attempt) for attempt in attempts if attempt.name in names]
    rows += [note_row(note) for note in notes if note.name in names]
    text = printable("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))
    if path:
        write_text(path, text)
    else:
        print(text, end="")
    return unreadable


def import_saves(store: Store, path: Path | None) -> tuple[int, int]:
    """Take in what `export_saves` wrote; how many sessions and attempts the text holds.

    FileError when it is malformed; then nothing is taken in.
    """
    try:
        rows = read_saves(read_text(path, LARGEST))
    except NotationError as error:
        raise FileError(str(path or "standard input"), error) from None
    store.merge(rows).result()
    return len(rows.saves), len(rows.attempts)


def read_saves(text: str) -> Rows:
    """The rows of a text; NotationError, with the line, when it is malformed."""
    saves: dict[str, Save] = {}
    attempts: list[Attempt] = []
    notes: list[Note] = []
    for number, row in _rows(text):
        try:
            if "session" in row:
                save = read_session(row)
                if saves.setdefault(save.name, save) is not save:
                    name = short_repr(save.name)
                    raise ValueError(f"a second session of {name}, expected one for each puzzle")
                if len(saves) > MOST_SESSIONS:
                    raise ValueError(
                        f"more than {MOST_SESSIONS:,} sessions, expected at most that many"
                    )
            elif "note" in row:
                notes.append(read_note(row))
                _check_name("a note", notes[-1].name, saves)
            else:
                attempts.append(read_attempt(row))
                _check_name("an attempt", attempts[-1].name, saves)
        except ValueError as error:
            raise NotationError(" ".join(str(error).split()), number) from None
    return Rows(list(saves.values()), attempts, notes)


def _rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects after the header as they are written now, each with its line."""
    expected = "expected a line of JSON that ludoscope export wrote"
    header: dict[str, Any] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = read_object(line)
        except ValueError:
            raise NotationError(f"{line[:30]!r} found, {expected}", number) from None
        if header:
            yield number, _brought_up(row) if header == OLD_HEADER else row
        elif row not in (HEADER, OLD_HEADER):
            raise NotationError(f"{line[:40]!r} found, expected {json.dumps(HEADER)}", number)
        else:
            header = row
    if not header:
        raise NotationError(f"nothing found, expected {json.dumps(HEADER)}", 1)


def _brought_up(row: dict[str, Any]) -> dict[str, Any]:
    """A row of version 1 as it is written now."""
    if "ply" not in row:
        return row
    values = {"node" if field == "ply" else field: value for field, value in row.items()}
    return {**values, "bookmarks": []}


def session_row(save: Save) -> dict[str, Any]:
    """ValueError when the puzzle is no JSON any more."""
    values = save._asdict()
    changed = {
        "session": save.name,
        "puzzle": json.loads(save.spec),
        "moves": save.moves.splitlines(),
        "bookmarks": save.bookmarks.split(),
    }
    return {field: changed[field] if field in changed else values[field] for field in SESSION}


def read_session(row: Mapping[str, Any]) -> Save:
    """ValueError when it is no session that the rules allow."""
    check(row, SESSION)
    if len(row["moves"]) > MOST_MOVES:
        raise ValueError(f"{len(row['moves']):,} moves found, expected at most {MOST_MOVES:,}")
    session = Session(Puzzle(row["session"], from_spec(row["puzzle"]), row["title"]))
    for field, word in (("moves", "move"), ("bookmarks", "bookmark")):
        for text in row[field]:
            check({word: text}, {word: str})
    session.resume(row["moves"], row["node"], row["elapsed"], row["bookmarks"])
    if row["person"] >= session.game.players:
        raise ValueError(f"person {row['person']} found, expected one of {session.game.players}")
    session.person = row["person"]
    session.attempt, session.hints, session.undid = row["attempt"], row["hints"], row["undid"]
    _check_id(session.attempt)
    return Save.of(session, float(row["elapsed"]), float(row["updated"]))


def attempt_row(attempt: Attempt) -> dict[str, Any]:
    values = attempt._asdict()
    return {"attempt": values.pop("id"), **values}


def read_attempt(row: Mapping[str, Any]) -> Attempt:
    """ValueError when it is none."""
    check(row, ATTEMPT)
    values = dict(row)
    attempt = Attempt(id=values.pop("attempt"), **values)
    _check_id(attempt.id)
    best = (attempt.seconds, attempt.length)
    if not attempt.won and (attempt.clean or best != (None, None)):
        raise ValueError("an attempt that was not won has no best time or length")
    return attempt


def note_row(note: Note) -> dict[str, Any]:
    return {"note": note.kind, "name": note.name, "number": note.number}


def read_note(row: Mapping[str, Any]) -> Note:
    """ValueError when it is none."""
    check(row, NOTE)
    note = Note(row["note"], row["name"], row["number"])
    if note.kind not in KINDS:
        raise ValueError(f"note {note.kind[:30]!r} found, expected one of {', '.join(KINDS)}")
    return note


def _check_name(what: str, name: str, sessions: Container[str]) -> None:
    if name not in sessions:
        raise ValueError(f"{what} before the session of {short_repr(name)}")


def _check_id(text: str) -> None:
    if not ID.fullmatch(text):
        raise ValueError(f"attempt {text[:30]!r} found, expected 16 digits from 0 to f")
