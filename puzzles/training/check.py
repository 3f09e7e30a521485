"""The check of certificates of training positions, with or without another solver.

`find_flaw` uses the rules and the verifier alone where a certificate allows it: lines to the win
are replayed, and proofs by pagoda functions and by arguments of the family are checked. With a
solver every step is judged again.
"""

from collections.abc import Hashable

from ludoscope.games.errors import short_repr
from ludoscope.puzzles.trainer import SHORTEST, Trainer
from ludoscope.puzzles.training.judging import judge_steps
from ludoscope.puzzles.training.training_position import (
    ARGUMENT_PREFIX,
    CERTIFICATE_SEPARATOR,
    EXHAUSTED,
    MOVES,
    PLIES,
    CertifiedStep,
    TrainingPosition,
    WrongAnswer,
    play_step,
)
from ludoscope.search.budget import Limits
from ludoscope.search.certificate import find_flaw as find_certificate_flaw
from ludoscope.search.solver import Solver
from ludoscope.search.verify import replay


def find_flaw(
    position: TrainingPosition, solver: Solver | None = None, limits: Limits | None = None
) -> str:
    """Return what is wrong with a position; "" if its certificate holds.

    Args:
        position: The position.
        solver: A solver that judges every step again; None to use the rules alone.
        limits: The limits of each of its searches.

    Raises:
        ValueError: The position is malformed.
    """
    trainer = position.trainer
    try:
        return _find_gap(trainer, position) or (
            _find_disagreement(trainer, position, solver, limits or Limits()) if solver else ""
        )
    except ValueError as error:
        return str(error)


def _find_gap(trainer: Trainer, position: TrainingPosition) -> str:
    """Return what the rules and the verifier find wrong."""
    game = position.game
    keys = _keys(position)
    for step in trainer.list_steps(game, position.position):
        if game.key(play_step(game, position.position, step)) not in keys:
            return f"{' '.join(map(str, step))} is missing"
    if len(keys) != len(position.steps):
        return "two steps lead to the same position"
    for step in position.steps:
        flaw = _find_step_flaw(trainer, position, step)
        if flaw:
            return f"{step.moves}: {flaw}"
    return ""


def _find_step_flaw(trainer: Trainer, position: TrainingPosition, step: CertifiedStep) -> str:
    """Return what is wrong with a step, as far as that can be checked without a search."""
    game = position.game
    moves = position.read_moves(step.moves)
    child = play_step(game, position.position, moves)
    if step.is_right:
        return replay(game, child, position.read_line(step)).reason
    if step.proof.startswith(("here", "after", "before")):
        return find_certificate_flaw(game, child, step.proof.split(CERTIFICATE_SEPARATOR))
    answer = WrongAnswer.parse(step.proof)
    if answer.kind == MOVES:
        shortest = len(moves) + len(position.right_steps[0].proof.split())
        if trainer.goal_of(game) != SHORTEST or answer.number <= shortest:
            return f"{answer.number} moves are not more than {shortest}"
    if answer.kind == PLIES and (game.players == 1 or answer.number % 2 == 0):
        return f"no game is lost after {answer.number} plies"
    if answer.kind == EXHAUSTED and game.players > 1:
        return "a game for two is not lost by exhaustion"
    is_argument = step.proof.startswith(ARGUMENT_PREFIX)
    if not (answer.kind or is_argument or trainer.proves_loss(game, child, step.proof)):
        return f"{short_repr(step.proof)} does not prove it lost"
    return ""


def _find_disagreement(
    trainer: Trainer, position: TrainingPosition, solver: Solver, limits: Limits
) -> str:
    """Return a step that a solver judges otherwise."""
    game = position.game
    judged = judge_steps(trainer, game, position.position, limits, solver)
    if judged is None:
        return f"{solver.name} does not decide every step within its limits"
    right = {key for key, step in _keys(position).items() if step.is_right}
    for step in judged:
        if step.is_right != (step.key in right):
            found = "right" if step.is_right else "wrong"
            return f"{' '.join(map(str, step.step))} is {found} by {solver.name}"
    return ""


def _keys(position: TrainingPosition) -> dict[Hashable, CertifiedStep]:
    game = position.game
    return {
        game.key(play_step(game, position.position, position.read_moves(step.moves))): step
        for step in position.steps
    }
