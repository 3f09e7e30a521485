"""Limits of a search, and the budget that counts for a solver, keeps to them and paces its reports.

Solvers do not count or look at clocks: they call `tick` once for each position they expand.

    if budget.tick(depth=depth):
        yield budget.progress(frontier=len(queue), depth=depth, sample=position)
        if budget.spent:
            yield budget.gave_up()
            return

Where the depth is given, the budget also counts by depth (`levels`, in bands of `band` depths).
"""

import os
import resource
import sys
import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.process.pause import Pause

REPORT_SECONDS = 0.1
PAGE = resource.getpagesize()  # bytes
LOOK_SECONDS = 0.005  # how often the clock is read, about
ROOM = 1 << 30  # bytes of tables, where no limit is given
MOST_LEVELS = 200  # numbers that are kept by depth; beyond it the depths of two become one


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, positions expanded, bytes of memory; None where there is no limit.

    `jobs` is how many cores a search of one position may use: what is decided does not depend on
    it. None leaves it to the solver. `pause` is where the search can be made to stand still.
    """

    seconds: float | None = None
    explored: int | None = None
    memory: int | None = None
    jobs: int | None = None
    pause: Pause | None = field(default=None, compare=False, repr=False)


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


class Budget:
    """Counts expansions, measures time and memory growth since it was made.

    `spent`   the reason to give up, once there is one
    `proved`  what the search has proved so far, in a few words; the solver sets it
    `width`   the positions of each level, or the successors of each position, that are kept in
              this pass; the solver sets it
    """

    def __init__(self, limits: Limits) -> None:
        self.explored = 0
        self.spent = ""
        self.proved = ""
        self.width: int | None = None
        self._least = 1
        self._levels: list[int] = []
        self._entries = self._bytes = 0
        self._fold = 0  # a number of `_levels` stands for 2 ** _fold depths
        self._limits = limits
        self._started = self._reported = self._looked = time.perf_counter()
        self._memory = memory_in_use()
        self._stride = 1
        self._told = 0  # of the expansions the pause knows so many
        self._next = self._cap(1)
        if limits.pause:
            limits.pause.admit(self)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def tick(self, count: int = 1, depth: int | None = None) -> bool:
        """Count expansions; True when it is time for a report, or for giving up (`spent`)."""
        self.explored += count
        if depth is not None:
            try:
                self._levels[depth >> self._fold] += count
            except IndexError:
                self._deepen(depth)
                self._levels[depth >> self._fold] += count
        return self.explored >= self._next and self._look()

    def rest(self) -> bool:
        """The same after work that expanded nothing, such as the growth of a table."""
        return self._due(time.perf_counter())

    def left(self, count: int) -> int:
        """`count`, or what the limit leaves of it: how many positions a kernel may enter next."""
        limit = self._limits.explored
        return count if limit is None else min(count, limit - self.explored)

    def needs(self, least: int, measure: str) -> None:
        """It is proved that a solution takes so many moves at least."""
        if least > self._least:
            self._least = least
            counted = "card moves" if measure == "cards" else measure
            self.proved = f"no solution in fewer than {least:,} {counted}"

    # By depth

    @property
    def band(self) -> int:
        """Depths that each of the `levels` stands for."""
        return 1 << self._fold

    @property
    def levels(self) -> tuple[int, ...]:
        """Positions expanded at each depth, or at each `band` depths; empty where nobody knows."""
        return tuple(self._levels)

    @levels.setter
    def levels(self, counts: Iterable[int]) -> None:
        """What a kernel has counted, a number for each depth."""
        self._levels, self._fold = list(counts), 0
        while len(self._levels) > MOST_LEVELS:
            self._halve()

    def _deepen(self, depth: int) -> None:
        """Make room for that depth."""
        while depth >> self._fold >= MOST_LEVELS:
            self._halve()
        self._levels += [0] * ((depth >> self._fold) + 1 - len(self._levels))

    def _halve(self) -> None:
        pairs = range(0, len(self._levels), 2)
        self._levels = [sum(self._levels[at : at + 2]) for at in pairs]
        self._fold += 1

    # Limits, reports and the pause

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

    def allow(self, left: int) -> None:
        """The pause shuts after so many expansions."""
        self._next = min(self._next, self.explored + left)

    def go_on(self, stood: float, left: int | None) -> None:
        """The search stood still for so many seconds, and goes on; the pause shuts after `left`."""
        self._started += stood
        self._reported += stood
        self._looked += stood
        self._stride, self._told = 1, self.explored
        self._next = self._cap(self.explored + (left or 1))

    def _shut(self) -> bool:
        """Whether the pause is."""
        pause = self._limits.pause
        if pause is None:
            return False
        count, self._told = self.explored - self._told, self.explored
        return pause.passed(count)

    def _due(self, now: float) -> bool:
        limits = self._limits
        if limits.explored is not None and self.explored >= limits.explored:
            self.spent = f"explored {self.explored:,} positions, the limit"
        elif limits.seconds is not None and now - self._started >= limits.seconds:
            self.spent = f"{limits.seconds:g} s, the time limit"
        due = self._shut() or now - self._reported >= REPORT_SECONDS
        if due and limits.memory is not None and self.memory() >= limits.memory:
            self.spent = self._memory_limit
        if due:
            self._reported = now
        return due or bool(self.spent)

    def memory(self) -> int:
        """Bytes that this process has grown by."""
        return max(0, memory_in_use() - self._memory)

    @property
    def room(self) -> int:
        """Bytes that the tables of a kernel may take: the limit, or 1 GB where there is none."""
        return self._limits.memory or ROOM

    @property
    def _memory_limit(self) -> str:
        return f"{self.room / 2**20:,.0f} MB, the memory limit"

    def holds(self, entries: int, size: int | None = None) -> None:
        """Record that `entries` positions are stored, in `size` bytes if the solver knows it."""
        self._entries = entries
        self._bytes = self.memory() if size is None else size

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
        self.holds(entries, size)
        return Progress(
            explored=self.explored,
            frontier=frontier,
            depth=depth,
            best=best,
            entries=self._entries,
            bytes=self._bytes,
            seconds=self.seconds,
            sample=sample,
            levels=self.levels,
            band=self.band,
            proved=self.proved,
        )

    def solved(
        self, moves: tuple[Hashable, ...], optimal_in: str | None = None, value: int | None = None
    ) -> Solved:
        return Solved(moves=moves, optimal_in=optimal_in, value=value, **self._account())

    def unsolvable(
        self, proof: str, certificate: tuple[str, ...] = (), exhausted: bool = False
    ) -> Unsolvable:
        return Unsolvable(
            proof=proof, certificate=certificate, exhausted=exhausted, **self._account()
        )

    def gave_up(self, reason: str = "", *, ended: bool = False) -> GaveUp:
        reason = reason or self.spent
        return GaveUp(reason=reason, proved=self.proved, ended=ended, **self._account())

    def full(self) -> GaveUp:
        """The verdict where the tables of a kernel have no room left."""
        return self.gave_up(self._memory_limit)

    def _account(self) -> dict[str, Any]:
        """What every verdict tells of the work."""
        return {
            "explored": self.explored,
            "seconds": self.seconds,
            "levels": self.levels,
            "band": self.band,
            "entries": self._entries,
            "bytes": self._bytes,
            "width": self.width,
        }
