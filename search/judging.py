"""Judgements of positions: whether a position can still be won, checked by the verifier.

A judgement blocks, from 0.1 ms to the time limit, so the app makes it in a worker process.
"""

from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Verdict
from ludoscope.search.registry import find_judge
from ludoscope.search.solver import Solver
from ludoscope.search.verify import check_verdict


def judge_position(
    game: AnyGame, position: Any, limits: Limits, judge: Solver | None = None
) -> Verdict:
    """Return the verdict on a position.

    A solution is replayed and a certificate is checked; a verdict that fails the check is replaced
    by `GaveUp` with the error.

    Args:
        game: The game.
        position: A position of the game.
        limits: The limits of the search.
        judge: The solver; the judge of the family if None.
    """
    *_, verdict = (judge or find_judge(game)).run(game, position, limits)
    assert isinstance(verdict, Verdict)
    if isinstance(verdict, GaveUp):
        return verdict
    check = check_verdict(game, position, verdict)
    if check.is_valid:
        return verdict
    return GaveUp(reason=check.reason, explored=verdict.explored, seconds=verdict.seconds)
