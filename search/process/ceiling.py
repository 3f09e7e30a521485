"""What the workers of this program may take: a ceiling set by the host, and so many at once.

keep_to(Ceiling(seconds=60, workers=2))   from now on, for all of them
allowed(limits)                           the lower of what is wanted and what the host allows
await room().enter()                      a place for a worker; `leave` when it is gone
room().full()                             whether the next one has to wait
"""

import asyncio
from dataclasses import dataclass, replace
from typing import TypeVar

from ludoscope.search.budget import Limits

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Seconds and megabytes for each worker, workers at once; None where the host sets none."""

    seconds: float | None = None
    megabytes: int | None = None
    workers: int | None = None


class Room:
    """Places for workers, given in the order in which they were asked for."""

    def __init__(self, ceiling: Ceiling) -> None:
        self.ceiling = ceiling
        self._places = asyncio.Semaphore(ceiling.workers) if ceiling.workers else None

    async def enter(self) -> None:
        """Wait for a place and take it."""
        if self._places:
            await self._places.acquire()

    def leave(self) -> None:
        """Give the place back."""
        if self._places:
            self._places.release()

    def full(self) -> bool:
        """Whether whoever comes now has to wait."""
        return bool(self._places and self._places.locked())


_room = Room(Ceiling())


def keep_to(ceiling: Ceiling) -> None:
    """Set the ceiling for all workers that are started from now on."""
    global _room
    _room = Room(ceiling)


def room() -> Room:
    """Where every worker needs a place; one that has it gives it back to the same room."""
    return _room


def allowed(limits: Limits) -> Limits:
    """`limits`, or what the ceiling leaves of them."""
    ceiling = _room.ceiling
    memory = None if ceiling.megabytes is None else ceiling.megabytes << 20
    return replace(
        limits,
        seconds=_least(limits.seconds, ceiling.seconds),
        memory=_least(limits.memory, memory),
    )


def at_once(wanted: int) -> int:
    """How many workers may work at once where `wanted` would like to."""
    return min(wanted, _room.ceiling.workers or wanted)


def _least(wanted: N | None, most: N | None) -> N | None:
    if wanted is None or most is None:
        return most if wanted is None else wanted
    return min(wanted, most)
