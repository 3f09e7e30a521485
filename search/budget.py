"""Limits of a search, and the budget that counts expansions, applies the limits and times reports.

Solvers do not count or read clocks; they call `tick` once for each position they expand:

    if budget.tick(depth=depth):
        yield budget.progress(frontier=len(queue), depth=depth, sample=position)
        if budget.spent:
            yield budget.gave_up()
            return

If the depth is given, the budget also counts by depth (`levels`, for each `band` depths).
"""

import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.memory import memory_in_use
from ludoscope.search.process.pause import Pause

REPORT_SECONDS = 0.1
LOOK_SECONDS = 0.005  # how often the clock is read, about
ROOM = 1 << 30  # bytes of tables, where no limit is given
MOST_LEVELS = 200  # numbers that are kept by depth; beyond it the depths of two become one


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, positions expanded, bytes of memory; None where there is no limit.

    `jobs` is how many cores the search of one position may use (None: the solver decides); the
    verdict does not depend on it. `pause` pauses and steps the search.
    """

    seconds: float | None = None
    explored: int | None = None
    memory: int | None = None
    jobs: int | None = None
    pause: Pause | None = field(default=None, compare=False, repr=False)


class Budget:
    """Counts expansions, and measures time and the growth of memory, from its creation on.

    `spent`   the limit that was reached, "" until then
    `proved`  what the search has proved so far, in a few words; set by the solver
    `width`   how many positions of each level, or successors of each position, this pass keeps;
              set by the solver
    """

    def __init__(self, limits: Limits) -> None:
        self.explored = 0
        self.spent = ""
        self.proved = ""
        self.width: int | None = None
        self._least = 1
        self._levels: list[int] = []
        self._entries = self._bytes = 0
        self._fold = 0  # each of `_levels` counts 2 ** _fold depths
        self._limits = limits
        self._started = self._reported = self._looked = time.perf_counter()
        self._memory = memory_in_use()
        self._stride = 1
        self._passed = 0  # expansions that were reported to the pause
        self._next = self._cap(1)
        if limits.pause:
            limits.pause.admit(self)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def tick(self, count: int = 1, depth: int | None = None) -> bool:
        """Count expansions; True when it is time to report, or to give up (then `spent` is set)."""
        self.explored += count
        if depth is not None:
            try:
                self._levels[depth >> self._fold] += count
            except IndexError:
                self._deepen(depth)
                self._levels[depth >> self._fold] += count
        return self.explored >= self._next and self._look()

    def rest(self) -> bool:
        """Like `tick`, after work that expanded nothing, such as the growth of a table."""
        return self._due(time.perf_counter())

    def left(self, count: int) -> int:
        """How many of `count` positions a kernel may enter within the limit."""
        limit = self._limits.explored
        return count if limit is None else min(count, limit - self.explored)

    def needs(self, least: int, measure: str) -> None:
        """Record the proof that a solution needs at least `least` moves."""
        if least > self._least:
            self._least = least
            counted = "card moves" if measure == "cards" else measure
            self.proved = f"no solution in fewer than {least:,} {counted}"

    # By depth

    @property
    def band(self) -> int:
        """The number of depths that each of the `levels` counts."""
        return 1 << self._fold

    @property
    def levels(self) -> tuple[int, ...]:
        """Positions expanded at each `band` depths; empty where depths are not counted."""
        return tuple(self._levels)

    @levels.setter
    def levels(self, counts: Iterable[int]) -> None:
        """Set the counts of a kernel, one for each depth."""
        self._levels, self._fold = list(counts), 0
        while len(self._levels) > MOST_LEVELS:
            self._halve()

    def _deepen(self, depth: int) -> None:
        """Make room for `depth`."""
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
        """The search pauses after `left` more expansions."""
        self._next = min(self._next, self.explored + left)

    def resumed(self, paused: float, left: int | None) -> None:
        """The search resumes after a pause of `paused` seconds, for `left` expansions."""
        self._started += paused
        self._reported += paused
        self._looked += paused
        self._stride, self._passed = 1, self.explored
        self._next = self._cap(self.explored + (left or 1))

    def _paused(self) -> bool:
        """Whether to pause now."""
        pause = self._limits.pause
        if pause is None:
            return False
        count, self._passed = self.explored - self._passed, self.explored
        return pause.passed(count)

    def _due(self, now: float) -> bool:
        limits = self._limits
        if limits.explored is not None and self.explored >= limits.explored:
            self.spent = f"explored {self.explored:,} positions, the limit"
        elif limits.seconds is not None and now - self._started >= limits.seconds:
            self.spent = f"{limits.seconds:g} s, the time limit"
        due = self._paused() or now - self._reported >= REPORT_SECONDS
        if due and limits.memory is not None and self.memory() >= limits.memory:
            self.spent = self._memory_limit
        if due:
            self._reported = now
        return due or bool(self.spent)

    def memory(self) -> int:
        """Bytes that this process has grown by since the budget was made."""
        return max(0, memory_in_use() - self._memory)

    @property
    def room(self) -> int:
        """Bytes that the tables of a kernel may take: the limit, or 1 GB where there is none."""
        return self._limits.memory or ROOM

    @property
    def _memory_limit(self) -> str:
        return f"{self.room / 2**20:,.0f} MB, the memory limit"

    def holds(self, entries: int, size: int | None = None) -> None:
        """Record that `entries` positions are stored, in `size` bytes (default: `memory()`)."""
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
        """A report; `size` as in `holds`, the other fields as in `Progress`."""
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
        """The fields that all verdicts have."""
        return {
            "explored": self.explored,
            "seconds": self.seconds,
            "levels": self.levels,
            "band": self.band,
            "entries": self._entries,
            "bytes": self._bytes,
            "width": self.width,
        }
