"""Export and import of saves as text: a line of JSON for each row.

    {"ludoscope": "saves", "version": 6}
    {"session": "lucas-01", "title": "Lucas 1", "puzzle": {…}, "moves": ["4,2:N"], "node": 1, …}
    {"attempt": "5f1c…", "name": "lucas-01", "begun": 1795168800.5, "won": false, …}
    {"note": "fewest", "name": "lucas-01", "number": 5}
    {"answer": "8ac0…", "name": "peg-17", "family": "peg", "mode": "practice", …}
    {"mistake": "peg-5f1c…", "family": "peg", "title": "Lucas 1", "line": ["peg …", …], …}

A session precedes its attempts and its notes, which are those of `tui.saves.results`; its moves are
the lines of a move tree, see `tui.model.history`, and its comments lines such as "1 ?! too early",
see `puzzles.annotations`. On import every game is replayed by the rules,
and either all rows are added or none. A game of a plug-in that is not installed, or that fails, is
written as it is stored, with the field of STORED_FIELDS, which otherwise comes from the replay; it
is imported unchecked where the plug-in is missing. Answers and mistakes are those of
`tui.saves.training`; a mistake has the fields of its line apart, and its certificate is checked.

What is written to standard output is ASCII, as that may have any encoding; a file is UTF-8.

Version 5 had no notes of the kind "won on", and the fields of RESULT_FIELDS only in games that were
written as they were stored, so that a game that was resigned went on; version 4 also no notes of
the kind "won"; version 3 also no answers and mistakes; version 2 also no comments; version 1 also
no notes and no branches, and `ply` (the number of moves played) instead of `node` and `bookmarks`.
"""

import json
import re
from collections.abc import Callable, Container, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ludoscope.games import FAMILIES, NotationError, from_spec
from ludoscope.games.errors import short_repr
from ludoscope.games.families import FAMILY_NAME
from ludoscope.games.json_objects import JsonObject, parse_object
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.annotations import format_line, parse_lines
from ludoscope.puzzles.files import FileError, read_text, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle
from ludoscope.puzzles.training.check import find_flaw
from ludoscope.puzzles.training.training_position import SEPARATOR, TrainingPosition
from ludoscope.tui.model.history import parse_line
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.json_fields import MAX_COUNT, MAX_TIME, FieldTypes, check_fields
from ludoscope.tui.saves.reader import load_saves
from ludoscope.tui.saves.results import FIRST_WIN_DAY, NOTE_KINDS, Note
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.statistics import Attempt
from ludoscope.tui.saves.store import Store, StoreContent
from ludoscope.tui.saves.training import Answer, Mistake
from ludoscope.tui.text.sanitize import escape_controls

VERSION = 6
HEADER = {"ludoscope": "saves", "version": VERSION}
OLD_HEADERS = tuple({**HEADER, "version": version} for version in range(1, VERSION))
MAX_BYTES = 64 << 20
MAX_SESSIONS = 100_000
MAX_MOVES = 100_000  # of a session
ATTEMPT_ID = re.compile(r"[0-9a-f]{16}")
SESSION_FIELDS: FieldTypes = {
    "session": str,
    "title": str,
    "puzzle": dict,
    "moves": list,
    "node": int,
    "bookmarks": list,
    "comments": list,
    "person": int,
    "elapsed": float,
    "updated": float,
    "attempt": str,
    "hints": int,
    "undid": bool,
}
RESULT_FIELDS: FieldTypes = {"over": bool, "won": bool}
STORED_FIELDS: FieldTypes = {"ply": int}
ATTEMPT_FIELDS: FieldTypes = {
    "attempt": str,
    **{name: kind for name, kind in Attempt.__annotations__.items() if name != "id"},
}
NOTE_FIELDS: FieldTypes = {"note": str, "name": str, "number": int}
ANSWER_FIELDS: FieldTypes = {
    "answer": str,
    **{name: kind for name, kind in Answer.__annotations__.items() if name != "id"},
}
MISTAKE_FIELDS: FieldTypes = {
    "mistake": str,
    **{name: kind for name, kind in Mistake.__annotations__.items() if name != "name"},
    "line": list,
}
# greatest values of numbers; of those that are not named it is MAX_COUNT
MAX_VALUES = dict.fromkeys(("updated", "begun", "answered", "due", "number"), MAX_TIME)


def export_saves(folder: Path, path: Path | None) -> list[str]:
    """Write all saves in a folder to a file, or to standard output if `path` is None.

    Only rows that `import_saves` reads are written. Nothing in the folder is changed. A game that a
    plug-in fails to replay is written as it is stored.

    Returns:
        A sentence on each limit of `import_saves` that the text exceeds, and on each row that is
        left out.

    Raises:
        SavesError: The saves cannot be read at all.
    """
    (saves, attempts, notes, answers, mistakes), problems = load_saves(folder)
    rows: list[JsonObject] = [HEADER]
    names = set()
    for save in saves:
        try:
            row = session_row(save)
            if is_family_missing(row["puzzle"]):
                row = stored_row(save)
            read_session(row)
        except PluginFault:
            rows.append(stored_row(save))
            names.add(save.name)
        except ValueError as error:
            problems.append(f"session {short_repr(save.name)} is left out: {error}")
        else:
            rows.append(row)
            names.add(save.name)

    def add_readable(row: JsonObject, read: Callable[[JsonObject], object], title: str) -> None:
        try:
            read(row)
        except ValueError as error:
            problems.append(f"{title} is left out: {error}")
        else:
            rows.append(row)

    for attempt in attempts:
        if attempt.name in names:
            title = f"attempt {short_repr(attempt.id)}"
            add_readable(attempt_row(attempt), read_attempt, title)
    for note in notes:
        if note.name in names:
            title = f"note {short_repr(note.kind)} of {short_repr(note.name)}"
            add_readable(note_row(note), read_note, title)
    for answer in answers:
        add_readable(answer_row(answer), read_answer, f"answer {short_repr(answer.id)}")
    for mistake in mistakes:
        title = f"mistake {short_repr(mistake.name)}"
        add_readable(mistake_row(mistake), read_mistake, title)
    lines = (json.dumps(row, ensure_ascii=path is None) for row in rows)
    text = escape_controls("".join(f"{line}\n" for line in lines))
    if path:
        write_text(path, text)
    else:
        print(text, end="")
    return [*_exceeded_limits(len(names), len(text.encode())), *problems]


def _exceeded_limits(session_count: int, byte_count: int) -> Iterator[str]:
    """Yield a sentence on each limit of `import_saves` that a text exceeds."""
    if session_count > MAX_SESSIONS:
        yield (
            f"the export cannot be imported: {session_count:,} sessions, "
            f"expected at most {MAX_SESSIONS:,}"
        )
    if byte_count > MAX_BYTES:
        yield (
            f"the export cannot be imported: {byte_count:,} bytes, "
            f"expected at most {MAX_BYTES >> 20} MiB"
        )


class ImportCounts(NamedTuple):
    """Numbers of rows in an imported text."""

    sessions: int
    attempts: int


def import_saves(store: Store, path: Path | None) -> ImportCounts:
    """Add the rows that `export_saves` wrote, from a file or standard input, to the store.

    Raises:
        FileError: The text is malformed; nothing is added.
    """
    try:
        content = read_saves(read_text(path, MAX_BYTES))
    except NotationError as error:
        raise FileError(str(path or "standard input"), error) from None
    store.merge(content).result()
    return ImportCounts(len(content.saves), len(content.attempts))


def read_saves(text: str) -> StoreContent:
    """Parse and check the rows of an exported text.

    Raises:
        NotationError: The text is malformed; the error has the line.
    """
    saves: dict[str, SavedSession] = {}
    attempts: list[Attempt] = []
    notes: list[Note] = []
    answers: list[Answer] = []
    mistakes: list[Mistake] = []
    for line_number, row in _rows(text):
        try:
            if "session" in row:
                save = read_session(row)
                if save.name in saves:
                    name = short_repr(save.name)
                    raise ValueError(f"a second session of {name}, expected one for each puzzle")
                if len(saves) >= MAX_SESSIONS:
                    raise ValueError(
                        f"more than {MAX_SESSIONS:,} sessions, expected at most that many"
                    )
                saves[save.name] = save
            elif "note" in row:
                note = read_note(row)
                _check_name("a note", note.name, saves)
                notes.append(note)
            elif "answer" in row:
                answers.append(read_answer(row))
            elif "mistake" in row:
                mistakes.append(read_mistake(row))
            else:
                attempt = read_attempt(row)
                _check_name("an attempt", attempt.name, saves)
                attempts.append(attempt)
        except ValueError as error:
            raise NotationError(" ".join(str(error).split()), line_number) from None
    return StoreContent(list(saves.values()), attempts, notes, answers, mistakes)


class _NumberedRow(NamedTuple):
    """A row with the number of its line, from 1."""

    line_number: int
    row: JsonObject


def _rows(text: str) -> Iterator[_NumberedRow]:
    """Yield the rows after the header, converted to the current version."""
    expected = "expected a line of JSON that ludoscope export wrote"
    header: JsonObject | None = None
    for line_number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = parse_object(line)
        except ValueError as error:
            message = f"{short_repr(line)} found, {expected} ({error})"
            raise NotationError(message, line_number) from None
        if header:
            yield _NumberedRow(line_number, _upgrade(row) if header in OLD_HEADERS else row)
        elif row not in (HEADER, *OLD_HEADERS):
            if is_newer_header(row):
                found = short_repr(row["version"])
                message = f"version {found} found, expected '1' to '{VERSION}'"
                raise NotationError(message, line_number)
            message = f"{short_repr(line)} found, expected {json.dumps(HEADER)}"
            raise NotationError(message, line_number)
        else:
            header = row
    if not header:
        raise NotationError(f"nothing found, expected {json.dumps(HEADER)}", 1)


def is_newer_header(row: JsonObject) -> bool:
    """Return True for the header of an export that a newer version of the program wrote."""
    version = row.get("version")
    is_header = row.get("ludoscope") == HEADER["ludoscope"]
    return is_header and type(version) is int and version > VERSION


def _upgrade(row: JsonObject) -> JsonObject:
    """Convert a row of an older version."""
    if "session" not in row or not row.keys() & {"node", "ply"}:
        return row
    if "node" not in row:
        values = {"node" if field == "ply" else field: value for field, value in row.items()}
        row = {**values, "bookmarks": []}
    return {"comments": [], **row}


def session_row(save: SavedSession) -> JsonObject:
    """Return the row of a session.

    Raises:
        ValueError: The stored puzzle is not valid JSON.
    """
    values: JsonObject = {
        **save._asdict(),
        "session": save.name,
        "puzzle": save.parse_spec(),
        "moves": save.moves.splitlines(),
        "bookmarks": save.bookmarks.split(),
        "comments": save.comments.splitlines(),
    }
    return {field: values[field] for field in (*SESSION_FIELDS, *RESULT_FIELDS)}


def stored_row(save: SavedSession) -> JsonObject:
    """Return the row of a session that cannot be replayed here.

    Raises:
        ValueError: The stored puzzle is not valid JSON.
    """
    return {**session_row(save), **{field: getattr(save, field) for field in STORED_FIELDS}}


def is_family_missing(spec: JsonObject) -> bool:
    """Return True if the parameters of a game are of a family that is not installed."""
    family = spec.get("family")
    return (
        isinstance(family, str) and bool(FAMILY_NAME.fullmatch(family)) and (family not in FAMILIES)
    )


def read_session(row: JsonObject) -> SavedSession:
    """Parse the row of a session and replay its game, if its family is installed.

    Raises:
        ValueError: The row is malformed or a move is illegal.
        PluginFault: A plug-in fails to replay the game.
    """
    has_result = bool(RESULT_FIELDS.keys() & row.keys())  # from version 6 on
    is_stored = bool(STORED_FIELDS.keys() & row.keys())
    fields = dict(SESSION_FIELDS)
    if has_result or is_stored:
        fields.update(RESULT_FIELDS)
    if is_stored:
        fields.update(STORED_FIELDS)
    _check_row(row, fields)
    if len(row["moves"]) > MAX_MOVES:
        raise ValueError(f"{len(row['moves']):,} moves found, expected at most {MAX_MOVES:,}")
    for field, singular in (("moves", "move"), ("bookmarks", "bookmark"), ("comments", "comment")):
        for text in row[field]:
            check_fields({singular: text}, {singular: str})
    if is_stored and is_family_missing(row["puzzle"]):
        return _read_stored(row)
    session = Session(Puzzle(row["session"], from_spec(row["puzzle"]), row["title"]))
    session.restore(row["moves"], row["node"], row["elapsed"], row["bookmarks"], row["comments"])
    if row["person"] >= session.game.players:
        raise ValueError(f"person {row['person']} found, expected one of {session.game.players}")
    session.player_side = row["person"]
    session.restore_attempt(row["attempt"], row["hints"], row["undid"])
    _check_attempt_id(session.attempt_id)
    if has_result and row["over"] and session.game.players == 2 and not session.is_over:
        session.resign()
    save = SavedSession.from_session(session, float(row["elapsed"]), float(row["updated"]))
    return _with_result(save, row["over"], row["won"]) if has_result else save


def _with_result(save: SavedSession, is_over: bool, is_won: bool) -> SavedSession:
    """Return a session that was replayed with the result that its row has.

    In a game for two the replay cannot tell who played: a game of two users is nobody's win.

    Raises:
        ValueError: The moves do not lead to that result.
    """
    if is_over != save.over:
        raise ValueError(f"over {is_over} found, but the moves lead to {save.over}")
    if is_won != save.won and (is_won or FAMILIES[save.family].players == 1):
        raise ValueError(f"won {is_won} found, but the moves lead to {save.won}")
    return save._replace(won=is_won)


def _read_stored(row: JsonObject) -> SavedSession:
    """Parse the row of a session whose game cannot be replayed; its moves are kept as texts."""
    for line in row["moves"]:
        parse_line(line)
    lines = list(parse_lines(row["comments"], len(row["moves"]) + 1))
    for field in ("node", "ply"):
        if row[field] > len(row["moves"]):
            raise ValueError(f"{field} {row[field]} found, expected at most {len(row['moves'])}")
    if row["person"] > 1:
        raise ValueError(f"person {row['person']} found, expected 0 or 1")
    if row["won"] and not row["over"]:
        raise ValueError("a game that was won and is not over")
    _check_attempt_id(row["attempt"])
    values = {
        **{field: row[field] for field in SavedSession._fields if field in row},
        "name": row["session"],
        "family": row["puzzle"]["family"],
        "spec": json.dumps(row["puzzle"], sort_keys=True),
        "moves": "\n".join(row["moves"]),
        "bookmarks": " ".join(row["bookmarks"]),
        "comments": "\n".join(map(format_line, lines)),
        "elapsed": float(row["elapsed"]),
        "updated": float(row["updated"]),
    }
    return SavedSession(**values)


def attempt_row(attempt: Attempt) -> JsonObject:
    values = attempt._asdict()
    return {"attempt": values.pop("id"), **values}


def read_attempt(row: JsonObject) -> Attempt:
    """Parse the row of an attempt.

    Raises:
        ValueError: The row is malformed or contradicts itself.
    """
    _check_row(row, ATTEMPT_FIELDS)
    values = dict(row)
    attempt = Attempt(id=values.pop("attempt"), **values)
    _check_attempt_id(attempt.id)
    has_best = attempt.seconds is not None or attempt.length is not None
    if not attempt.won and (attempt.clean or has_best):
        raise ValueError("an attempt that was not won has no best time or length")
    return attempt


def note_row(note: Note) -> JsonObject:
    return {"note": note.kind, "name": note.name, "number": note.number}


def read_note(row: JsonObject) -> Note:
    """Parse the row of a note.

    Raises:
        ValueError: The row is malformed or its kind is unknown.
    """
    _check_row(row, NOTE_FIELDS)
    note = Note(row["note"], row["name"], row["number"])
    if note.kind not in NOTE_KINDS:
        kinds = ", ".join(NOTE_KINDS)
        raise ValueError(f"note {short_repr(note.kind)} found, expected one of {kinds}")
    if note.kind == FIRST_WIN_DAY:
        try:
            date.fromisoformat(str(note.number))
        except ValueError:
            raise ValueError(f"number {note.number} found, expected a day") from None
    return note


def answer_row(answer: Answer) -> JsonObject:
    values = answer._asdict()
    return {"answer": values.pop("id"), **values}


def read_answer(row: JsonObject) -> Answer:
    """Parse the row of an answer.

    Raises:
        ValueError: The row is malformed.
    """
    _check_row(row, ANSWER_FIELDS)
    values = dict(row)
    answer = Answer(id=values.pop("answer"), **values)
    _check_attempt_id(answer.id)
    for word in (answer.family, answer.mode):
        _check_word(word)
    return answer._replace(
        answered=float(answer.answered),
        seconds=float(answer.seconds),
        difficulty=float(answer.difficulty),
    )


def mistake_row(mistake: Mistake) -> JsonObject:
    values = mistake._asdict() | {"line": mistake.line.split(SEPARATOR)}
    return {"mistake": values.pop("name"), **values}


def read_mistake(row: JsonObject) -> Mistake:
    """Parse the row of a mistake and check its certificate by the rules, if they are installed.

    Raises:
        ValueError: The row is malformed, or the certificate does not hold.
    """
    _check_row(row, MISTAKE_FIELDS)
    for text in row["line"]:
        if not isinstance(text, str):
            raise ValueError(f"line {short_repr(text)} found, expected texts")
    _check_word(row["family"])
    values = dict(row)
    name, line = values.pop("mistake"), SEPARATOR.join(values.pop("line"))
    position = TrainingPosition.parse(name, line)
    if row["family"] in FAMILIES:
        try:
            flaw = find_flaw(position)
        except UnknownPuzzle as error:
            raise ValueError(str(error)) from None
        if flaw:
            raise ValueError(f"mistake {short_repr(name)}: {flaw}")
    return Mistake(name, line=line, **values)._replace(due=float(values["due"]))


def _check_row(row: JsonObject, types: FieldTypes) -> None:
    """Check the fields of a row, and that its numbers stay valid when the player goes on."""
    check_fields(row, types)
    for field, value in row.items():
        max_value = MAX_VALUES.get(field, MAX_COUNT)
        if isinstance(value, (int, float)) and value > max_value:
            raise ValueError(f"{field} {short_repr(value)} found, expected at most {max_value:,}")


def _check_word(word: str) -> None:
    if not FAMILY_NAME.fullmatch(word):
        raise ValueError(f"{short_repr(word)} found, expected a word of small letters")


def _check_name(row_kind: str, name: str, sessions: Container[str]) -> None:
    if name not in sessions:
        raise ValueError(f"{row_kind} before the session of {short_repr(name)}")


def _check_attempt_id(text: str) -> None:
    if not ATTEMPT_ID.fullmatch(text):
        raise ValueError(f"attempt {short_repr(text)} found, expected 16 digits from 0 to f")
