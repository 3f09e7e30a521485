"""The compiled solvers of patience: `swift` and `prove`, whichever kernel takes the variant.

swift  some solution, as fast as possible
prove  a solution, or the proof by exhaustion that there is none

Each module of MODULES has these two functions, `fits(variant)` for the variants that its kernels
play, and KERNELS, the names of those. A variant of other rules than any of them knows is left to
the readable solvers.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from games.patience import Variant
from search import freecell_proof, informed, uninformed
from search.events import Event
from search.heuristics.patience import dead, score, step
from search.kernels import compiled
from search.watch import Limits

MODULES = ("search.freecell", "search.samesuit", "search.bakers")


def swift(game: Any, position: Any, limits: Limits) -> Iterator[Event]:
    """Some solution, as fast as possible; the proof that there is none where that comes cheap."""
    if module := _module(game.variant):
        events: Iterator[Event] = module.swift(game, position, limits)
        return events
    return informed.best_first(
        game, position, limits, score=score(game), step=step(game), dead=dead(game)
    )


def prove(game: Any, position: Any, limits: Limits) -> Iterator[Event]:
    """A solution, or the proof that there is none."""
    if module := _module(game.variant):
        events: Iterator[Event] = module.prove(game, position, limits)
        return events
    if freecell_proof.fits(game.variant) and all(map(compiled, freecell_proof.KERNELS)):
        return freecell_proof.prove(game, position, limits)
    return uninformed.depth_first(game, position, limits, dead=dead(game))


def _module(variant: Variant) -> Any:
    """The module whose kernels play the variant, and are compiled; None when there is none."""
    for name in MODULES:
        module = import_module(name)
        if module.fits(variant) and all(map(compiled, module.KERNELS)):
            return module
    return None
