"""The verifier: it replays solutions by the rules and checks certificates of unsolvability.

It shares no code with the solvers. `check_verdict` checks a verdict, `replay` checks moves.
"""

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.game import SupportsPlayLine
from ludoscope.games.given_moves import play_given
from ludoscope.search.certificate import find_flaw
from ludoscope.search.events import Solved, Unsolvable


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of a replay.

    Attributes:
        failed_move: 0 if the solution is valid; else the number of the first illegal move, from 1,
            or the number of moves + 1 if all are legal but the game is not won.
        reason: The error, for people to read; "" if the solution is valid.
        final_position: The position before the illegal move, or after the last move.
    """

    failed_move: int
    reason: str
    final_position: Hashable

    @property
    def is_valid(self) -> bool:
        """True if the solution is valid."""
        return not self.failed_move

    def __bool__(self) -> bool:
        return self.is_valid


def replay(game: AnyGame, position: Hashable, moves: Iterable[Hashable]) -> Replay:
    """Check that `moves` are legal from `position` and win the game.

    Args:
        game: The game.
        position: The position before the moves.
        moves: Moves of the game, lists as JSON gives them back, or texts; anything else is found
            not to be a move.
    """
    moves = tuple(moves)
    with suppress(Exception):  # the slower replay below shows which move is illegal, and why
        final = _play_line(game, position, moves)
        if game.is_won(final) is True:
            return Replay(0, "", final)
    return _replay_steps(
        game, position, moves, lambda current, move: play_given(game, current, move).position
    )


def _play_line(game: AnyGame, position: Any, moves: tuple[Any, ...]) -> Hashable:
    """Return the position after moves of the game."""
    if isinstance(game, SupportsPlayLine):
        return game.play_line(position, moves)
    for move in moves:
        position = game.play(position, move)
    final: Hashable = position
    return final


def replay_texts(game: AnyGame, position: Hashable, texts: Iterable[str]) -> Replay:
    """Check moves in the notation of the game, as `replay` does; each text counts as one move."""
    return _replay_steps(
        game, position, texts, lambda current, text: play_text(game, current, text)
    )


def play_text(game: AnyGame, position: Hashable, text: str) -> Hashable:
    """Return the position after the moves in `text`; raise ValueError if one is illegal."""
    for move in game.parse_moves(position, text):
        position = game.play(position, move)
    return position


def check_verdict(game: AnyGame, position: Hashable, verdict: Solved | Unsolvable) -> Replay:
    """Check a verdict on `position`.

    The moves of a solution are replayed; with two players they must also end the game after the
    number of plies given by the value. A proof of unsolvability is checked if it has a
    certificate, else it is accepted.
    """
    if isinstance(verdict, Unsolvable):
        error = find_flaw(game, position, verdict.certificate) if verdict.certificate else ""
        return Replay(1 if error else 0, error, position)
    if verdict.value is None:
        return replay(game, position, verdict.moves)
    return verify_value(game, position, verdict.moves, verdict.value)


def verify_value(
    game: AnyGame, position: Hashable, moves: tuple[Hashable, ...], value: int
) -> Replay:
    """Check that `moves` end a game for two players after |value| plies.

    The side that makes the last move wins, so a value must be positive (the side to move wins) if
    it is odd, and 0 or negative if it is even.
    """
    if len(moves) != abs(value) or (value > 0) != (value % 2 == 1):
        return Replay(len(moves) + 1, f"a value of {value} needs {abs(value)} plies", position)
    return replay(game, position, moves)


def _replay_steps(
    game: AnyGame,
    position: Hashable,
    steps: Iterable[Any],
    play: Callable[[Any, Any], Hashable],
) -> Replay:
    """Replay `steps`; `play(position, step)` returns the position after a step."""
    number = 0
    for number, step in enumerate(steps, 1):
        try:
            position = play(position, step)
        except ValueError as error:
            return Replay(number, str(error), position)
    if game.is_won(position) is True:  # the rules of a plug-in may return something else
        return Replay(0, "", position)
    return Replay(number + 1, "the game is not won at the end", position)
