"""The solver that judges the puzzle in an editor, and its result as a line of text."""

import asyncio
from collections.abc import Callable

from textual.content import Content

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.search.registry import default_solver, find_judge
from ludoscope.search.solver import Solver
from ludoscope.tui.model.analysis import loss_reason
from ludoscope.tui.model.players import describe_value
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text import formatting

LIVE_DELAY_SECONDS = 0.2  # without a change, before a solver is started
LIVE_LIMITS = Limits(seconds=5, memory=1 << 28)
SOLVER_LIMITS = Limits(seconds=60, memory=1 << 29)  # of a search that the user asks for


class EditorSolver:
    """A solver in a worker process; a new search takes the place of the one before it.

    Args:
        screen: The screen whose end also ends the search.
        on_result: Called when a search has ended by itself.

    Attributes:
        solver_run: The search that runs or has ended, None if the puzzle has changed since.
    """

    def __init__(self, screen: BaseScreen[None], on_result: Callable[[], None]) -> None:
        self._screen = screen
        self._on_result = on_result
        self.solver_run: SolverRun | None = None

    @property
    def is_running(self) -> bool:
        return self.solver_run is not None and self.solver_run.verdict is None

    def judge(self, game: AnyGame) -> None:
        """Search for a few seconds for whether a puzzle can be won, once no change follows."""
        self._start(game, find_judge(game), LIVE_LIMITS, LIVE_DELAY_SECONDS)

    def solve(self, game: AnyGame) -> None:
        """Search for a solution as long as a user who asks for it waits."""
        self._start(game, default_solver(game), SOLVER_LIMITS)

    def stop(self) -> None:
        """End the search; what it has found so far stays."""
        if self.solver_run:
            self.solver_run.cancel()
            self._screen.workers.cancel_group(self._screen, "solve")

    def forget(self) -> None:
        """End the search, and drop its result."""
        self.stop()
        self.solver_run = None

    def _start(
        self, game: AnyGame, solver: Solver, limits: Limits, delay_seconds: float = 0
    ) -> None:
        self.stop()
        solver_run = SolverRun(game, game.start, [], solver, limits)

        async def search() -> None:
            await asyncio.sleep(delay_seconds)
            await solver_run.run()
            self._on_result()

        self.solver_run = solver_run
        self._screen.run_worker(search(), group="solve", exclusive=True)


def describe_run(solver_run: SolverRun, solve_key: str) -> Content:
    """Return a line with the result of a solver, or that it runs.

    Args:
        solver_run: The run.
        solve_key: The key that starts a longer one.
    """
    game, verdict = solver_run.game, solver_run.verdict
    match verdict:
        case None:
            waiting = "waiting for a free solver" if solver_run.is_queued else "searching…"
            return Content.styled(f"… {waiting} ({solver_run.solver.name})", "$warning")
        case Solved(value=int(value)) if game.players == 2:
            side = 0 if getattr(game.start, "white_to_move", True) else 1
            return Content.styled(f"✓ {describe_value(value, side)} with best play", "$success")
        case Solved():
            return Content.styled(f"✓ {solver_run.describe_outcome(verdict)}", "$success")
        case Unsolvable():
            return Content.styled(f"✗ impossible: {loss_reason(verdict)}", "$error")
        case GaveUp(reason="stopped"):
            text = "stopped"
        case GaveUp(fault=str(fault)) if fault:
            text = fault
        case _:
            limit = formatting.format_duration(solver_run.limits.seconds or 0)
            text = f"not decided within {limit}. Press {solve_key} for a longer search."
    return Content.styled(f"? {text}", "$warning")
