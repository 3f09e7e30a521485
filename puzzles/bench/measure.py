"""The measurement of solvers on the standard sets of puzzles; start with `measure_suite`.

Every solution is replayed by the verifier, outside the measured time. Solvers run in this process,
one after the other, on one core unless the set asks for several, and external programs, if
installed, in turn with them. Of several rounds the one with the least CPU time counts: it depends
less on what else the machine does than the time on a clock.
"""

import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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
MIN_TOTAL_SECONDS = 1.0  # CPU time; suites of several rounds that take less have more of them
MAX_ROUNDS = 8


class ExternalProgramError(Exception):
    """Raised when a run of an external program fails; the message says how."""


class PeerRun(NamedTuple):
    """A run of an external program on the puzzles of a suite.

    Attributes:
        seconds: Time by its own clock.
        cpu_seconds: CPU time of the whole program; `seconds` where the system does not tell.
        solved: Number of puzzles solved.
        explored: Number of positions explored.
    """

    seconds: float
    cpu_seconds: float
    solved: int
    explored: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """The measurement of a solver on a set of puzzles.

    Attributes:
        family: Name of the game family.
        work: Title of the suite.
        solver: Name of the solver.
        decided: Number of puzzles solved or proved unsolvable.
        solved: Number of puzzles solved.
        puzzles: Number of puzzles in the set.
        wrong: Number of solutions that the verifier rejected.
        seconds: Total time in the solver.
        cpu_seconds: CPU time of all threads meanwhile.
        slowest: Seconds of the slowest puzzle.
        explored: Number of positions explored.
        explored_per_second: Positions explored per second.
        megabytes: The most that the stored positions of a puzzle take, in units of 2**20 bytes.
        spread: How much more CPU time the slowest round took than the fastest, as a fraction; None
            for a single round.
        length: Mean number of moves of a solution, None if the set does not count them.
        cores: Number of cores that the solver used.
        speedup: Speed relative to one core, None if that was not measured.
        peer: The name of an external program that was run on the same puzzles, "" if none was.
        peer_cpu_seconds: Its CPU time, the least of several rounds.
        peer_solved: Number of puzzles that it solved.
        peer_explored: Number of positions that it explored.
        peer_ratio: The CPU time of the solver divided by that of the program.
        peer_error: Why a program that is installed was not measured: "fc-solve lg: exit code 1".
    """

    family: str
    work: str
    solver: str
    decided: int
    solved: int
    puzzles: int
    wrong: int
    seconds: float
    cpu_seconds: float
    slowest: float
    explored: int
    explored_per_second: int
    megabytes: float
    spread: float | None = None
    length: float | None = None
    cores: int = 1
    speedup: float | None = None
    peer: str = ""
    peer_cpu_seconds: float | None = None
    peer_solved: int | None = None
    peer_explored: int | None = None
    peer_ratio: float | None = None
    peer_error: str = ""

    @property
    def core_share(self) -> float:
        """The CPU time as a fraction of what the cores had; less than 1 on a busy machine."""
        return self.cpu_seconds / (self.seconds * self.cores) if self.seconds else 1.0

    def with_speedup(self, rows: "Sequence[Measurement]") -> "Measurement":
        """Return a copy with the speedup over the measurement on one core, if `rows` has that."""
        if self.cores == 1:
            return self
        single_core = (self.family, self.work, self.solver, 1)
        for row in rows:
            if (row.family, row.work, row.solver, row.cores) == single_core:
                return replace(self, speedup=round(row.seconds / self.seconds, 3))
        return self

    def with_peer(self, name: str, run: PeerRun) -> "Measurement":
        """Return a copy with an external program and the ratio of the CPU times."""
        return replace(
            self,
            peer=name,
            peer_cpu_seconds=round(run.cpu_seconds, 6),
            peer_solved=run.solved,
            peer_explored=run.explored,
            peer_ratio=round(self.cpu_seconds / run.cpu_seconds, 3) if run.cpu_seconds else None,
        )


def measure_suite(suite: Suite, peer: ExternalProgram | None = None) -> Measurement:
    """Run a suite as often as it asks and return the round with the least CPU time.

    Short suites of several rounds are repeated until they have taken `MIN_TOTAL_SECONDS`, at most
    MAX_ROUNDS times, since the first rounds run on cold caches.

    Args:
        suite: The suite.
        peer: A program that is run in turn with the solver, if it is installed.
    """
    games = [catalogue.find(name).game for name in suite.names]
    rounds: list[Measurement] = []
    peer_runs: list[PeerRun] = []
    peer_error = ""
    while _needs_round(suite, rounds):
        rounds.append(_run_round(suite, games))
        if peer and not peer_error and shutil.which(peer.program):
            try:
                peer_runs.append(run_external(peer))
            except ExternalProgramError as error:
                peer_error = f"{peer.name}: {error}"
    best = min(rounds, key=lambda row: row.cpu_seconds)
    if len(rounds) > 1 and best.cpu_seconds:
        slowest = sorted(row.cpu_seconds for row in rounds)[suite.rounds - 1]  # without cold ones
        best = replace(best, spread=round(slowest / best.cpu_seconds - 1, 3))
    if peer_error:
        return replace(best, peer_error=peer_error)
    if peer and peer_runs:
        best = best.with_peer(peer.name, min(peer_runs, key=lambda run: run.cpu_seconds))
    return best


def _needs_round(suite: Suite, rounds: Sequence[Measurement]) -> bool:
    if len(rounds) < suite.rounds:
        return True
    is_short = sum(row.cpu_seconds for row in rounds) < MIN_TOTAL_SECONDS
    return suite.rounds > 1 and is_short and len(rounds) < MAX_ROUNDS


def _run_round(suite: Suite, games: Sequence[Any]) -> Measurement:
    solvers_by_game = [find_solver(game, suite.solver) for game in games]
    limits = Limits(seconds=suite.seconds, memory=MEMORY_LIMIT_BYTES, jobs=suite.cores)
    started = time.process_time()
    verdicts = [
        _run_solver(solver, game, limits)
        for solver, game in zip(solvers_by_game, games, strict=True)
    ]
    cpu_seconds = time.process_time() - started
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
        cpu_seconds=round(cpu_seconds, 6),
        slowest=round(max(verdict.seconds for verdict in verdicts), 6),
        explored=explored,
        explored_per_second=round(explored / cpu_seconds) if cpu_seconds else 0,
        megabytes=round(max(verdict.bytes for verdict in verdicts) / 2**20, 1),
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


def run_external(program: ExternalProgram) -> PeerRun:
    """Run an external program once.

    Raises:
        ExternalProgramError: It fails, or prints something else than `ExternalProgram` describes.
    """
    command = [program.program, *program.arguments]
    cpu_before = _children_cpu_seconds()
    try:
        process = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise ExternalProgramError(error.strerror or str(error)) from None
    if process.returncode:
        raise ExternalProgramError(f"exit code {process.returncode}")
    cpu_after = _children_cpu_seconds()
    output = process.stdout
    timestamps = [float(text) for text in re.findall(r" at ([0-9]+\.?[0-9]*)", output)]
    counts = re.findall(r"total_num_iters=([0-9]+)", output)
    if not timestamps or not counts:
        raise ExternalProgramError("no times or counts of positions in its output")
    seconds = timestamps[-1] - timestamps[0]
    return PeerRun(
        seconds=seconds,
        cpu_seconds=cpu_after - cpu_before if cpu_after else seconds,
        solved=program.puzzle_count - output.count("Unsolved") - output.count("Intractable"),
        explored=int(counts[-1]),
    )


def _children_cpu_seconds() -> float:
    """Return the CPU time of the child processes that have ended, 0 where that is not known."""
    try:
        import resource  # not on Windows
    except ImportError:
        return 0.0
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def is_available(suite: Suite) -> bool:
    """Return True if the solver of a suite is available, with its kernel compiled if it has one."""
    return any(
        solver.name == suite.solver and solver.is_available for solver in solvers(suite.family)
    )
