"""Limits that the host sets for the workers of this program: time, memory, and how many at once.

set_host_limits(HostLimits(seconds=60, workers=2))   for all workers started from now on
allowed(limits)                           the lower of the limits wanted and those of the host
await worker_slots().acquire()            take a slot for a worker; `release` it when it has ended
worker_slots().full()                     whether the next worker has to wait
"""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:  # home shows no solver: it need not wait for what they are limited by
    from ludoscope.search.budget import Limits

N = TypeVar("N", int, float)


class HostLimits(NamedTuple):
    """Seconds and megabytes for each worker, workers at once; None where there is no limit."""

    seconds: float | None = None
    megabytes: int | None = None
    workers: int | None = None


class WorkerSlots:
    """As many slots as workers may run at once, given in the order of the requests."""

    def __init__(self, host: HostLimits) -> None:
        self.host = host
        self._slots = asyncio.Semaphore(host.workers) if host.workers else None

    async def acquire(self) -> None:
        """Wait for a free slot and take it."""
        if self._slots:
            await self._slots.acquire()

    def release(self) -> None:
        """Free a slot that was taken."""
        if self._slots:
            self._slots.release()

    def full(self) -> bool:
        """Whether the next worker has to wait."""
        return bool(self._slots and self._slots.locked())


_slots = WorkerSlots(HostLimits())


def set_host_limits(host: HostLimits) -> None:
    """Set the limits of all workers that are started from now on."""
    global _slots
    _slots = WorkerSlots(host)


def worker_slots() -> WorkerSlots:
    """The slots that workers take now; a slot is released where it was taken."""
    return _slots


def allowed(limits: "Limits") -> "Limits":
    """`limits`, lowered to those of the host."""
    host = _slots.host
    memory = None if host.megabytes is None else host.megabytes << 20
    return replace(
        limits,
        seconds=_least(limits.seconds, host.seconds),
        memory=_least(limits.memory, memory),
    )


def at_once(wanted: int) -> int:
    """How many of `wanted` workers may run at once."""
    return min(wanted, _slots.host.workers or wanted)


def _least(wanted: N | None, most: N | None) -> N | None:
    if wanted is None or most is None:
        return most if wanted is None else wanted
    return min(wanted, most)
