"""The right steps of a position: every step is judged, and each verdict is checked."""

from collections.abc import Hashable
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.puzzles.trainer import SHORTEST, Trainer
from ludoscope.puzzles.training.training_position import play_step
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.search.judging import judge_position
from ludoscope.search.move_values import Step
from ludoscope.search.solver import Solver


class JudgedStep(NamedTuple):
    """A step that has been judged.

    Attributes:
        step: Its moves.
        key: The key of the position after it.
        verdict: The verdict on that position.
        is_right: True if it is right.
    """

    step: Step
    key: Hashable
    verdict: Solved | Unsolvable
    is_right: bool


def judge_steps(
    trainer: Trainer,
    game: AnyGame,
    position: Hashable,
    limits: Limits,
    second_solver: Solver | None = None,
    max_right: int | None = None,
) -> list[JudgedStep] | None:
    """Return all steps of a position, judged; of steps to equal positions one.

    Args:
        trainer: The declaration of the family.
        game: The game.
        position: The position.
        limits: The limits of each search.
        second_solver: The solver in place of the judge of the trainer, which then searches the
            second games of the trainer where the goal is to keep the win.
        max_right: A number of right steps after which the judging ends, where each step can be
            judged by itself.

    Returns:
        The steps; None if one of them is not decided, or if more than `max_right` are right.
    """
    solver = second_solver or trainer.judge(game)
    judges_alone = trainer.goal_of(game) != SHORTEST and game.players == 1
    judged: dict[Hashable, tuple[Step, Solved | Unsolvable]] = {}
    right_count = 0
    for step in trainer.list_steps(game, position):
        child = play_step(game, position, step)
        key = game.key(child)
        if key in judged:
            continue
        second_game = trainer.second_game(game, child) if second_solver and judges_alone else None
        if second_game:
            verdict = judge_position(second_game, second_game.start, limits, solver)
        else:
            verdict = judge_position(game, child, limits, solver)
        if isinstance(verdict, GaveUp):
            return None
        judged[key] = step, verdict
        right_count += isinstance(verdict, Solved)
        if judges_alone and max_right is not None and right_count > max_right:
            return None
    ranks = [_rank(game, trainer, verdict) for _, verdict in judged.values()]
    best = min((rank for rank in ranks if rank is not None), default=None)
    return [
        JudgedStep(step, key, verdict, rank is not None and rank == best)
        for (key, (step, verdict)), rank in zip(judged.items(), ranks, strict=True)
    ]


def _rank(game: AnyGame, trainer: Trainer, verdict: Solved | Unsolvable) -> int | None:
    """Return a number that is equal for steps that are equally good, lower for better ones.

    None for a step after which the game is lost.
    """
    if isinstance(verdict, Unsolvable):
        return None
    if game.players > 1:
        # the value is that of the other side, which is to move
        value = verdict.value
        assert value is not None
        return None if value > 0 else -value
    return len(verdict.moves) if trainer.goal_of(game) == SHORTEST else 0
