"""The declaration of the solvers of a family and of their roles."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.solver import Reference, Solver


@dataclass(frozen=True)
class SolverSet:
    """The solvers of a family and their roles.

    A plug-in names an instance in the entry-point group `ludoscope.solvers`. Solvers are named by
    `Solver.name`. A family that needs the methods subclasses it.

    Attributes:
        solvers: The solvers in the order in which they are listed, one at least and all of
            different names; the first available one in the measure of the game is the default.
        judge: The solver that decides fastest whether a position can be won; the default solver
            if None.
        hint: The solver whose first move is shown as a hint; the judge if None.
        prover: The solver that finds the fewest moves quickly, if the judge does not.
        race_lineup: The solvers that race unless the user chooses others; the first four if empty.
        readable_pairs: Pairs of a compiled solver and the readable solver that does the same.
        method_pairs: Pairs of a compiled solver and a readable one that shows its method, for those
            that are not in `readable_pairs`.
        value_moves: A function that finds the values of all moves of a position, for the overlay
            on the board; see `search.move_values`.
        distances: A function that is called with a game and a position, and returns a function that
            gives the fewest moves to a win from any position that can be reached, None if there is
            none; it may return None itself. The map of a game uses it where it can only show a
            sample.
        representations: Solvers that search the same state space in different representations.
        explainer: The explainer of lost positions, a subclass of `search.explanation.Explainer`; by
            default moves that can be taken back.
    """

    solvers: tuple[Solver, ...]
    judge: str | None = None
    hint: str | None = None
    prover: str | None = None
    race_lineup: tuple[str, ...] = ()
    readable_pairs: tuple[tuple[str, str], ...] = ()
    method_pairs: tuple[tuple[str, str], ...] = ()
    representations: tuple[str, ...] = ()
    value_moves: Reference | None = None
    explainer: Reference | None = None
    distances: Reference | None = None

    def __post_init__(self) -> None:
        names = [solver.name for solver in self.solvers]
        if not names:
            raise ValueError("found no solvers, expected at least one")
        if len(set(names)) < len(names):
            raise ValueError(f"found the solvers {', '.join(names)}, expected different names")

    def readable_default(self, game: AnyGame) -> str | None:
        """Return the name of the default solver of a game if no kernel is compiled.

        None stands for the first available solver.
        """
        return None

    def fallback_move(self, game: AnyGame, position: Any) -> Hashable | None:
        """Return a good move in a game for two, for use when no solver finishes in time.

        None if the family has no such method.
        """
        return None
