"""Games that players publish: results of daily puzzles, and the game on a player's screen.

A result holds the moves of a solution, its time and its hints. It counts only if the moves replay
and win; time and hints are what the author's program claims.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.tui.lobby.json_documents import decode_document, encode_document
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.players import HUMAN, PERFECT
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.json_fields import is_valid
from ludoscope.tui.text.formatting import shorten
from ludoscope.tui.text.sanitize import escape_controls

MAX_RESULT_BYTES = 1 << 16
MAX_GAME_BYTES = 1 << 18
MAX_MOVES = 5_000
MAX_MOVE_LENGTH = 200  # characters
MAX_TITLE_LENGTH = 80  # characters
MAX_CACHED_PUZZLES = 16
RESULT_FIELDS: Mapping[str, type] = {"puzzle": str, "moves": list, "seconds": float, "hints": int}
GAME_FIELDS: Mapping[str, type] = {"title": str, "puzzle": dict, "moves": list}


class Rank(NamedTuple):
    """Sort key of a result, the best first: without hints, few moves, little time."""

    used_hints: bool
    length: int
    seconds: float


@dataclass(frozen=True)
class Result:
    """A solution of a daily puzzle.

    Attributes:
        puzzle: The daily puzzle.
        moves: Moves of the rules.
        length: Number of moves as a player counts them.
        seconds: Time that the author's program reports.
        hints: Number of hints that it reports.
    """

    puzzle: Puzzle
    moves: Sequence[Hashable]
    length: int
    seconds: float
    hints: int

    @property
    def rank(self) -> Rank:
        return Rank(self.hints > 0, self.length, self.seconds)


@dataclass(frozen=True)
class PublishedGame:
    """A game on a player's screen, or a solution to step through."""

    puzzle: Puzzle
    moves: Sequence[Hashable]
    is_over: bool


class WatchedGame(NamedTuple):
    """A published game and when it was last changed, in seconds since 1970."""

    game: PublishedGame
    modified_at: float


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A line of a leaderboard."""

    profile: UserProfile
    result: Result


class ReplayedMoves(NamedTuple):
    """Moves of the rules and the position after them."""

    moves: list[Hashable]
    final_position: Hashable


def is_solved_daily(session: Session) -> bool:
    """Return True if a session is a daily puzzle that the player has solved.

    In games for two the player must have won against the perfect opponent.
    """
    game, puzzle_name = session.game, session.puzzle.name
    has_won = session.is_over and session.is_won and session.is_in_attempt
    if not (has_won and _is_daily(puzzle_name, game.family)):
        return False
    return game.players == 1 or session.players == (HUMAN, PERFECT)


def _is_daily(puzzle_name: str, family: str) -> bool:
    try:
        day = daily.parse_day(puzzle_name, family) if collection(family).daily_prefix else None
    except ValueError:
        return False
    return day is not None and puzzle_name == daily.name_for(family, day)


def encode_result(session: Session, seconds: float) -> bytes:
    """Return the result file of a solved session; `parse_result` reads it."""
    fields = {
        "puzzle": session.puzzle.name,
        "moves": session.move_texts[: session.ply],
        "seconds": round(seconds, 3),
        "hints": session.hint_count,
    }
    return encode_document("result", fields)


def parse_result(data: bytes, name: str) -> Result:
    """Return the solution in a result file.

    Args:
        data: Contents of the file.
        name: Name of the daily puzzle that it must solve.

    Raises:
        ValueError: The file is malformed, of another puzzle, or its moves do not win.
    """
    row = decode_document(data, "result", RESULT_FIELDS)
    if row["puzzle"] != name:
        raise ValueError(f"a solution of another puzzle found, expected one of {name}")
    puzzle = _daily_puzzle(name)
    game = puzzle.game
    moves, final_position = replay_moves(game, row["moves"])
    opponent_won = game.players == 2 and len(moves) % 2 == 0
    if not game.is_won(final_position) or opponent_won:
        raise ValueError("the moves do not win")
    length = FAMILIES[game.family].line_length(game, game.start, moves)
    return Result(puzzle, moves, length, float(row["seconds"]), row["hints"])


@lru_cache(MAX_CACHED_PUZZLES)
def _daily_puzzle(name: str) -> Puzzle:
    """Return a daily puzzle, the same object for all its results."""
    return catalogue.find(name, files=False)


def encode_game(session: Session) -> bytes:
    """Return the file that shows a game to others; b"" if the game is too long to be shown."""
    moves = session.move_texts[: session.ply]
    title = session.puzzle.title[:MAX_TITLE_LENGTH] or "?"
    fields = {"title": title, "puzzle": session.game.spec(), "moves": moves}
    data = encode_document("game", fields)
    fits_limits = len(data) <= MAX_GAME_BYTES and len(moves) <= MAX_MOVES
    return data if fits_limits else b""


def parse_game(data: bytes) -> PublishedGame:
    """Return the game in a file written by `encode_game`.

    Raises:
        ValueError: The file is malformed, or a move is not legal.
    """
    row = decode_document(data, "game", GAME_FIELDS)
    game = from_spec(row["puzzle"])
    moves, final_position = replay_moves(game, row["moves"])
    title = shorten(escape_controls(" ".join(row["title"].split())), MAX_TITLE_LENGTH) or "?"
    return PublishedGame(Puzzle("", game, title), moves, game.is_won(final_position))


def replay_moves(game: AnyGame, texts: Sequence[object]) -> ReplayedMoves:
    """Replay moves that another player wrote.

    Args:
        game: The rules and the start.
        texts: Moves in the game's notation, not checked yet.

    Raises:
        ValueError: There are too many moves, or one is not legal.
    """
    if len(texts) > MAX_MOVES:
        raise ValueError(f"{len(texts):,} moves found, expected at most {MAX_MOVES:,}")
    position: Any = game.start
    moves: list[Hashable] = []
    for text in texts:
        if not isinstance(text, str) or not is_valid(text, str) or len(text) > MAX_MOVE_LENGTH:
            raise ValueError("expected the text of a move")
        for move in game.parse_moves(position, text):
            if game.is_won(position):
                raise ValueError("a move after the end of the game")
            position = game.play(position, move)
            moves.append(move)
    return ReplayedMoves(moves, position)
