"""The verifier: replays a solution by the rules alone, and checks a proof that there is none.

It shares no code with any solver.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.peg.certificate import flaw


@dataclass(frozen=True, slots=True)
class Replay:
    """How a replay went.

    `failed` is 0 when all is right, else the number of the first illegal move, or the number
    of moves + 1 when all are legal but the game is not won; `reason` says why.
    """

    failed: int
    reason: str
    final: Hashable

    @property
    def right(self) -> bool:
        return not self.failed


def replay(game: AnyGame, position: Hashable, moves: Iterable[Hashable]) -> Replay:
    """Play `moves` from `position` and see whether they are legal and win."""
    return _follow(game, position, moves, game.play)


def replay_texts(game: AnyGame, position: Hashable, texts: Iterable[str]) -> Replay:
    """The same for moves as texts; each text counts as one move, whatever it stands for."""
    return _follow(game, position, texts, lambda here, text: play_text(game, here, text))


def play_text(game: AnyGame, position: Hashable, text: str) -> Hashable:
    """The position after the moves that `text` stands for; ValueError when it can't be played."""
    for move in game.parse_moves(position, text):
        position = game.play(position, move)
    return position


def checked(game: AnyGame, position: Hashable, verdict: Solved | Unsolvable) -> Replay:
    """The replay that fits a verdict: to a win, or with two players to the end of the game.

    Of a proof that there is no win the certificate is checked, where there is one.
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
    """Two players: `moves` must end the game in |value| plies, won by the side value speaks of.

    The side to move loses an even number of plies on (value ≤ 0) and wins an odd number on.
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
