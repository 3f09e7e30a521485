"""The explainer of peg solitaire: pegs more or less, and a certificate."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ludoscope.games import AnyGame, Unit
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.explanation import Change, ChangeKind, Explainer
from ludoscope.search.registry import get_solver
from ludoscope.search.solver import Solver

PEGS = Unit("peg more or less", "pegs more or less")
MAX_PEGS_CHANGED = 2


class PegExplainer(Explainer[PegGame]):
    """Changes of peg solitaire; the proof of a loss is a certificate if there is one."""

    def change_kinds(self, game: PegGame, position: int) -> Sequence[ChangeKind]:
        """Return pegs more or less; two changes may also move a peg."""

        def changes(size: int) -> Iterator[Change]:
            return _peg_changes(game, position, size)

        return (ChangeKind("peg", PEGS, changes, MAX_PEGS_CHANGED),)

    def prover(self, game: AnyGame) -> Solver:
        """Return the solver that finds certificates, if its kernels are compiled."""
        prover = get_solver(game.family, "prove")
        return prover if prover.is_available else self.judge(game)


def _peg_changes(game: PegGame, position: int, count: int) -> Iterator[Change]:
    for holes in combinations(range(len(game.board.holes)), count):
        places = ["{},{}".format(*game.board.holes[hole]) for hole in holes]
        texts = [
            f"take away the peg at {place}" if position >> hole & 1 else f"add a peg at {place}"
            for hole, place in zip(holes, places, strict=True)
        ]
        changed = position ^ sum(1 << hole for hole in holes)
        yield Change(" and ".join(texts), game, changed, tuple(places))
