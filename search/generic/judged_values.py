"""Values of moves by a solver that judges the position after each of them."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Solved, Unsolvable, Verdict
from ludoscope.search.move_values import LOSS, UNDECIDED, WIN, MoveValue, Step, StepValue
from ludoscope.search.solver import Solver
from ludoscope.search.verify import replay

EXPLORED_LIMITS = (2_000, 40_000, 400_000)  # positions searched after each move, pass by pass
MAX_KNOWN_POSITIONS = 200_000


class KnownOutcomes:
    """Outcomes of positions of one game that have been proved, by their keys."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None
        self._values: dict[Hashable, MoveValue] = {}

    def of_game(self, game: AnyGame) -> dict[Hashable, MoveValue]:
        """Return the outcomes of a game; those of another game are forgotten."""
        if self._game != game or len(self._values) > MAX_KNOWN_POSITIONS:
            self._game, self._values = game, {}
        return self._values


_known_outcomes = KnownOutcomes()


def value_by_judge(
    game: AnyGame, children: Mapping[Step, Any], judge: Solver, limits: Limits
) -> Iterator[StepValue]:
    """Yield the values of steps, judging the position after each with a solver.

    All positions are searched a little first, then the undecided ones more and more. Equal
    positions are judged once. A win is replayed by the verifier before it is claimed, and a loss
    is a proof of the solver.

    Args:
        game: The game.
        children: The position after each step.
        judge: The solver.
        limits: The limits of time, for all steps together, and of memory; the search ends when
            `limits.pause` is paused.
    """
    budget = Budget(limits)
    known = _known_outcomes.of_game(game)
    steps_by_key: dict[Hashable, list[Step]] = {}
    for step, child in children.items():
        steps_by_key.setdefault(game.key(child), []).append(step)
    undecided = dict(steps_by_key)
    for explored in EXPLORED_LIMITS:
        for key, steps in list(undecided.items()):
            seconds = None if limits.seconds is None else limits.seconds - budget.seconds
            if key not in known and (seconds is None or seconds > 0):
                pass_limits = replace(limits, seconds=seconds, explored=explored, jobs=1)
                verdict = _judge(game, children[steps[0]], judge, pass_limits)
                if limits.pause and limits.pause.paused:
                    return
                _add_outcome(game, children[steps[0]], verdict, known)
            if key in known:
                yield from ((step, known[key]) for step in steps)
                del undecided[key]
    for steps in undecided.values():
        yield from ((step, MoveValue(UNDECIDED)) for step in steps)


def _judge(game: AnyGame, position: Any, judge: Solver, limits: Limits) -> Verdict | None:
    """Return the verdict of a solver on a position; None if the search was to end before."""
    for event in judge.run(game, position, limits):
        if isinstance(event, Verdict):
            return event
        if limits.pause and limits.pause.paused:
            return None
    return None


def _add_outcome(
    game: AnyGame, position: Any, verdict: Verdict | None, known: dict[Hashable, MoveValue]
) -> None:
    """Record what a verdict proves of a position, and of all positions on the way to a win."""
    if isinstance(verdict, Unsolvable):
        known[game.key(position)] = MoveValue(LOSS)
    elif isinstance(verdict, Solved) and replay(game, position, verdict.moves):
        known[game.key(position)] = MoveValue(WIN)
        for move in verdict.moves:
            position = game.play(position, move)
            known[game.key(position)] = MoveValue(WIN)
