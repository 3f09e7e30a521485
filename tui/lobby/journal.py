"""One person's side of a game of two, as lines of JSON that are only ever added to.

    {"ludoscope": "duel", "version": 1, "with": "1002.bob", "does": "invites", "rows": 4, …}
    {"ply": 0, "move": "b1b2", "after": ""}
    {"ply": 2, "move": "a1a2", "after": "c4c3"}
    {"ends": "resigns", "ply": 4}

does    "invites", "accepts" or "declines"; with the board and the side of whoever writes
ply     as in a session: white plays the even ones
after   the move of the other side that was answered: so each side alone tells the whole game
ends    "resigns", or "withdraws", which takes back an invitation

A line that was begun and not ended is none: a program was killed as it wrote it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoscope.games.hexapawn.rules import HexapawnGame, check_size
from ludoscope.tui.lobby.json_documents import document, line, read_document
from ludoscope.tui.lobby.users import Person, read_key
from ludoscope.tui.saves.json_fields import check, read_object

MOST = 1 << 16  # bytes of a file
LONGEST_MOVE = 16  # characters
ID = re.compile("[0-9a-f]{16}")
INVITES, ACCEPTS, DECLINES = FIRST = ("invites", "accepts", "declines")
RESIGNS, WITHDRAWS = LAST = ("resigns", "withdraws")
HEAD: Mapping[str, Any] = {"with": str, "does": str, "rows": int, "columns": int, "side": int}


@dataclass(frozen=True, slots=True)
class Head:
    """The first line; `side` is 0 for white, 1 for black."""

    other: Person
    does: str
    rows: int
    columns: int
    side: int

    def line(self) -> bytes:
        fields = {
            "with": self.other.key,
            "does": self.does,
            "rows": self.rows,
            "columns": self.columns,
            "side": self.side,
        }
        return document("duel", fields)

    def game(self) -> HexapawnGame:
        return _game(self.rows, self.columns)


@dataclass(frozen=True, slots=True)
class Journal:
    """`moves` by ply, those that were answered included; `ends` and the ply at which, if it did."""

    head: Head
    moves: Mapping[int, str]
    ends: str = ""
    at: int = 0


@cache
def _game(rows: int, columns: int) -> HexapawnGame:
    return HexapawnGame(rows, columns)


def move_line(ply: int, move: str, after: str) -> bytes:
    return line({"ply": ply, "move": move, "after": after})


def end_line(ends: str, ply: int) -> bytes:
    return line({"ends": ends, "ply": ply})


def read_journal(data: bytes) -> Journal:
    """ValueError when it is none."""
    lines = data.split(b"\n")[:-1]
    if not lines:
        raise ValueError("expected an invitation, or the answer to one")
    head = _head(lines[0])
    moves: dict[int, str] = {}
    for at, text in enumerate(lines[1:], start=1):
        row = read_object(text)
        if "ends" in row:
            check(row, {"ends": str, "ply": int})
            if row["ends"] not in LAST or at != len(lines) - 1:
                raise ValueError(f"expected one of {' and '.join(LAST)} at the end")
            return Journal(head, moves, row["ends"], row["ply"])
        _take(row, head, moves)
    return Journal(head, moves)


def _head(data: bytes) -> Head:
    row = read_document(data, "duel", HEAD)
    if row["does"] not in FIRST or row["side"] not in (0, 1):
        raise ValueError(f"expected one of {', '.join(FIRST)}, and side 0 or 1")
    check_size(row["rows"], row["columns"])
    other = read_key(row["with"])
    return Head(other, row["does"], row["rows"], row["columns"], row["side"])


def _take(row: dict[str, Any], head: Head, moves: dict[int, str]) -> None:
    """A move, and the one that it answers; each ply of a side once, in order."""
    after = row.pop("after", None)
    check(row, {"ply": int, "move": str})
    ply = row["ply"]
    if ply % 2 != head.side or type(after) is not str or bool(after) != bool(ply):
        raise ValueError(f"expected a move of side {head.side} and the one before it")
    if len(row["move"]) > LONGEST_MOVE or len(after) > LONGEST_MOVE:
        raise ValueError("expected the texts of moves")
    due = len(moves) + 1 if moves or head.side else 0
    if ply != due:
        raise ValueError(f"ply {ply} found, expected {due}")
    if ply:
        moves[ply - 1] = after
    moves[ply] = row["move"]
