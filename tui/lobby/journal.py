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
ends    "resigns", or "withdraws" for an invitation

A last line without a line break is ignored: the program was killed while writing it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ludoscope.games import AnyGame, PluginError
from ludoscope.games.hexapawn.rules import HexapawnGame, check_size
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.share import is_shared
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
RESIGNS, WITHDRAWS = ENDINGS = ("resigns", "withdraws")
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
        moves: Text of each move by ply, including the opponent's moves that were answered.
        ending: One of ENDINGS, or "".
        end_ply: Ply at which the ending was written.
    """

    header: JournalHeader
    moves: Mapping[int, str]
    ending: str = ""
    end_ply: int = 0


def _is_puzzle(name: str) -> bool:
    """Return True if it is the name of a puzzle on which two players can alternate."""
    puzzle = _puzzle(name)
    try:
        family = board_family(puzzle.game.family)
    except PluginError:
        return False
    return puzzle.name == name and family.has_last_winnable_move


@lru_cache(MAX_CACHED_PUZZLES)
def _puzzle(name: str) -> Puzzle:
    """Return the puzzle of the catalogue with that name; raise ValueError if there is none."""
    try:
        return catalogue.find(name, files=False)
    except LookupError as error:
        raise ValueError(str(error)) from None


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
    kind = PUZZLE_DUEL if parse_object(line).get("ludoscope") == PUZZLE_DUEL else SIZE_DUEL
    row = decode_document(line, kind, HEADER_FIELDS[kind])
    if row["does"] not in OPENINGS or row["side"] not in (0, 1):
        raise ValueError(f"expected one of {', '.join(OPENINGS)}, and side 0 or 1")
    opponent = parse_profile_key(row["with"])
    if kind == PUZZLE_DUEL:
        name = row["puzzle"]
        if not 0 < len(name) <= MAX_NAME_LENGTH or is_shared(name) or not _is_puzzle(name):
            raise ValueError("expected the name of a puzzle for the last winnable move")
        return JournalHeader(opponent, row["does"], 0, 0, row["side"], name)
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
    max_length = MAX_TURN_LENGTH if header.puzzle else MAX_MOVE_LENGTH
    if len(move) > max_length or len(answered_move) > max_length:
        raise ValueError("expected the texts of moves")
    expected_ply = len(moves) + 1 if moves or header.side == 1 else 0
    if ply != expected_ply:
        raise ValueError(f"ply {ply} found, expected {expected_ply}")
    if not is_first:
        moves[ply - 1] = answered_move
    moves[ply] = move
