"""A quick search before an exhaustive one, within the same limits: `quick_first`.

An exhaustive search has no preference among moves, so it may enter millions of positions before it
finds a win that is one move away. A search of the most promising positions finds it at once.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, GaveUp

Search = Callable[[Any, Any, Limits], Iterator[Event]]
"""A search, called with a game, a position and limits."""


def quick_first(
    quick: Search,
    exhaustive: Search,
    game: Any,
    position: Any,
    limits: Limits,
    max_quick_positions: int | None = None,
) -> Iterator[Event]:
    """Run a quick search; if it decides nothing, run an exhaustive one with what is left.

    The memory of the quick search is freed before the exhaustive one begins. Explored positions and
    seconds are those of both.

    Args:
        quick: A search that may end without a verdict.
        exhaustive: A search that decides every position if the limits allow it.
        game: The game.
        position: The start.
        limits: The limits of both searches together.
        max_quick_positions: Positions that the quick search may expand. If there is a maximum, the
            exhaustive search follows whatever ended the quick one, its memory included; otherwise
            it follows only if the quick search ran out of positions.
    """
    quick_limits = limits
    if max_quick_positions is not None:
        max_explored = limits.explored_before + max_quick_positions
        if limits.explored is not None:
            max_explored = min(max_explored, limits.explored)
        quick_limits = replace(limits, explored=max_explored)
    failure: GaveUp | None = None
    for event in quick(game, position, quick_limits):
        if isinstance(event, GaveUp) and (event.ended or max_quick_positions is not None):
            failure = event
        else:
            yield event
    # after the loop, so that the memory of the quick search has been freed
    if failure:
        remaining = limits.after(failure)
        budget = Budget(remaining)
        budget.check_limits()
        if budget.stop_reason:
            yield budget.gave_up()
        else:
            yield from exhaustive(game, position, remaining)
