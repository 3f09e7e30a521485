"""A race: several solvers on one puzzle (or on several), each in a process of its own.

Entrant   a solver at its start, at work or done, and what a table says of it
Figures   that, as plain values
Matter    the position that solvers race on
Race      at most so many at work at once; what is stopped is gone at once

Nothing here knows a screen: the command `race` and the lab hold the same entrants.
"""

import asyncio
import os
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from ludoscope.games import AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle, without_symmetry
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress, Solved, Verdict
from ludoscope.search.process.host_limits import cap_workers
from ludoscope.search.registry import default_solver, get_solver, solver_set, solvers
from ludoscope.search.result_text import VERDICT_TEXTS, is_optimal, solution_length, verdict_reason
from ludoscope.search.solver import Solver
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.text.formatting import number

WAITING, QUEUED, RUNNING = "waiting", "queued", "running"  # before there is a verdict
MIN_RATE_SECONDS = 0.01  # of work, below which a rate says nothing
MIN_MEMORY_BYTES = 1 << 19  # below which the memory of a process says nothing of a position

DEFAULT_ENTRANT_COUNT = 4  # solvers in a race for which none are named


@dataclass(frozen=True, slots=True)
class Figures:
    """One line of the table. `rate` is positions a second, `memory` the most bytes reported.

    `length` counts in `measure`; with two players it is the value in plies. None is unknown.
    `bytes_per_position` is what each position that is remembered takes, all told: itself, its key,
    its way.
    `width` is the final one of a beam.
    """

    puzzle: str
    solver: str
    verdict: str
    reason: str
    explored: int
    rate: float | None
    frontier: int | None
    length: int | None
    measure: str
    optimal: bool
    seconds: float
    memory: int | None
    bytes_per_position: float | None = None
    width: int | None = None


@dataclass(slots=True, eq=False)
class Entrant:
    """A solver on the puzzle of that name; `queued` while it waits for room to work."""

    puzzle: str
    solving: Solving
    is_queued: bool = False
    working: bool = False

    @property
    def over(self) -> bool:
        return self.solving.verdict is not None

    def reset(self, limits: Limits) -> None:
        """Forget what came out: the same search from its beginning, within these limits."""
        old = self.solving
        self.solving = Solving(old.game, old.position, old.line, old.solver, limits)

    def figures(self) -> Figures:
        """How it stands now; what is shown of its work is what `Solving.look` took up."""
        solving = self.solving
        verdict, progress = solving.verdict, solving.progress
        seen = verdict or progress
        solved = verdict if isinstance(verdict, Solved) else None
        length, measure = solution_length(solving.game, solving.measure, solved)
        return Figures(
            puzzle=self.puzzle,
            solver=solving.solver.name,
            verdict=self._stage(),
            reason=verdict_reason(verdict),
            explored=seen.explored,
            rate=seen.explored / seen.seconds if seen.seconds >= MIN_RATE_SECONDS else None,
            frontier=progress.frontier if self.working and not verdict else None,
            length=length,
            measure=measure,
            optimal=is_optimal(solved, measure),
            seconds=seen.seconds,
            memory=max(solving.history.peak, seen.bytes) or None,
            bytes_per_position=memory_per_position(seen),
            width=verdict.width if verdict else None,
        )

    def _stage(self) -> str:
        if verdict := self.solving.verdict:
            return VERDICT_TEXTS[type(verdict)]
        return RUNNING if self.working else QUEUED if self.is_queued else WAITING


def memory_per_position(seen: Progress | Verdict) -> float | None:
    """Bytes for each position that is remembered; None where too little is known."""
    return seen.bytes / seen.entries if seen.entries and seen.bytes >= MIN_MEMORY_BYTES else None


@dataclass(frozen=True, slots=True)
class Matter:
    """What solvers race on: a position, and the moves that led there from the start."""

    puzzle: Puzzle
    position: Hashable
    moves_from_start: Sequence[Hashable] = ()

    @classmethod
    def start_of(cls, puzzle: Puzzle) -> "Matter":
        return cls(puzzle, puzzle.game.start)

    @property
    def title(self) -> str:
        after = (
            f", after {number(len(self.moves_from_start), 'move')}" if self.moves_from_start else ""
        )
        return self.puzzle.title + after

    def entrants(self, chosen: Iterable[Solver], limits: Limits) -> list[Entrant]:
        """One for each solver."""
        name, game = self.puzzle.name, self.puzzle.game
        return [
            Entrant(name, Solving(game, self.position, self.moves_from_start, solver, limits))
            for solver in chosen
        ]

    def has_same_position(self, other: "Matter") -> bool:
        return (self.puzzle.name, self.position) == (other.puzzle.name, other.position)


class Race:
    """At most `jobs` entrants at work at once, as many as there are cores unless said.

    Never more than the host allows.
    """

    def __init__(self, entrants: Iterable[Entrant], jobs: int | None = None) -> None:
        self.entrants = list(entrants)
        self._slots = asyncio.Semaphore(cap_workers(jobs or os.cpu_count() or 1))

    async def run(self) -> None:
        """Have all that have no verdict yet work until they have one.

        When the task is cancelled their processes are killed at once.
        """
        async with asyncio.TaskGroup() as group:
            for entrant in self.entrants:
                if not entrant.over and not entrant.working:
                    group.create_task(self.run_entrant(entrant))

    async def run_entrant(self, entrant: Entrant) -> None:
        """The same for one."""
        solving, entrant.is_queued = entrant.solving, True
        try:
            async with self._slots:
                entrant.is_queued, entrant.working = False, True
                await solving.run()
        finally:
            if entrant.solving is solving:  # else it has begun anew while the process ended
                entrant.is_queued = entrant.working = False

    def look(self) -> None:
        """Take up the newest words of all."""
        for entrant in self.entrants:
            entrant.solving.look()

    @property
    def running_count(self) -> int:
        return sum(entrant.working for entrant in self.entrants)


def field(game: AnyGame) -> list[Solver]:
    """The solvers of a race for which none are named: those of the family that can be had here."""
    ready = {row.name: row for row in solvers(game.family) if row.is_available}
    names = solver_set(game.family).race_lineup or list(ready)[:DEFAULT_ENTRANT_COUNT]
    return [ready[name] for name in names if name in ready] or [default_solver(game)]


def preset_entrants(
    preset: Preset, limits: Limits, *, merge_symmetric: bool = True
) -> list[Entrant]:
    """Puzzle by puzzle, each by all the methods that can be had here.

    Symmetrical positions can be kept apart in peg solitaire only.
    """
    found = []
    for name in preset.puzzles:
        puzzle = catalogue.find(name, files=False)
        if not merge_symmetric:
            puzzle = without_symmetry(puzzle)
        methods = [get_solver(preset.family, one.solver) for one in preset.methods]
        ready = [one for one in methods if one.is_available]
        found += Matter.start_of(puzzle).entrants(ready, limits)
    return found
