"""Races: several solvers on the same puzzles, each in a process of its own.

`RaceSubject` says what is solved, `Entrant` is one solver on it, and `Race` runs a number of
entrants at a time. `RaceRow` is the state of an entrant as plain values, a row of the results.

The command `race` and the lab screen both use this module.
"""

import asyncio
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ludoscope.games import FAMILIES, AnyGame, Unit
from ludoscope.games.units import MOVES
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle, without_symmetry
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress, Solved, Verdict
from ludoscope.search.process.host_limits import cap_workers
from ludoscope.search.process.threads import usable_cores
from ludoscope.search.registry import default_solver, get_solver, solver_set, solvers
from ludoscope.search.result_text import VERDICT_TEXTS, is_optimal, solution_length, verdict_reason
from ludoscope.search.solver import Solver
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.text.formatting import format_count

# in place of a verdict
WAITING, QUEUED, RUNNING, PAUSED = "waiting", "queued", "running", "paused"
MIN_RATE_SECONDS = 0.01  # after a shorter run the rate is meaningless
MIN_MEMORY_BYTES = 1 << 19  # with less, most is the process itself and not its positions
MIN_STORED_POSITIONS = 1_000  # with fewer, most is tables that are empty

DEFAULT_ENTRANT_COUNT = 4  # solvers of a family that declares no race line-up


@dataclass(frozen=True, slots=True)
class RaceRow:
    """The state or result of one entrant: a row of the results.

    The names of the fields are those of the columns in CSV and JSON, `lab.export.FIELDS`, which has
    neither `frontier` nor `unit`.

    Attributes:
        verdict: "solved", "unsolvable" or "gave up"; before that "waiting", "queued", "running" or
            "paused".
        reason: Why the solver gave up, or its proof that there is no solution.
        explored: Number of positions expanded.
        rate: Positions per second.
        frontier: Number of positions waiting to be expanded; None if the solver has no frontier.
        length: Length of the solution in `measure`; with two players, the value in plies.
        optimal: True if the solution is proved to be shortest.
        memory: Peak memory reported, in bytes; of a readable solver, the growth of its process,
            which may be 0 for a small search.
        bytes_per_position: Memory per stored position, with its key and its predecessor.
        width: Final width of a beam search.
        unit: The words for `measure`.
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
    unit: Unit = MOVES


@dataclass(slots=True, eq=False)
class Entrant:
    """A solver that takes part in a race, on the puzzle of the given name.

    Attributes:
        is_queued: True while it waits for another entrant to finish.
        is_running: True while its process runs.
    """

    puzzle: str
    solver_run: SolverRun
    is_queued: bool = False
    is_running: bool = False

    @property
    def is_finished(self) -> bool:
        return self.solver_run.verdict is not None

    @property
    def is_active(self) -> bool:
        return self.is_queued or self.is_running

    def reset(self, limits: Limits) -> None:
        """Discard the result, for a new run of the same solver within other limits."""
        previous = self.solver_run
        self.solver_run = SolverRun(
            previous.game, previous.position, previous.moves_from_start, previous.solver, limits
        )

    def to_row(self) -> RaceRow:
        """Return the result, or the progress as of the last `Race.update_progress`."""
        solver_run = self.solver_run
        verdict, progress = solver_run.verdict, solver_run.progress
        latest = verdict or progress
        solved = verdict if isinstance(verdict, Solved) else None
        length, measure = solution_length(solver_run.game, solver_run.measure, solved)
        has_reported = verdict is not None or progress.explored > 0
        has_frontier = self.is_running and bool(solver_run.solver.counters.frontier.unit)
        return RaceRow(
            puzzle=self.puzzle,
            solver=solver_run.solver.name,
            verdict=self._verdict_text(),
            reason=verdict_reason(verdict),
            explored=latest.explored,
            rate=latest.explored / latest.seconds if latest.seconds >= MIN_RATE_SECONDS else None,
            frontier=progress.frontier if has_frontier and not verdict else None,
            length=length,
            measure=measure,
            optimal=is_optimal(solved, measure),
            seconds=latest.seconds,
            memory=max(solver_run.history.peak_bytes, latest.bytes) if has_reported else None,
            bytes_per_position=memory_per_position(latest),
            width=verdict.width if verdict else None,
            unit=FAMILIES[solver_run.game.family].unit_of(measure),
        )

    def _verdict_text(self) -> str:
        if verdict := self.solver_run.verdict:
            return VERDICT_TEXTS[type(verdict)]
        if self.is_running and not self.solver_run.is_queued:
            return PAUSED if self.solver_run.is_paused else RUNNING
        return QUEUED if self.is_active else WAITING


def memory_per_position(report: Progress | Verdict) -> float | None:
    """Return bytes per stored position, or None if too little memory is used to tell."""
    if report.entries < MIN_STORED_POSITIONS or report.bytes < MIN_MEMORY_BYTES:
        return None
    return report.bytes / report.entries


@dataclass(frozen=True, slots=True)
class RaceSubject:
    """The position that solvers race on, with the moves that lead to it from the start."""

    puzzle: Puzzle
    position: Hashable
    moves_from_start: Sequence[Hashable] = ()

    @classmethod
    def from_puzzle(cls, puzzle: Puzzle) -> "RaceSubject":
        return cls(puzzle, puzzle.position.value, puzzle.moves)

    @property
    def title(self) -> str:
        if not self.moves_from_start:
            return self.puzzle.title
        return f"{self.puzzle.title}, after {format_count(len(self.moves_from_start), 'move')}"

    def create_entrants(self, line_up: Iterable[Solver], limits: Limits) -> list[Entrant]:
        """Return an entrant for each solver."""
        name, game = self.puzzle.name, self.puzzle.game
        return [
            Entrant(name, SolverRun(game, self.position, self.moves_from_start, solver, limits))
            for solver in line_up
        ]

    def has_same_position(self, other: "RaceSubject") -> bool:
        return (self.puzzle.name, self.position) == (other.puzzle.name, other.position)


class PastRace(NamedTuple):
    """The entrants that were left on the lab screen, for its next visit."""

    subject: RaceSubject
    entrants: list[Entrant]


class Race:
    """A number of entrants, of which a few run at a time.

    Args:
        entrants: Solvers at their start.
        jobs: Maximum number of processes, by default one for each usable core. The limit of the
            server, if there is one, still applies.
    """

    def __init__(self, entrants: Iterable[Entrant], jobs: int | None = None) -> None:
        self.entrants = list(entrants)
        self._slots = asyncio.Semaphore(cap_workers(jobs or usable_cores()))

    async def run(self) -> None:
        """Run all entrants that have no verdict, until they have one.

        Cancelling the task kills their processes.
        """
        async with asyncio.TaskGroup() as tasks:
            for entrant in self.entrants:
                if not entrant.is_finished and not entrant.is_running:
                    tasks.create_task(self.run_entrant(entrant))

    async def run_entrant(self, entrant: Entrant) -> None:
        """Run one entrant as soon as there is a free slot; cancelling kills its process."""
        solver_run, entrant.is_queued = entrant.solver_run, True
        try:
            async with self._slots:
                entrant.is_queued, entrant.is_running = False, True
                await solver_run.run()
        finally:
            if entrant.solver_run is solver_run:  # it may have been started again meanwhile
                entrant.is_queued = entrant.is_running = False

    def update_progress(self) -> None:
        """Update the progress of all entrants to the latest reports of their solvers."""
        for entrant in self.entrants:
            entrant.solver_run.update_progress()

    @property
    def is_active(self) -> bool:
        """True if any entrant runs or is queued."""
        return any(entrant.is_active for entrant in self.entrants)

    @property
    def running_count(self) -> int:
        return sum(entrant.is_running for entrant in self.entrants)


def default_line_up(game: AnyGame) -> list[Solver]:
    """Return the default line-up for a game: the available solvers its family proposes."""
    available = {solver.name: solver for solver in solvers(game.family) if solver.is_available}
    names = solver_set(game.family).race_lineup or list(available)[:DEFAULT_ENTRANT_COUNT]
    return [available[name] for name in names if name in available] or [default_solver(game)]


def create_preset_entrants(
    preset: Preset, limits: Limits, *, merge_symmetric: bool = True
) -> list[Entrant]:
    """Return an entrant for each puzzle and available method of a preset, puzzle by puzzle.

    Args:
        preset: The puzzles and methods.
        limits: The limits of each entrant.
        merge_symmetric: Pass False to count symmetric positions separately (peg solitaire only).
    """
    methods = [get_solver(preset.family, method.solver) for method in preset.methods]
    available = [solver for solver in methods if solver.is_available]
    entrants: list[Entrant] = []
    for name in preset.puzzles:
        puzzle = catalogue.find(name, files=False)
        if not merge_symmetric:
            puzzle = without_symmetry(puzzle)
        entrants += RaceSubject.from_puzzle(puzzle).create_entrants(available, limits)
    return entrants
