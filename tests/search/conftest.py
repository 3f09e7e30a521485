"""What tests of solvers share: solve to the verdict, and have every solution replayed."""

from collections.abc import Callable
from typing import Any

import pytest

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress, Solved, Verdict
from ludoscope.search.verify import verify_verdict

Solving = Callable[..., Verdict]


@pytest.fixture
def solved() -> Solving:
    """(solve, game, limits=…, **keywords) → the verdict, its solution replayed."""

    def run(solve: Any, game: AnyGame, limits: Limits | None = None, **keywords: Any) -> Verdict:
        limits = limits or Limits(seconds=20)
        *reports, verdict = solve(game, game.start, limits, **keywords)
        assert all(isinstance(report, Progress) for report in reports)
        assert isinstance(verdict, Verdict)
        if isinstance(verdict, Solved):
            result = verify_verdict(game, game.start, verdict)
            assert result.is_valid, result.reason
        return verdict

    return run
