"""The compiled solvers of FreeCell and similar variants: best-first, then exhaustive search."""

from collections.abc import Iterator

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event
from ludoscope.search.generic.quick_first import quick_first
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.patience import proof
from ludoscope.search.patience.freecell_best_first import KERNELS, best_first, supports

__all__ = ["KERNELS", "prove", "supports", "swift"]

QUICK_POSITIONS = 5_000  # of the best-first search before a proof, some 5 ms and 3 MB


def swift(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution by best-first search; if this ends without one, search every position.

    Where cards may return from the foundation, it gives up instead: no kernel searches every
    position there, and the readable search is too slow for a solver that is to be quick.
    """
    if game.variant.is_standard:
        return quick_first(best_first, proof.prove, game, position, limits)
    return best_first(game, position, limits)


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution by a short best-first search, or search every position."""
    # the kernel has no moves of cards back from the foundation
    exhaustive = proof.prove if game.variant.is_standard else depth_first
    return quick_first(best_first, exhaustive, game, position, limits, QUICK_POSITIONS)
