"""Mistakes in games that were played: the positions before moves that lost a won game."""

from collections.abc import Hashable, Iterator, Sequence

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.trainer import Trainer
from ludoscope.puzzles.training.generate import LIMITS, cut_position
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.events import GaveUp, Solved
from ludoscope.search.judging import judge_position


def find_mistakes(
    trainer: Trainer, puzzle: Puzzle, texts: Sequence[str], side: int = 0
) -> Iterator[TrainingPosition]:
    """Yield the position before each move of the player that lost a game that could be won.

    With one player there is at most one such move in a line, which is found by bisection.

    Args:
        trainer: The declaration of the family; its game can be lost.
        puzzle: The puzzle.
        texts: The moves of a line from the start.
        side: The side of the player in a game for two: 0 white, 1 black.

    Raises:
        ValueError: A move is malformed or illegal.
    """
    game = puzzle.game
    moves: list[Hashable] = []
    positions = [game.start]
    for text in texts:
        for move in game.parse_moves(positions[-1], text):
            moves.append(move)
            positions.append(game.play(positions[-1], move))
    if game.players == 1:
        plies = _find_losing_ply(trainer, game, positions)
    else:
        plies = _find_losing_plies(trainer, game, positions, side)
    for ply in plies:
        found = cut_position(trainer, puzzle, moves[:ply], positions[ply], is_mistake=True)
        if found:
            yield found


def _is_won(trainer: Trainer, game: AnyGame, position: Hashable) -> bool | None:
    """Return True if the side to move can win; None if that is not decided."""
    verdict = judge_position(game, position, LIMITS, trainer.judge(game))
    if isinstance(verdict, Solved):
        return verdict.value is None or verdict.value > 0
    return None if isinstance(verdict, GaveUp) else False


def _find_losing_ply(
    trainer: Trainer, game: AnyGame, positions: Sequence[Hashable]
) -> Iterator[int]:
    """Yield the ply of the last winnable position of a line that is lost in the end."""
    if (
        not _is_won(trainer, game, positions[0])
        or _is_won(trainer, game, positions[-1]) is not False
    ):
        return
    first, end = 1, len(positions) - 1
    while first < end:
        middle = (first + end) // 2
        if _is_won(trainer, game, positions[middle]):
            first = middle + 1
        else:
            end = middle
    yield first - 1


def _find_losing_plies(
    trainer: Trainer, game: AnyGame, positions: Sequence[Hashable], side: int
) -> Iterator[int]:
    """Yield the plies of a side at which it could win and its move lost."""
    first_ply = (side - FAMILIES[game.family].first_side(game)) % game.players
    for ply in range(first_ply, len(positions) - 1, game.players):
        if _is_won(trainer, game, positions[ply]) and _is_won(trainer, game, positions[ply + 1]):
            yield ply
