"""The measurement of solvers on the standard sets of puzzles; start with `measure`.

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
from ludoscope.search.verify import verify_verdict

MEMORY_LIMIT_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Measurement:
    """The measurement of a solver on a set of puzzles.

    Attributes:
        family: Name of the game family.
        work: Title of the set.
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
        """Return a copy with the speedup over the row of one core, if `rows` has that row."""
        if self.cores == 1:
            return self
        single_core = (self.family, self.work, self.solver, 1)
        for row in rows:
            if (row.family, row.work, row.solver, row.cores) == single_core:
                return replace(self, speedup=round(row.seconds / self.seconds, 3))
        return self


def measure_suite(work: Suite) -> Measurement:
    """Run the solver on a set, in all its rounds, and return the fastest round."""
    games = [catalogue.find(name).game for name in work.names]
    return min((_run_round(work, games) for _ in range(work.rounds)), key=lambda row: row.seconds)


def _run_round(work: Suite, games: Sequence[Any]) -> Measurement:
    solvers_by_game = [find_solver(game, work.solver) for game in games]
    limits = Limits(seconds=work.seconds, memory=MEMORY_LIMIT_BYTES, jobs=work.cores)
    verdicts = [
        _run_solver(solver, game, limits)
        for solver, game in zip(solvers_by_game, games, strict=True)
    ]
    wrong, lengths = 0, []
    for solver, game, verdict in zip(solvers_by_game, games, verdicts, strict=True):
        if isinstance(verdict, Solved):
            wrong += not verify_verdict(solver.game_in_measure(game), game.start, verdict).is_valid
            lengths.append(_count_moves(game, verdict.moves, work.counted_moves))
    seconds = sum(verdict.seconds for verdict in verdicts)
    explored = sum(verdict.explored for verdict in verdicts)
    return Measurement(
        family=work.family,
        work=work.title,
        solver=work.solver,
        decided=sum(not isinstance(verdict, GaveUp) for verdict in verdicts),
        solved=len(lengths),
        puzzles=len(verdicts),
        wrong=wrong,
        seconds=round(seconds, 6),
        slowest=round(max(verdict.seconds for verdict in verdicts), 6),
        explored=explored,
        explored_per_second=round(explored / seconds) if seconds else 0,
        length=round(sum(lengths) / len(lengths), 3) if work.counted_moves and lengths else None,
        cores=work.cores,
    )


def _run_solver(solver: Solver, game: AnyGame, limits: Limits) -> Verdict:
    *_, verdict = solver.run(game, game.start, limits)
    assert isinstance(verdict, Verdict)
    return verdict


def _count_moves(game: Any, moves: Sequence[Any], counts: str) -> int:
    if counts == "runs":
        return count_supermoves(game, game.start, moves)
    return len(moves)


def measure_external(rival: ExternalProgram) -> Measurement | None:
    """Run an external program and return its fastest round, None if it is not installed."""
    if not shutil.which(rival.program):
        return None
    return min(
        (_run_external_round(rival) for _ in range(rival.rounds)), key=lambda row: row.seconds
    )


def _run_external_round(rival: ExternalProgram) -> Measurement:
    command = [rival.program, *rival.arguments]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    timestamps = [float(text) for text in re.findall(r" at ([0-9.]+)", output)]
    seconds = timestamps[-1] - timestamps[0]
    explored = int(re.findall(r"total_num_iters=([0-9]+)", output)[-1])
    solved = rival.puzzle_count - output.count("Unsolved") - output.count("Intractable")
    return Measurement(
        family=rival.family,
        work=rival.title,
        solver=rival.name,
        decided=solved,
        solved=solved,
        puzzles=rival.puzzle_count,
        wrong=0,
        seconds=round(seconds, 6),
        slowest=0.0,
        explored=explored,
        explored_per_second=round(explored / seconds),
    )


def is_available(work: Suite) -> bool:
    """Return True if the solver of a set can run here, with its kernel compiled if it needs one."""
    return any(
        solver.name == work.solver and solver.is_available for solver in solvers(work.family)
    )
