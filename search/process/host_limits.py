"""Limits that the host sets for all workers: time, memory, and the number that run at once.

`set_host_limits` sets them, for a program that serves several users. `cap_limits` applies them to
the limits of a search, `worker_slots` to the number of workers:

    slots = worker_slots()
    await slots.acquire()  # waits if too many workers run
    ...
    slots.release()
"""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:  # the home screen imports this module and must not load the solvers
    from ludoscope.search.budget import Limits

N = TypeVar("N", int, float)


class HostLimits(NamedTuple):
    """Limits of the workers; None for no limit.

    Attributes:
        seconds: Time of each worker.
        megabytes: Memory of each worker, in units of 2**20 bytes.
        workers: Workers that run at the same time.
    """

    seconds: float | None = None
    megabytes: int | None = None
    workers: int | None = None


class WorkerSlots:
    """A semaphore with a slot for each worker that may run; slots are given in order of request.

    Attributes:
        host: The limits that the slots are made for.
    """

    def __init__(self, host: HostLimits) -> None:
        self.host = host
        self._slots = asyncio.Semaphore(host.workers) if host.workers else None

    async def acquire(self) -> None:
        """Wait for a free slot and take it."""
        if self._slots:
            await self._slots.acquire()

    def release(self) -> None:
        """Return a slot that was taken."""
        if self._slots:
            self._slots.release()

    def is_full(self) -> bool:
        """Return True if the next worker has to wait."""
        return bool(self._slots and self._slots.locked())


_slots = WorkerSlots(HostLimits())


def set_host_limits(host: HostLimits) -> None:
    """Set the limits of all workers that are started from now on."""
    global _slots
    _slots = WorkerSlots(host)


def worker_slots() -> WorkerSlots:
    """Return the slots for new workers.

    Release a slot on the object where it was acquired: `set_host_limits` replaces the slots.
    """
    return _slots


def cap_limits(limits: "Limits") -> "Limits":
    """Return `limits`, lowered to those of the host."""
    host = _slots.host
    memory = None if host.megabytes is None else host.megabytes << 20
    return replace(
        limits,
        seconds=_lower_limit(limits.seconds, host.seconds),
        memory=_lower_limit(limits.memory, memory),
    )


def cap_workers(count: int) -> int:
    """Return `count`, lowered to the number of workers that may run at the same time."""
    return min(count, _slots.host.workers or count)


def _lower_limit(limit: N | None, host_limit: N | None) -> N | None:
    """Return the lower of two limits, where None stands for no limit."""
    if limit is None or host_limit is None:
        return host_limit if limit is None else limit
    return min(limit, host_limit)
