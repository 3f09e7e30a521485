"""The order in which a readable solver expands positions, for the map of a game.

A solver that is traced reports its steps to a `Tracer` (see `search.trace`). The tracer here keeps
only the positions that are expanded.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Verdict
from ludoscope.search.registry import solvers
from ludoscope.search.solver import Solver
from ludoscope.search.trace import TraceLog, Tracer

WELL_KNOWN_METHODS = ("breadth-first", "a-star", "depth-first", "best-first")


class ExpansionTracer(Tracer):
    """A tracer that only adds the positions that a search expands to a list."""

    def __init__(self, log: TraceLog, expanded: list[Any]) -> None:
        super().__init__(log, 0)
        self._expanded = expanded

    def expand(self, position: Any, note: str = "") -> None:
        """Add a position to the list."""
        self._expanded.append(self.decode(position) if self.decode else position)


class ExpansionLog(TraceLog):
    """The positions that the searches of a solver expand, in their order; no other steps."""

    def __init__(self, game: AnyGame, start: Any) -> None:
        super().__init__(game, start, max_steps=0)
        self.expanded: list[Any] = []

    def new_tracer(self) -> Tracer:
        """Return the tracer of one more search."""
        return ExpansionTracer(self, self.expanded)


def expansions(
    game: AnyGame, position: Any, solver: Solver, limits: Limits
) -> Iterator[list[Any] | Verdict]:
    """Yield the positions that a readable solver expands, batch by batch, then its verdict.

    Args:
        game: The game, in the measure of the solver.
        position: The position that is solved.
        solver: A readable solver.
        limits: The limits of the search.
    """
    log = ExpansionLog(game, position)
    sent = 0
    for event in solver.run(game, position, replace(limits, trace=log)):
        if len(log.expanded) > sent:
            yield log.expanded[sent:]
            sent = len(log.expanded)
        if isinstance(event, Verdict):
            yield event


def followed_solvers(game: AnyGame) -> list[Solver]:
    """Return readable solvers in the measure of a game: one of each well-known method first."""
    readable = [
        solver
        for solver in solvers(game.family)
        if solver.is_readable and solver.measure in ("", game.measure)
    ]
    well_known = [
        next((solver for solver in readable if solver.name.startswith(method)), None)
        for method in WELL_KNOWN_METHODS
    ]
    first = [solver for solver in well_known if solver]
    return [*first, *(solver for solver in readable if solver not in first)]
