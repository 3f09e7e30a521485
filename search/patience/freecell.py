"""FreeCell and similar variants, compiled: a best-first search, then an exhaustive one."""

from collections.abc import Iterator
from dataclasses import replace

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, GaveUp, Verdict
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.patience import freecell_proof
from ludoscope.search.patience.freecell_best_first import KERNELS, best_first, fits

__all__ = ["KERNELS", "fits", "prove", "swift"]


def swift(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Some solution, as fast as possible; where the search finds none, what `prove` says."""
    failed = None
    for event in best_first(game, position, limits):
        if isinstance(event, GaveUp) and event.ended and game.variant.plain:
            failed = event
        else:
            yield event
    if failed:  # and the memory of that search is free again
        yield from _after(failed, prove(game, position, _left(limits, failed)))


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """A solution, or the proof that there is none."""
    if game.variant.plain:
        return freecell_proof.prove(game, position, limits)
    return depth_first(game, position, limits)  # with moves of cards back from the foundation


def _left(limits: Limits, spent: Verdict) -> Limits:
    """The limits minus what was spent."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else max(0, limits.seconds - spent.seconds),
        explored=None if limits.explored is None else max(0, limits.explored - spent.explored),
    )


def _after(spent: Verdict, events: Iterator[Event]) -> Iterator[Event]:
    """The events, with what was spent before added."""
    for event in events:
        yield replace(
            event, explored=event.explored + spent.explored, seconds=event.seconds + spent.seconds
        )
