"""The compiled solvers of FreeCell and similar variants: best-first, then exhaustive search."""

from collections.abc import Iterator
from dataclasses import replace

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, GaveUp, Verdict
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.patience import proof
from ludoscope.search.patience.freecell_best_first import KERNELS, best_first, supports

__all__ = ["KERNELS", "prove", "supports", "swift"]


def swift(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution by best-first search; if this ends without one, continue with `prove`."""
    failure = None
    for event in best_first(game, position, limits):
        if isinstance(event, GaveUp) and event.ended and game.variant.is_standard:
            failure = event
        else:
            yield event
    # after the loop, so that the memory of the first search has been freed
    if failure:
        remaining = _remaining_limits(limits, failure)
        yield from _with_totals(failure, prove(game, position, remaining))


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, or prove that there is none."""
    if game.variant.is_standard:
        return proof.prove(game, position, limits)
    # the kernel has no moves of cards back from the foundation
    return depth_first(game, position, limits)


def _remaining_limits(limits: Limits, previous: Verdict) -> Limits:
    """Return the limits minus the time and positions of a previous search."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else max(0, limits.seconds - previous.seconds),
        explored=None if limits.explored is None else max(0, limits.explored - previous.explored),
    )


def _with_totals(previous: Verdict, events: Iterator[Event]) -> Iterator[Event]:
    """Yield events, with the time and positions of a previous search added."""
    for event in events:
        yield replace(
            event,
            explored=event.explored + previous.explored,
            seconds=event.seconds + previous.seconds,
        )
