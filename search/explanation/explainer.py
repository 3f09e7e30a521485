"""The declaration of how a family explains its lost positions: `Explainer`."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ludoscope.games import AnyGame
from ludoscope.search.explanation.change import ChangeKind
from ludoscope.search.explanation.relaxation import Relaxation
from ludoscope.search.registry import find_judge
from ludoscope.search.solver import Solver

Played = TypeVar("Played")
"""The class of the games of a family."""


class Explainer(Generic[Played]):
    """The changes and the relaxation that explain the lost positions of a family.

    A family names a subclass in `SolverSet.explainer`. Without one, its losses are explained by the
    moves to be taken back.
    """

    def change_kinds(self, game: Played, position: Any) -> Sequence[ChangeKind]:
        """Return the kinds of changes of a lost position, those first that are judged first.

        Moves taken back are added to them.
        """
        return ()

    def relaxation(self, game: Played, position: Any) -> Relaxation | None:
        """Return a relaxation in which a core of the loss is found; None if there is none."""
        return None

    def judge(self, game: AnyGame) -> Solver:
        """Return the solver that judges changed positions: by default the judge of the family."""
        return find_judge(game)

    def prover(self, game: AnyGame) -> Solver:
        """Return the solver whose proof of a loss is shown: by default the judge."""
        return self.judge(game)
