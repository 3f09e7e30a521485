"""Limits of a search, and the budget that applies them.

`Limits` is what the caller allows; `Budget` is what a solver uses. A solver neither counts
positions nor reads the clock. It calls `Budget.count` for each position it expands, and reports
when that is true:

    budget = Budget(limits)
    ...
    if budget.count(1, depth):
        yield budget.progress(frontier=len(frontier), depth=depth, sample=position)
        if budget.stop_reason:
            yield budget.gave_up()
            return  # ends the generator

The verdicts are made by `Budget.solved`, `Budget.unsolvable` and `Budget.gave_up`, which fill in
the statistics that all verdicts have.
"""

import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.memory import memory_in_use, recent_memory_in_use
from ludoscope.search.pause import Pause
from ludoscope.search.trace import TraceLog

REPORT_INTERVAL_SECONDS = 0.1
CLOCK_INTERVAL_SECONDS = 0.005  # between two readings of the clock, within a factor of two
DEFAULT_MEMORY_LIMIT = 1 << 30  # bytes for the tables of a kernel if no memory limit is given
MAX_LEVELS = 200  # length of `Budget.levels`, so that messages stay small


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that a search may use.

    Attributes:
        seconds: Wall-clock time, not counting pauses; None for no limit.
        explored: Positions to expand; None for no limit.
        memory: Bytes by which the process may grow; None for no limit.
        jobs: Cores that the search of one position may use; None lets the solver decide. The
            verdict does not depend on it.
        pause: Control with which another thread pauses and steps the search.
        seconds_before: Time that earlier searches of the same solver took, which counts as time of
            this one.
        explored_before: Positions that they expanded, which count as positions of this one.
        trace: Records each step of a readable solver; None for a search that nobody follows.
    """

    seconds: float | None = None
    explored: int | None = None
    memory: int | None = None
    jobs: int | None = None
    pause: Pause | None = field(default=None, compare=False, repr=False)
    seconds_before: float = 0.0
    explored_before: int = 0
    trace: TraceLog | None = field(default=None, compare=False, repr=False)

    def after(self, earlier: "Budget | Verdict") -> "Limits":
        """Return the limits of a search that follows an earlier one of the same solver.

        Its events then have the time and positions of both, so all searches of a solver together
        keep the limits.
        """
        return replace(self, seconds_before=earlier.seconds, explored_before=earlier.explored)


def explored_limit_reason(explored: int) -> str:
    """Return the reason of a search that gives up after as many positions as it may expand."""
    return f"explored {explored:,} positions, the limit"


class Budget:
    """A counter of expanded positions that applies `Limits` and times the progress reports.

    Time and memory are measured from the creation of the budget on. The time and the positions of
    earlier searches of the same solver are added, see `Limits.after`. Positions are counted by
    depth in at most `MAX_LEVELS` counts: if a search goes deeper, each two neighbouring counts are
    added together and `band` doubles.

    Attributes:
        explored: Positions expanded so far.
        stop_reason: The limit that was reached, for people to read; "" while the search may go on.
        proved: What the search has proved so far, for people to read; set by the solver.
        width: Positions kept of each level, or successors kept of each position, in the current
            pass of a search that drops some; set by the solver.
        trace: The tracer to which the solver reports each step, None in an ordinary search; see
            `search.trace`.
    """

    def __init__(self, limits: Limits) -> None:
        self.explored = limits.explored_before
        self.stop_reason = ""
        self.proved = ""
        self.width: int | None = None
        self.trace = limits.trace.new_tracer() if limits.trace else None
        self._lower_bound = 1
        self._levels: list[int] = []
        self._band_bits = 0  # the binary logarithm of `band`
        self._stored_entries = self._stored_bytes = 0
        self._limits = limits
        self._last_report = self._last_check = time.perf_counter()
        self._started = self._last_check - limits.seconds_before
        self._initial_memory = recent_memory_in_use()
        self._expansions_per_check = 1
        self._counted_by_pause = self.explored
        self._next_check = self._cap_explored(self.explored + 1)
        if limits.pause:
            limits.pause.register(self)

    @property
    def seconds(self) -> float:
        """Seconds since the budget was created, not counting pauses, and those of `Limits`."""
        return time.perf_counter() - self._started

    # Counting

    def count(self, expansions: int = 1, depth: int | None = None) -> bool:
        """Count expanded positions.

        The clock is read only once in many calls, so this is cheap enough for every position.

        Args:
            expansions: Positions expanded since the last call.
            depth: Their number of moves from the start, if positions are to be counted by depth.

        Returns:
            True if the solver has to yield a report now. If `stop_reason` is set, a limit was
            reached and the solver has to give up.
        """
        self.explored += expansions
        if depth is not None:
            try:
                self._levels[depth >> self._band_bits] += expansions
            except IndexError:
                self._extend_levels(depth)
                self._levels[depth >> self._band_bits] += expansions
        return self.explored >= self._next_check and self._check_clock()

    def check_limits(self) -> bool:
        """Check the limits after work that expanded nothing, such as the growth of a table.

        Returns:
            As `count`: True if the solver has to yield a report now.
        """
        return self._check_limits(time.perf_counter())

    def cap_expansions(self, positions: int) -> int:
        """Return `positions`, lowered to the number of positions that may still be expanded."""
        limit = self._limits.explored
        return positions if limit is None else min(positions, limit - self.explored)

    def set_lower_bound(self, min_moves: int, measure: str) -> None:
        """Record the proof of a lower bound of the solution length.

        Args:
            min_moves: Moves that any solution needs; ignored if a higher bound is known.
            measure: What counts as a move, as in `Solved.optimal_in`.
        """
        if min_moves > self._lower_bound:
            self._lower_bound = min_moves
            unit = "card moves" if measure == "cards" else measure
            self.proved = f"no solution in fewer than {min_moves:,} {unit}"

    @property
    def band(self) -> int:
        """The number of consecutive depths in each count of `levels`."""
        return 1 << self._band_bits

    @property
    def levels(self) -> tuple[int, ...]:
        """Positions expanded by depth, one count for each group of `band` depths; may be empty."""
        return tuple(self._levels)

    @levels.setter
    def levels(self, counts: Iterable[int]) -> None:
        self._levels, self._band_bits = list(counts), 0
        while len(self._levels) > MAX_LEVELS:
            self._merge_levels()

    def _extend_levels(self, depth: int) -> None:
        while depth >> self._band_bits >= MAX_LEVELS:
            self._merge_levels()
        self._levels += [0] * ((depth >> self._band_bits) + 1 - len(self._levels))

    def _merge_levels(self) -> None:
        """Halve the number of counts: add each two neighbouring ones together."""
        self._levels = [sum(self._levels[i : i + 2]) for i in range(0, len(self._levels), 2)]
        self._band_bits += 1

    # Limits

    def _cap_explored(self, explored: int) -> int:
        limit = self._limits.explored
        return explored if limit is None else min(explored, limit)

    def _check_clock(self) -> bool:
        """Check the limits, and adapt the number of expansions until the next check."""
        now = time.perf_counter()
        elapsed = now - self._last_check
        if elapsed < CLOCK_INTERVAL_SECONDS / 2:
            self._expansions_per_check *= 2
        elif elapsed > CLOCK_INTERVAL_SECONDS * 2:
            self._expansions_per_check = max(1, self._expansions_per_check // 2)
        self._last_check = now
        self._next_check = self._cap_explored(self.explored + self._expansions_per_check)
        return self._check_limits(now)

    def _check_limits(self, now: float) -> bool:
        """Set `stop_reason` if a limit is reached; return True if a report is due."""
        limits = self._limits
        if limits.explored is not None and self.explored >= limits.explored:
            self.stop_reason = explored_limit_reason(self.explored)
        elif limits.seconds is not None and now - self._started >= limits.seconds:
            self.stop_reason = f"{limits.seconds:g} s, the time limit"
        report_due = self._check_pause() or now - self._last_report >= REPORT_INTERVAL_SECONDS
        if report_due and limits.memory is not None and self.memory_used() >= limits.memory:
            self.stop_reason = self._memory_limit_reason
        if report_due:
            self._last_report = now
        return report_due or bool(self.stop_reason)

    def memory_used(self) -> int:
        """Return the bytes by which this process has grown since the budget was created."""
        return max(0, memory_in_use() - self._initial_memory)

    @property
    def memory_limit(self) -> int:
        """Bytes that the tables of a kernel may take: the memory limit, by default 1 GiB."""
        return self._limits.memory or DEFAULT_MEMORY_LIMIT

    @property
    def _memory_limit_reason(self) -> str:
        return f"{self.memory_limit / 2**20:,.0f} MB, the memory limit"

    # Pausing: called by `Pause`

    def pause_after(self, expansions: int) -> None:
        """Pause after at most `expansions` more expansions."""
        self._next_check = min(self._next_check, self.explored + expansions)

    def on_resumed(self, paused_seconds: float, expansions: int | None) -> None:
        """Continue after a pause, whose time is not counted.

        Args:
            paused_seconds: Length of the pause.
            expansions: Expansions until the next pause, None if the search runs freely.
        """
        self._started += paused_seconds
        self._last_report += paused_seconds
        self._last_check += paused_seconds
        self._expansions_per_check, self._counted_by_pause = 1, self.explored
        self._next_check = self._cap_explored(self.explored + (expansions or 1))

    def _check_pause(self) -> bool:
        """Report the new expansions to the `Pause`; return True if the search has to pause."""
        pause = self._limits.pause
        if pause is None:
            return False
        new, self._counted_by_pause = self.explored - self._counted_by_pause, self.explored
        return pause.count(new)

    # Events

    def set_stored(self, entries: int, size_bytes: int | None = None) -> None:
        """Record how many positions are stored, for the next report or verdict.

        Args:
            entries: Positions stored.
            size_bytes: Bytes that they take; by default the growth of the process.
        """
        self._stored_entries = entries
        self._stored_bytes = self.memory_used() if size_bytes is None else size_bytes

    def progress(
        self,
        *,
        frontier: int = 0,
        depth: int = 0,
        best: float | None = None,
        entries: int = 0,
        size_bytes: int | None = None,
        sample: Hashable = None,
    ) -> Progress:
        """Return a report on the search.

        Args:
            frontier: Positions waiting to be expanded.
            depth: Moves from the start to the current position.
            best: The lowest score or the length of the best solution so far; None for neither.
            entries: Positions stored.
            size_bytes: Bytes that they take; by default the growth of the process.
            sample: A position that is being searched.
        """
        self.set_stored(entries, size_bytes)
        return Progress(
            explored=self.explored,
            frontier=frontier,
            depth=depth,
            best=best,
            entries=self._stored_entries,
            bytes=self._stored_bytes,
            seconds=self.seconds,
            sample=sample,
            levels=self.levels,
            band=self.band,
            proved=self.proved,
        )

    def solved(
        self, moves: tuple[Hashable, ...], optimal_in: str | None = None, value: int | None = None
    ) -> Solved:
        """Return the verdict that `moves` solve the position; see `Solved`."""
        return Solved(moves=moves, optimal_in=optimal_in, value=value, **self._statistics())

    def unsolvable(
        self, proof: str, certificate: tuple[str, ...] = (), exhausted: bool = False
    ) -> Unsolvable:
        """Return the verdict that there is no solution; see `Unsolvable`."""
        return Unsolvable(
            proof=proof, certificate=certificate, exhausted=exhausted, **self._statistics()
        )

    def gave_up(self, reason: str = "", *, ended: bool = False) -> GaveUp:
        """Return the verdict of a search without an answer.

        Args:
            reason: Why there is none, for people to read; by default `stop_reason`.
            ended: True if no limit was reached, but nothing was left to search.
        """
        reason = reason or self.stop_reason
        return GaveUp(reason=reason, proved=self.proved, ended=ended, **self._statistics())

    def out_of_memory(self) -> GaveUp:
        """Return the verdict of a search whose tables have reached the memory limit."""
        return self.gave_up(self._memory_limit_reason)

    def _statistics(self) -> dict[str, Any]:
        """Return the fields that all verdicts have, by name."""
        return {
            "explored": self.explored,
            "seconds": self.seconds,
            "levels": self.levels,
            "band": self.band,
            "entries": self._stored_entries,
            "bytes": self._stored_bytes,
            "width": self.width,
        }
