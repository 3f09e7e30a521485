"""The verifier: it replays solutions by the rules, and checks certificates of unsolvability.

It shares no code with the solvers.
"""

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.game import PlaysLines
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.peg.certificate import flaw


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of a replay.

    `failed` is 0 if the solution is right; else the number of the first illegal move, or the number
    of moves + 1 if all are legal but the game is not won. `reason` says why, `final` is the last
    position.
    """

    failed: int
    reason: str
    final: Hashable

    @property
    def right(self) -> bool:
        return not self.failed


def replay(game: AnyGame, position: Hashable, moves: Iterable[Hashable]) -> Replay:
    """Check that `moves` are legal from `position` and win."""
    moves = tuple(moves)
    if isinstance(game, PlaysLines):
        with suppress(ValueError):  # move by move it is told which is illegal
            final = game.play_line(position, moves)
            if game.is_won(final):
                return Replay(0, "", final)
    return _follow(game, position, moves, game.play)


def replay_texts(game: AnyGame, position: Hashable, texts: Iterable[str]) -> Replay:
    """The same for moves as texts; each text counts as one move."""
    return _follow(game, position, texts, lambda here, text: play_text(game, here, text))


def play_text(game: AnyGame, position: Hashable, text: str) -> Hashable:
    """The position after the moves of `text`; ValueError when one is illegal."""
    for move in game.parse_moves(position, text):
        position = game.play(position, move)
    return position


def checked(game: AnyGame, position: Hashable, verdict: Solved | Unsolvable) -> Replay:
    """Check a verdict: replay its moves, or check its certificate if it has one.

    With two players the moves must end the game as the value says.
    """
    if isinstance(verdict, Unsolvable):
        reason = flaw(game, position, verdict.certificate) if verdict.certificate else ""
        return Replay(int(bool(reason)), reason, position)
    if verdict.value is None:
        return replay(game, position, verdict.moves)
    return replay_value(game, position, verdict.moves, verdict.value)


def replay_value(
    game: AnyGame, position: Hashable, moves: tuple[Hashable, ...], value: int
) -> Replay:
    """Two players: check that `moves` end the game after |value| plies.

    An odd number of plies is a win for the side to move (value > 0), an even number a loss.
    """
    if len(moves) != abs(value) or (value > 0) != bool(value % 2):
        return Replay(len(moves) + 1, f"a value of {value} needs {abs(value)} plies", position)
    return replay(game, position, moves)


def _follow(
    game: AnyGame,
    position: Hashable,
    steps: Iterable[Any],
    play: Callable[[Any, Any], Hashable],
) -> Replay:
    number = 0
    for number, step in enumerate(steps, 1):
        try:
            position = play(position, step)
        except ValueError as error:
            return Replay(number, str(error), position)
    if game.is_won(position):
        return Replay(0, "", position)
    return Replay(number + 1, "the game is not won at the end", position)
