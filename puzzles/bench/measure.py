"""The measurement of solvers on the standard sets of puzzles; start with `measure_suite`.

Every solution is replayed by the verifier, outside the measured time. Solvers run in this process,
one after the other, on one core unless the set asks for several. External programs, if installed,
are timed by their own clocks. Of several rounds the fastest counts.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.patience.solution_length import count_supermoves
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench.suites import ExternalProgram, Suite
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Verdict
from ludoscope.search.registry import find_solver, solvers
from ludoscope.search.solver import Solver
from ludoscope.search.verify import check_verdict

MEMORY_LIMIT_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Measurement:
    """The measurement of a solver on a set of puzzles.

    Attributes:
        family: Name of the game family.
        work: Title of the suite.
        solver: Name of the solver, or of an external program.
        decided: Number of puzzles solved or proved unsolvable.
        solved: Number of puzzles solved.
        puzzles: Number of puzzles in the set.
        wrong: Number of solutions that the verifier rejected.
        seconds: Total time in the solver.
        slowest: Seconds of the slowest puzzle.
        explored: Number of positions explored.
        explored_per_second: Positions explored per second.
        length: Mean number of moves of a solution, None if the set does not count them.
        cores: Number of cores that the solver used.
        speedup: Speed relative to one core, None if that was not measured.
    """

    family: str
    work: str
    solver: str
    decided: int
    solved: int
    puzzles: int
    wrong: int
    seconds: float
    slowest: float
    explored: int
    explored_per_second: int
    length: float | None = None
    cores: int = 1
    speedup: float | None = None

    def with_speedup(self, rows: "Sequence[Measurement]") -> "Measurement":
        """Return a copy with the speedup over the measurement on one core, if `rows` has that."""
        if self.cores == 1:
            return self
        single_core = (self.family, self.work, self.solver, 1)
        for row in rows:
            if (row.family, row.work, row.solver, row.cores) == single_core:
                return replace(self, speedup=round(row.seconds / self.seconds, 3))
        return self


def measure_suite(suite: Suite) -> Measurement:
    """Run a suite as often as it asks and return the fastest round."""
    games = [catalogue.find(name).game for name in suite.names]
    return min((_run_round(suite, games) for _ in range(suite.rounds)), key=lambda row: row.seconds)


def _run_round(suite: Suite, games: Sequence[Any]) -> Measurement:
    solvers_by_game = [find_solver(game, suite.solver) for game in games]
    limits = Limits(seconds=suite.seconds, memory=MEMORY_LIMIT_BYTES, jobs=suite.cores)
    verdicts = [
        _run_solver(solver, game, limits)
        for solver, game in zip(solvers_by_game, games, strict=True)
    ]
    wrong, lengths = 0, []
    for solver, game, verdict in zip(solvers_by_game, games, verdicts, strict=True):
        if isinstance(verdict, Solved):
            wrong += not check_verdict(solver.game_in_measure(game), game.start, verdict).is_valid
            lengths.append(_count_moves(game, verdict.moves, suite.length_unit))
    seconds = sum(verdict.seconds for verdict in verdicts)
    explored = sum(verdict.explored for verdict in verdicts)
    return Measurement(
        family=suite.family,
        work=suite.title,
        solver=suite.solver,
        decided=sum(not isinstance(verdict, GaveUp) for verdict in verdicts),
        solved=len(lengths),
        puzzles=len(verdicts),
        wrong=wrong,
        seconds=round(seconds, 6),
        slowest=round(max(verdict.seconds for verdict in verdicts), 6),
        explored=explored,
        explored_per_second=round(explored / seconds) if seconds else 0,
        length=round(sum(lengths) / len(lengths), 3) if suite.length_unit and lengths else None,
        cores=suite.cores,
    )


def _run_solver(solver: Solver, game: AnyGame, limits: Limits) -> Verdict:
    *_, verdict = solver.run(game, game.start, limits)
    assert isinstance(verdict, Verdict)
    return verdict


def _count_moves(game: Any, moves: Sequence[Any], unit: str) -> int:
    if unit == "runs":
        return count_supermoves(game, game.start, moves)
    return len(moves)


def measure_external(program: ExternalProgram) -> Measurement | None:
    """Run an external program and return its fastest round, None if it is not installed."""
    if not shutil.which(program.program):
        return None
    return min(
        (_run_external_round(program) for _ in range(program.rounds)), key=lambda row: row.seconds
    )


def _run_external_round(program: ExternalProgram) -> Measurement:
    command = [program.program, *program.arguments]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    timestamps = [float(text) for text in re.findall(r" at ([0-9.]+)", output)]
    seconds = timestamps[-1] - timestamps[0]
    explored = int(re.findall(r"total_num_iters=([0-9]+)", output)[-1])
    solved = program.puzzle_count - output.count("Unsolved") - output.count("Intractable")
    return Measurement(
        family=program.family,
        work=program.title,
        solver=program.name,
        decided=solved,
        solved=solved,
        puzzles=program.puzzle_count,
        wrong=0,
        seconds=round(seconds, 6),
        slowest=0.0,
        explored=explored,
        explored_per_second=round(explored / seconds),
    )


def is_available(suite: Suite) -> bool:
    """Return True if the solver of a suite is available, with its kernel compiled if it has one."""
    return any(
        solver.name == suite.solver and solver.is_available for solver in solvers(suite.family)
    )
