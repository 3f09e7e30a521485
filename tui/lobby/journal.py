"""The journal of a duel: one player's side of it, as lines of JSON that are only appended.

    {"ludoscope": "duel", "version": 1, "with": "1002.bob", "does": "invites", "rows": 4, …}
    {"ply": 0, "move": "b1b2", "after": ""}
    {"ply": 2, "move": "a1a2", "after": "c4c3"}
    {"ends": "resigns", "ply": 4}

The first line of a game of the last winnable move has the name of a puzzle in place of a size, and
a move is then a turn: the moves that were made at once.

    {"ludoscope": "puzzle duel", "version": 1, "with": "1002.bob", "does": "invites",
     "puzzle": "lucas-05", "side": 0}

does    "invites", "accepts" or "declines"; followed by the board's size and the author's side
ply     counted from 0; white plays the even plies
after   the opponent's move that was answered, so that each journal alone holds the whole game
ends    "resigns", or "withdraws" for an invitation; "draws" if the referee of the author has found
        that nobody wins a puzzle. Of an ending that the opponent's journal shows first, "wins" says
        that the opponent has resigned, and "loses" that the move in `after` has won

Version 0.1 knows only "resigns" and "withdraws". It takes a journal with another ending for one
that is missing, and says so.

A last line without a line break is ignored: the program was killed while writing it.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame, check_size
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.lobby.json_documents import decode_document, encode_document, encode_line
from ludoscope.tui.lobby.users import UserProfile, parse_profile_key
from ludoscope.tui.saves.json_fields import check_fields

MAX_JOURNAL_BYTES = 1 << 16
MAX_MOVE_LENGTH = 16  # characters
MAX_TURN_LENGTH = 600  # characters; a run of cards, and those that go home after it
MAX_NAME_LENGTH = 64  # characters
MAX_CACHED_PUZZLES = 64
DUEL_ID = re.compile("[0-9a-f]{16}")
INVITES, ACCEPTS, DECLINES = OPENINGS = ("invites", "accepts", "declines")
ENDINGS = ("resigns", "withdraws", "draws", "wins", "loses")
RESIGNS, WITHDRAWS, DRAWS, WINS, LOSES = ENDINGS
SIZE_DUEL, PUZZLE_DUEL = "duel", "puzzle duel"  # the kinds of documents
COMMON_FIELDS = {"with": str, "does": str, "side": int}
HEADER_FIELDS = {
    SIZE_DUEL: {**COMMON_FIELDS, "rows": int, "columns": int},
    PUZZLE_DUEL: {**COMMON_FIELDS, "puzzle": str},
}


@dataclass(frozen=True, slots=True)
class JournalHeader:
    """The first line of a journal.

    Attributes:
        opponent: The other player.
        opening: What the author did: one of OPENINGS.
        rows: Height of the board of hexapawn; 0 in a game of the last winnable move.
        columns: Width of the board.
        side: The author's side, 0 for the one that moves first (white), 1 for the other.
        puzzle: The name of the puzzle in a game of the last winnable move; "" in hexapawn.
    """

    opponent: UserProfile
    opening: str
    rows: int
    columns: int
    side: int
    puzzle: str = ""

    def encode(self) -> bytes:
        common = {"with": self.opponent.key, "does": self.opening, "side": self.side}
        if self.puzzle:
            return encode_document(PUZZLE_DUEL, {**common, "puzzle": self.puzzle})
        return encode_document(SIZE_DUEL, {**common, "rows": self.rows, "columns": self.columns})

    def game(self) -> AnyGame:
        return _puzzle(self.puzzle).game if self.puzzle else _game(self.rows, self.columns)

    @property
    def title(self) -> str:
        """The title of the puzzle, or the size of the board of hexapawn, such as 4×4."""
        return _puzzle(self.puzzle).title if self.puzzle else f"{self.rows}×{self.columns}"

    @property
    def max_move_length(self) -> int:
        """The length of the longest text of a move, in characters."""
        return MAX_TURN_LENGTH if self.puzzle else MAX_MOVE_LENGTH

    def fits(self, opponent_header: "JournalHeader") -> bool:
        """Return True if two headers are the two sides of one duel."""
        boards = [(one.rows, one.columns, one.puzzle) for one in (self, opponent_header)]
        same_board = boards[0] == boards[1]
        opposite_sides = self.side == 1 - opponent_header.side
        one_invites = (self.opening == INVITES) != (opponent_header.opening == INVITES)
        return same_board and opposite_sides and one_invites


@dataclass(frozen=True, slots=True)
class Journal:
    """Record of a duel by one player.

    Attributes:
        header: The invitation or answer.
        moves: Text of each move by ply, including the opponent's moves that were answered, and the
            one that has won.
        ending: One of ENDINGS, or "".
        end_ply: Ply at which the ending was written.
    """

    header: JournalHeader
    moves: Mapping[int, str]
    ending: str = ""
    end_ply: int = 0


def check_puzzle(name: str) -> None:
    """Raise ValueError unless it is the name of a puzzle on which two players can alternate."""
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(f"expected a name of at most {MAX_NAME_LENGTH} characters")
    _puzzle(name)


def _puzzle(name: str) -> Puzzle:
    """Return the puzzle with that name; raise ValueError as `check_puzzle` does."""
    puzzle = _find_puzzle(name)
    if not puzzle:
        raise ValueError("expected the name of a puzzle for the last winnable move")
    return puzzle


@lru_cache(MAX_CACHED_PUZZLES)
def _find_puzzle(name: str) -> Puzzle | None:
    """Return the puzzle with exactly that name if two players can alternate on it, else None."""
    with suppress(LookupError):  # the number is out of range, or a plug-in has failed
        puzzle = find_by_name(name)
        if puzzle and puzzle.name == name:
            return puzzle if board_family(puzzle.game.family).has_last_winnable_move else None
    return None


@cache
def _game(rows: int, columns: int) -> HexapawnGame:
    return HexapawnGame(rows, columns)


def encode_move(ply: int, move: str, answered_move: str) -> bytes:
    return encode_line({"ply": ply, "move": move, "after": answered_move})


def encode_ending(ending: str, ply: int, answered_move: str = "") -> bytes:
    """Return the last line of a journal.

    Args:
        ending: One of ENDINGS.
        ply: Number of moves played.
        answered_move: The opponent's move that has won, for LOSES.
    """
    row: dict[str, object] = {"ends": ending, "ply": ply}
    return encode_line({**row, "after": answered_move} if answered_move else row)


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
            if index != len(lines) - 1:
                raise ValueError("expected nothing after the ending")
            return _parse_ending(row, header, moves)
        _add_move(row, header, moves)
    return Journal(header, moves)


def _parse_ending(row: dict[str, Any], header: JournalHeader, moves: dict[int, str]) -> Journal:
    """Return the journal with that last line.

    Raises:
        ValueError: The line is malformed, or does not follow the moves.
    """
    fields = {"ends": str, "ply": int}
    check_fields(row, {**fields, "after": str} if row["ends"] == LOSES else fields)
    ending, ply = row["ends"], row["ply"]
    if ending not in ENDINGS or (ending == DRAWS and not header.puzzle):
        raise ValueError(f"expected one of {', '.join(ENDINGS)}; {DRAWS} only on a puzzle")
    if ending == LOSES:
        is_opponents_ply = len(moves) % 2 != header.side
        if ply != len(moves) + 1 or not is_opponents_ply:
            raise ValueError("expected the ply after a move of the opponent")
        if len(row["after"]) > header.max_move_length:
            raise ValueError("expected the text of a move")
        moves[ply - 1] = row["after"]
    return Journal(header, moves, ending, ply)


def _parse_header(line: bytes) -> JournalHeader:
    kind = PUZZLE_DUEL if parse_object(line).get("ludoscope") == PUZZLE_DUEL else SIZE_DUEL
    row = decode_document(line, kind, HEADER_FIELDS[kind])
    if row["does"] not in OPENINGS or row["side"] not in (0, 1):
        raise ValueError(f"expected one of {', '.join(OPENINGS)}, and side 0 or 1")
    opponent = parse_profile_key(row["with"])
    if kind == PUZZLE_DUEL:
        check_puzzle(row["puzzle"])
        return JournalHeader(opponent, row["does"], 0, 0, row["side"], row["puzzle"])
    check_size(row["rows"], row["columns"])
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
    if max(len(move), len(answered_move)) > header.max_move_length:
        raise ValueError("expected the texts of moves")
    expected_ply = len(moves) + 1 if moves or header.side == 1 else 0
    if ply != expected_ply:
        raise ValueError(f"ply {ply} found, expected {expected_ply}")
    if not is_first:
        moves[ply - 1] = answered_move
    moves[ply] = move
