"""Helpers for tests of solvers that return a solution or a certificate."""

from typing import Any

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable, Verdict
from ludoscope.search.verify import check_verdict


def verdict_of(solve: Any, game: PegGame, limits: Limits | None = None) -> Verdict:
    """Run `solve` and return its verdict, its solution or certificate checked."""
    *_, verdict = solve(game, game.start, limits or Limits(seconds=60))
    if isinstance(verdict, Solved | Unsolvable):
        result = check_verdict(game, game.start, verdict)
        assert result.is_valid, result.reason
    assert isinstance(verdict, Verdict)
    return verdict
