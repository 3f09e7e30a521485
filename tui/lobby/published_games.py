"""Games as others have written them: the puzzle, and moves that are replayed by the rules.

result  a solution of a puzzle of the day, with the time it took and the hints; shown only if its
        moves replay and win. The time and the hints are as the player's program tells them
game    what somebody has on the screen now
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collection
from ludoscope.tui.lobby.json_documents import document, read_document
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.players import PERFECT, PERSON
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.json_fields import fits
from ludoscope.tui.text.formatting import shorten
from ludoscope.tui.text.sanitize import printable

MOST_RESULT, MOST_GAME = 1 << 16, 1 << 18  # bytes of a file
MOST_MOVES = 5_000
LONGEST_MOVE, LONGEST_TITLE = 200, 80  # characters
RESULT: Mapping[str, Any] = {"puzzle": str, "moves": list, "seconds": float, "hints": int}
GAME: Mapping[str, Any] = {"title": str, "puzzle": dict, "moves": list}


@dataclass(frozen=True)
class Result:
    """Moves as the rules have them, and as a person counts them; `seconds` as they say."""

    puzzle: Puzzle
    moves: Sequence[Any]
    length: int
    seconds: float
    hints: int

    @property
    def rank(self) -> tuple[bool, int, float]:
        """The less the better: no hints, few moves, little time."""
        return self.hints > 0, self.length, self.seconds


@dataclass(frozen=True)
class Shown:
    """A game on somebody's screen, and whether it is over."""

    puzzle: Puzzle
    moves: Sequence[Any]
    over: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a leaderboard."""

    person: Person
    result: Result


def daily_of(session: Session) -> bool:
    """Whether a session is a solved puzzle of the day; of two players against the perfect one."""
    game, name = session.game, session.puzzle.name
    if not (session.over and session.won and _is_daily(name, game.family)):
        return False
    return game.players == 1 or session.players == (PERSON, PERFECT)


def _is_daily(name: str, family: str) -> bool:
    try:
        day = daily.parse_day(name, family) if collection(family).daily_prefix else None
    except ValueError:
        return False
    return day is not None and name == daily.name_for(family, day)


def result_text(session: Session, seconds: float) -> bytes:
    """What `read_result` reads."""
    fields = {
        "puzzle": session.puzzle.name,
        "moves": session.texts[: session.ply],
        "seconds": round(seconds, 3),
        "hints": session.hints,
    }
    return document("result", fields)


def read_result(data: bytes, name: str) -> Result:
    """A solution of that puzzle; ValueError when it is none."""
    row = read_document(data, "result", RESULT)
    if row["puzzle"] != name:
        raise ValueError(f"a solution of another puzzle found, expected one of {name}")
    puzzle = catalogue.find(name, files=False)
    moves, position = replayed(puzzle.game, row["moves"])
    if not puzzle.game.is_won(position) or (puzzle.game.players == 2 and not len(moves) % 2):
        raise ValueError("the moves do not win")
    length = FAMILIES[puzzle.game.family].line_length(puzzle.game, puzzle.game.start, moves)
    return Result(puzzle, moves, length, float(row["seconds"]), row["hints"])


def game_text(session: Session) -> bytes:
    """What `read_game` reads; b"" for a game that is too long to be shown."""
    moves = session.texts[: session.ply]
    title = session.puzzle.title[:LONGEST_TITLE] or "?"
    text = document("game", {"title": title, "puzzle": session.game.spec(), "moves": moves})
    return text if len(text) <= MOST_GAME and len(moves) <= MOST_MOVES else b""


def read_game(data: bytes) -> Shown:
    """A game as it stands; ValueError when it is none."""
    row = read_document(data, "game", GAME)
    game = from_spec(row["puzzle"])
    moves, position = replayed(game, row["moves"])
    title = shorten(printable(row["title"]), LONGEST_TITLE)
    return Shown(Puzzle("", game, title), moves, game.is_won(position))


def replayed(game: AnyGame, texts: Sequence[Any]) -> tuple[list[Any], Any]:
    """The moves and where they lead; ValueError when the rules do not allow them."""
    if len(texts) > MOST_MOVES:
        raise ValueError(f"{len(texts):,} moves found, expected at most {MOST_MOVES:,}")
    position, moves = game.start, []
    for text in texts:
        if not fits(text, str) or len(text) > LONGEST_MOVE:
            raise ValueError("expected the text of a move")
        for move in game.parse_moves(position, text):
            if game.is_won(position):
                raise ValueError("a move after the end of the game")
            position = game.play(position, move)
            moves.append(move)
    return moves, position
