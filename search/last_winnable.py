"""The last winnable move: a game for two on a puzzle for one.

Two players alternate on one deal of patience or one problem of peg solitaire. Who makes the
position lost loses, who completes the puzzle wins. A move that leads to a position that was on the
board before is illegal, and who has no legal move loses. A solver judges each position; where it
gives up, nobody can be blamed: if the position then turns out to be lost, nobody has won.

`judge_turn` is the referee, `Engine` the computer's play. `referee_turn` and `choose_turn` are for
worker processes.
"""

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ludoscope.games import AnyGame, from_spec
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.judging import judge_position
from ludoscope.search.seeded_random import SeededRandom

REFEREE_LIMITS = Limits(seconds=5, memory=1 << 29)  # for each position
ENGINE_LIMITS = Limits(seconds=0.2, memory=1 << 28)  # for each position that it considers
ENGINE_SECONDS = 1.0  # for a move
MAX_DEPTH = 12  # turns that the strong opponent looks ahead


class Outcome(Enum):
    """The referee's knowledge of a position."""

    WINNABLE = "winnable"
    LOST = "lost"
    WON = "won"
    UNDECIDED = "undecided"


class Strength(Enum):
    """The playing strength of the computer."""

    RANDOM = "random"
    """Any legal move."""
    CAREFUL = "careful"
    """A random one of the moves after which the position can still be won."""
    CUNNING = "cunning"
    """Looks for moves after which the other player has no such move."""


@dataclass(frozen=True)
class Ending:
    """The end of a game.

    Attributes:
        winner: The number of the player who has won, 0 for the one who began; None if nobody has.
        reason: Why, for people to read.
    """

    winner: int | None
    reason: str


def legal_moves(game: AnyGame, positions: Sequence[Any]) -> list[tuple[Hashable, Any]]:
    """Return the legal moves with the positions after them.

    Args:
        game: The puzzle.
        positions: The positions that were on the board, the current one last.
    """
    seen, current = set(positions), positions[-1]
    children = ((move, game.play(current, move)) for move in game.moves(current))
    return [(move, child) for move, child in children if child not in seen]


def judge(game: AnyGame, position: Any, limits: Limits = REFEREE_LIMITS) -> Outcome:
    """Return what is known of a position; a win and a loss are proved."""
    if game.is_won(position):
        return Outcome.WON
    verdict = judge_position(game, position, limits)
    if isinstance(verdict, Solved):
        return Outcome.WINNABLE
    return Outcome.LOST if isinstance(verdict, Unsolvable) else Outcome.UNDECIDED


def judge_turn(
    game: AnyGame, positions: Sequence[Any], outcomes: Sequence[Outcome]
) -> Ending | None:
    """Return how the last turn ends the game; None if the game goes on.

    Args:
        game: The puzzle.
        positions: The positions that were on the board, one for each turn, the start first.
        outcomes: What the referee has found of each of them.
    """
    mover = len(positions) % 2  # of the last turn: player 0 makes the turn to position 1
    last = outcomes[-1]
    if last is Outcome.WON:
        return Ending(mover, "the puzzle is solved")
    if last is Outcome.LOST:
        if len(outcomes) > 1 and outcomes[-2] is Outcome.WINNABLE:
            return Ending(1 - mover, "the position can no longer be won")
        if len(outcomes) == 1:
            return Ending(None, "this puzzle cannot be won from its start")
        return Ending(None, "the position cannot be won, and it is not known since when")
    if not legal_moves(game, positions):
        return Ending(mover, "there is no move that does not repeat a position")
    return None


def adjudicate(game: AnyGame, positions: Sequence[Any]) -> Ending | None:
    """Return how a whole game has ended, judging its positions in turn; None if it goes on."""
    outcomes: list[Outcome] = []
    for count, position in enumerate(positions, 1):
        outcomes.append(judge(game, position))
        if ending := judge_turn(game, positions[:count], outcomes):
            return ending
    return None


class Engine:
    """The computer's play.

    Args:
        game: The puzzle.
        seed: The seed of its random choices.
        limits: The limits for each position that it considers.
    """

    def __init__(self, game: AnyGame, seed: int, limits: Limits = ENGINE_LIMITS) -> None:
        self._game, self._limits = game, limits
        self._random = SeededRandom(seed)
        self._outcomes: dict[Hashable, Outcome] = {}
        self._deadline = 0.0

    def choose(
        self, positions: Sequence[Any], strength: Strength, seconds: float = ENGINE_SECONDS
    ) -> Hashable:
        """Return a move; raise ValueError if there is none.

        Args:
            positions: The positions that were on the board, the current one last.
            strength: How well to play.
            seconds: The time that the strongest play may take; at least one level of moves is
                always considered.
        """
        moves = legal_moves(self._game, positions)
        if not moves:
            raise ValueError("there is no legal move")
        if strength is Strength.RANDOM:
            return self._random.choice(moves)[0]
        winning = [move for move, child in moves if self._outcome(child) is Outcome.WON]
        safe = [move for move, child in moves if self._outcome(child) is Outcome.WINNABLE]
        undecided = [move for move, child in moves if self._outcome(child) is Outcome.UNDECIDED]
        if winning:
            return winning[0]
        if not safe:  # an undecided move is not proved to lose
            return self._random.choice(undecided or [move for move, _ in moves])
        if strength is Strength.CUNNING and len(safe) > 1:
            return self._most_promising(positions, safe, seconds)
        return self._random.choice(safe)

    def _most_promising(
        self, positions: Sequence[Any], moves: list[Hashable], seconds: float
    ) -> Hashable:
        """Return the move with the best value, searched deeper and deeper until the time is over.

        Of equal values it is the move that leaves the other player the fewest safe replies.
        """
        self._deadline = time.monotonic() + seconds
        line = [*positions]
        replies = {move: self._count_safe_replies(line, move) for move in moves}
        best = min(moves, key=lambda move: replies[move])
        for depth in range(2, MAX_DEPTH):
            try:
                values = {move: -self._value_after(line, move, depth) for move in moves}
            except TimeoutError:
                break
            best = max(moves, key=lambda move: (values[move], -replies[move]))
            if all(values.values()):
                break  # everything is decided
        return best

    def _count_safe_replies(self, line: list[Any], move: Hashable) -> int:
        line.append(self._game.play(line[-1], move))
        count = sum(1 for _ in self._safe_children(line))
        line.pop()
        return count

    def _value_after(self, line: list[Any], move: Hashable, depth: int) -> int:
        """Return the value for the other player after a move."""
        line.append(self._game.play(line[-1], move))
        try:
            return self._value(line, depth - 1)
        finally:
            line.pop()

    def _value(self, line: list[Any], depth: int) -> int:
        """Return 1 if the player to move wins, -1 if they lose, 0 if that is not known.

        Negamax over the moves that keep the position winnable; any other move loses at once.

        Raises:
            TimeoutError: The time is over.
        """
        if time.monotonic() > self._deadline:
            raise TimeoutError
        if depth == 0:
            return 0
        best = -1
        for child, outcome in self._safe_children(line):
            if outcome is Outcome.WON:
                return 1
            line.append(child)
            try:
                value = 0 if outcome is Outcome.UNDECIDED else -self._value(line, depth - 1)
            finally:
                line.pop()
            if value == 1:
                return 1
            best = max(best, value)
        return best

    def _safe_children(self, line: list[Any]) -> Iterator[tuple[Any, Outcome]]:
        """Yield the positions after legal moves that are not proved to lose, with what is known."""
        for _, child in legal_moves(self._game, line):
            outcome = self._outcome(child)
            if outcome is not Outcome.LOST:
                yield child, outcome

    def _outcome(self, position: Any) -> Outcome:
        key = self._game.key(position)
        if key not in self._outcomes:
            self._outcomes[key] = judge(self._game, position, self._limits)
        return self._outcomes[key]


# Calls of a worker process, whose arguments and results are JSON values


def referee_turn(
    spec: dict[str, Any],
    position_texts: list[str],
    outcome_names: list[str],
    seconds: float,
    memory: int,
) -> dict[str, Any]:
    """Judge the last position of a game.

    Args:
        spec: The puzzle.
        position_texts: The positions that were on the board.
        outcome_names: The outcomes of those before the last one.
        seconds: The limit of time.
        memory: The limit of memory in bytes.

    Returns:
        "outcome": that of the last one; "ending": null, or a list of the winner and the reason.
    """
    game = from_spec(spec)
    positions = [game.parse(text) for text in position_texts]
    outcomes = [
        *map(Outcome, outcome_names),
        judge(game, positions[-1], Limits(seconds, memory=memory)),
    ]
    ending = judge_turn(game, positions, outcomes)
    return {
        "outcome": outcomes[-1].value,
        "ending": ending and [ending.winner, ending.reason],
    }


def choose_turn(
    spec: dict[str, Any],
    position_texts: list[str],
    strength: str,
    seed: int,
    seconds: float,
    memory: int,
) -> str:
    """Return the text of the move that the computer chooses.

    Args:
        spec: The puzzle.
        position_texts: The positions that were on the board.
        strength: The value of a `Strength`.
        seed: The seed of its random choices.
        seconds: The limit of time for each position that it considers.
        memory: The limit of memory for each of them, in bytes.
    """
    game = from_spec(spec)
    positions = [game.parse(text) for text in position_texts]
    engine = Engine(game, seed, Limits(seconds, memory=memory))
    move = engine.choose(positions, Strength(strength))
    return game.move_text(positions[-1], move)
