"""Limits of a search, and the watch that counts for a solver, keeps to them and paces its reports.

Solvers do not count or look at clocks: they call `tick` once for each position they expand.

    if watch.tick():
        yield watch.progress(frontier=len(queue), depth=depth, sample=position)
        if watch.spent:
            yield watch.gave_up()
            return
"""

import os
import resource
import sys
import time
from collections.abc import Hashable
from dataclasses import dataclass

from search.events import GaveUp, Progress, Solved, Unsolvable

REPORT_SECONDS = 0.1
PAGE = resource.getpagesize()  # bytes
LOOK_SECONDS = 0.005  # how often the clock is read, about


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, positions expanded, bytes of memory; None where there is no limit."""

    seconds: float | None = None
    explored: int | None = None
    memory: int | None = None


def memory_in_use() -> int:
    """Resident bytes of this process (its peak where the system does not tell the present)."""
    try:
        statm = os.open("/proc/self/statm", os.O_RDONLY)  # quicker than `open`
        try:
            return int(os.read(statm, 200).split()[1]) * PAGE
        finally:
            os.close(statm)
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


class Watch:
    """Counts expansions, measures time and memory growth since it was made."""

    def __init__(self, limits: Limits) -> None:
        self.explored = 0
        self.spent = ""  # the reason to give up, once there is one
        self._limits = limits
        self._started = self._reported = self._looked = time.perf_counter()
        self._memory = memory_in_use()
        self._stride = 1
        self._next = self._cap(1)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def tick(self, count: int = 1) -> bool:
        """Count expansions; True when it is time for a report, or for giving up (`spent`)."""
        self.explored += count
        return self.explored >= self._next and self._look()

    def rest(self) -> bool:
        """The same after work that expanded nothing, such as the growth of a table."""
        return self._due(time.perf_counter())

    def left(self, count: int) -> int:
        """`count`, or what the limit leaves of it: how many positions a kernel may enter next."""
        limit = self._limits.explored
        return count if limit is None else min(count, limit - self.explored)

    def _cap(self, next_look: int) -> int:
        limit = self._limits.explored
        return next_look if limit is None else min(next_look, limit)

    def _look(self) -> bool:
        now = time.perf_counter()
        between = now - self._looked
        if between < LOOK_SECONDS / 2:
            self._stride *= 2
        elif between > LOOK_SECONDS * 2:
            self._stride = max(1, self._stride // 2)
        self._looked = now
        self._next = self._cap(self.explored + self._stride)
        return self._due(now)

    def _due(self, now: float) -> bool:
        limits = self._limits
        if limits.explored is not None and self.explored >= limits.explored:
            self.spent = f"explored {self.explored:,} positions, the limit"
        elif limits.seconds is not None and now - self._started >= limits.seconds:
            self.spent = f"{limits.seconds:g} s, the time limit"
        due = now - self._reported >= REPORT_SECONDS
        if due and limits.memory is not None and self.memory() >= limits.memory:
            self.spent = f"{limits.memory / 2**20:,.0f} MB, the memory limit"
        if due:
            self._reported = now
        return due or bool(self.spent)

    def memory(self) -> int:
        """Bytes that this process has grown by."""
        return max(0, memory_in_use() - self._memory)

    def progress(
        self,
        *,
        frontier: int = 0,
        depth: int = 0,
        best: float | None = None,
        entries: int = 0,
        size: int | None = None,
        sample: Hashable = None,
    ) -> Progress:
        """A report; `size` is the bytes of the tables where the solver knows them exactly."""
        return Progress(
            explored=self.explored,
            frontier=frontier,
            depth=depth,
            best=best,
            entries=entries,
            bytes=self.memory() if size is None else size,
            seconds=self.seconds,
            sample=sample,
        )

    def solved(
        self, moves: tuple[Hashable, ...], optimal_in: str | None = None, value: int | None = None
    ) -> Solved:
        return Solved(
            moves=moves,
            optimal_in=optimal_in,
            value=value,
            explored=self.explored,
            seconds=self.seconds,
        )

    def unsolvable(self, proof: str, certificate: tuple[str, ...] = ()) -> Unsolvable:
        return Unsolvable(
            proof=proof, certificate=certificate, explored=self.explored, seconds=self.seconds
        )

    def gave_up(self, reason: str = "") -> GaveUp:
        return GaveUp(reason=reason or self.spent, explored=self.explored, seconds=self.seconds)
