"""Fixtures of the solver tests: run a solver to its verdict and replay every solution."""

from collections.abc import Callable
from typing import Any

import pytest

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress, Solved, Verdict
from ludoscope.search.verify import check_verdict

Solving = Callable[..., Verdict]


@pytest.fixture
def solved() -> Solving:
    """Return a function (solve, game, limits=…, **keywords) that returns the replayed verdict."""

    def run(solve: Any, game: AnyGame, limits: Limits | None = None, **keywords: Any) -> Verdict:
        limits = limits or Limits(seconds=20)
        *reports, verdict = solve(game, game.start, limits, **keywords)
        assert all(isinstance(report, Progress) for report in reports)
        assert isinstance(verdict, Verdict)
        if isinstance(verdict, Solved):
            result = check_verdict(game, game.start, verdict)
            assert result.is_valid, result.reason
        return verdict

    return run


@pytest.fixture
def reporting_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a search report each position that it expands."""
    monkeypatch.setattr("ludoscope.search.budget.CLOCK_INTERVAL_SECONDS", 0)
    monkeypatch.setattr("ludoscope.search.budget.REPORT_INTERVAL_SECONDS", 0)
