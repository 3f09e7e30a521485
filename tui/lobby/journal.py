"""The journal of a duel: one player's side of it, as lines of JSON that are only appended.

    {"ludoscope": "duel", "version": 1, "with": "1002.bob", "does": "invites", "rows": 4, …}
    {"ply": 0, "move": "b1b2", "after": ""}
    {"ply": 2, "move": "a1a2", "after": "c4c3"}
    {"ends": "resigns", "ply": 4}

does    "invites", "accepts" or "declines"; followed by the board's size and the author's side
ply     counted from 0; white plays the even plies
after   the opponent's move that was answered, so that each journal alone holds the whole game
ends    "resigns", or "withdraws" for an invitation

A last line without a line break is ignored: the program was killed while writing it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoscope.games.hexapawn.rules import HexapawnGame, check_size
from ludoscope.games.json_objects import parse_object
from ludoscope.tui.lobby.json_documents import decode_document, encode_document, encode_line
from ludoscope.tui.lobby.users import UserProfile, parse_profile_key
from ludoscope.tui.saves.json_fields import check_fields

MAX_JOURNAL_BYTES = 1 << 16
MAX_MOVE_LENGTH = 16  # characters
DUEL_ID = re.compile("[0-9a-f]{16}")
INVITES, ACCEPTS, DECLINES = OPENINGS = ("invites", "accepts", "declines")
RESIGNS, WITHDRAWS = ENDINGS = ("resigns", "withdraws")
HEADER_FIELDS = {"with": str, "does": str, "rows": int, "columns": int, "side": int}


@dataclass(frozen=True, slots=True)
class JournalHeader:
    """The first line of a journal.

    Attributes:
        opponent: The other player.
        opening: What the author did: one of OPENINGS.
        rows: Height of the board.
        columns: Width of the board.
        side: The author's side, 0 for white and 1 for black.
    """

    opponent: UserProfile
    opening: str
    rows: int
    columns: int
    side: int

    def encode(self) -> bytes:
        fields = {
            "with": self.opponent.key,
            "does": self.opening,
            "rows": self.rows,
            "columns": self.columns,
            "side": self.side,
        }
        return encode_document("duel", fields)

    def game(self) -> HexapawnGame:
        return _game(self.rows, self.columns)

    def fits(self, opponent_header: "JournalHeader") -> bool:
        """Return True if two headers are the two sides of one duel."""
        same_board = (self.rows, self.columns) == (opponent_header.rows, opponent_header.columns)
        opposite_sides = self.side == 1 - opponent_header.side
        one_invites = (self.opening == INVITES) != (opponent_header.opening == INVITES)
        return same_board and opposite_sides and one_invites


@dataclass(frozen=True, slots=True)
class Journal:
    """Record of a duel by one player.

    Attributes:
        header: The invitation or answer.
        moves: Text of each move by ply, including the opponent's moves that were answered.
        ending: One of ENDINGS, or "".
        end_ply: Ply at which the ending was written.
    """

    header: JournalHeader
    moves: Mapping[int, str]
    ending: str = ""
    end_ply: int = 0


@cache
def _game(rows: int, columns: int) -> HexapawnGame:
    return HexapawnGame(rows, columns)


def encode_move(ply: int, move: str, answered_move: str) -> bytes:
    return encode_line({"ply": ply, "move": move, "after": answered_move})


def encode_ending(ending: str, ply: int) -> bytes:
    return encode_line({"ends": ending, "ply": ply})


def parse_journal(data: bytes) -> Journal:
    """Return the journal in a file.

    Raises:
        ValueError: A line is malformed, or moves are out of order.
    """
    lines = data.split(b"\n")[:-1]
    if not lines:
        raise ValueError("expected an invitation, or the answer to one")
    header = _parse_header(lines[0])
    moves: dict[int, str] = {}
    for index, line in enumerate(lines[1:], start=1):
        row = parse_object(line)
        if "ends" in row:
            check_fields(row, {"ends": str, "ply": int})
            if row["ends"] not in ENDINGS or index != len(lines) - 1:
                raise ValueError(f"expected one of {' and '.join(ENDINGS)} at the end")
            return Journal(header, moves, row["ends"], row["ply"])
        _add_move(row, header, moves)
    return Journal(header, moves)


def _parse_header(line: bytes) -> JournalHeader:
    row = decode_document(line, "duel", HEADER_FIELDS)
    if row["does"] not in OPENINGS or row["side"] not in (0, 1):
        raise ValueError(f"expected one of {', '.join(OPENINGS)}, and side 0 or 1")
    check_size(row["rows"], row["columns"])
    opponent = parse_profile_key(row["with"])
    return JournalHeader(opponent, row["does"], row["rows"], row["columns"], row["side"])


def _add_move(row: dict[str, Any], header: JournalHeader, moves: dict[int, str]) -> None:
    """Add the move of a line, and the move it answers, to `moves`.

    Raises:
        ValueError: The line is malformed, or it is not the author's next ply.
    """
    answered_move = row.pop("after", None)
    check_fields(row, {"ply": int, "move": str})
    ply, move = row["ply"], row["move"]
    is_first = ply == 0
    if ply % 2 != header.side or type(answered_move) is not str or is_first != (not answered_move):
        raise ValueError(f"expected a move of side {header.side} and the one before it")
    if len(move) > MAX_MOVE_LENGTH or len(answered_move) > MAX_MOVE_LENGTH:
        raise ValueError("expected the texts of moves")
    expected_ply = len(moves) + 1 if moves or header.side == 1 else 0
    if ply != expected_ply:
        raise ValueError(f"ply {ply} found, expected {expected_ply}")
    if not is_first:
        moves[ply - 1] = answered_move
    moves[ply] = move
