"""The measurements of solvers, a row each.

Every solution is replayed by the verifier, outside the time taken. Solvers run in this process,
one after the other, on one core where the row says no more; beside them, by their own clocks, the
programs of others that are installed. A row with several rounds tells the quickest.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench.works import Rival, Work
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Verdict
from ludoscope.search.registry import find_solver, solvers
from ludoscope.search.solver import Solver
from ludoscope.search.verify import checked

MEMORY = 1 << 30  # bytes


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement: puzzles decided and solved, seconds in the solver in all and at most.

    `explored` counts positions; `length` is the mean number of moves, where the row counts them;
    `speedup` how many times as fast it is as the same on one core, where it has several.
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

    def beside(self, rows: "Sequence[Row]") -> "Row":
        """The same, compared with the row of one core, should that be among those."""
        if self.cores == 1:
            return self
        what = (self.family, self.work, self.solver, 1)
        one = (row for row in rows if (row.family, row.work, row.solver, row.cores) == what)
        alone = next(one, None)
        return replace(self, speedup=round(alone.seconds / self.seconds, 3)) if alone else self


def measure(work: Work) -> Row:
    """Run one row, all of its rounds."""
    games = [catalogue.find(name).game for name in work.names]
    return min((_round(work, games) for _ in range(work.rounds)), key=lambda row: row.seconds)


def _round(work: Work, games: Sequence[Any]) -> Row:
    chosen = [find_solver(game, work.solver) for game in games]
    limits = Limits(seconds=work.seconds, memory=MEMORY, jobs=work.cores)
    verdicts = [_verdict(solver, game, limits) for solver, game in zip(chosen, games, strict=True)]
    wrong, lengths = 0, []
    for solver, game, verdict in zip(chosen, games, verdicts, strict=True):
        if isinstance(verdict, Solved):
            wrong += not checked(solver.view(game), game.start, verdict).right
            lengths.append(_length(game, verdict.moves, work.counts))
    seconds = sum(verdict.seconds for verdict in verdicts)
    explored = sum(verdict.explored for verdict in verdicts)
    return Row(
        family=work.family,
        work=work.work,
        solver=work.solver,
        decided=sum(not isinstance(verdict, GaveUp) for verdict in verdicts),
        solved=len(lengths),
        puzzles=len(verdicts),
        wrong=wrong,
        seconds=round(seconds, 6),
        slowest=round(max(verdict.seconds for verdict in verdicts), 6),
        explored=explored,
        explored_per_second=round(explored / seconds) if seconds else 0,
        length=round(sum(lengths) / len(lengths), 3) if work.counts and lengths else None,
        cores=work.cores,
    )


def _verdict(solver: Solver, game: AnyGame, limits: Limits) -> Verdict:
    *_, verdict = solver.run(game, game.start, limits)
    assert isinstance(verdict, Verdict)
    return verdict


def _length(game: Any, moves: Sequence[Any], counts: str) -> int:
    if counts == "runs":
        from ludoscope.games.patience.runs import run_moves

        return run_moves(game, game.start, moves)
    return len(moves)


def measure_rival(rival: Rival) -> Row | None:
    """Run a program of others; None where it is not installed."""
    if not shutil.which(rival.program):
        return None
    return min((_rival_round(rival) for _ in range(rival.rounds)), key=lambda row: row.seconds)


def _rival_round(rival: Rival) -> Row:
    command = [rival.program, *rival.arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    moments = [float(moment) for moment in re.findall(r" at ([0-9.]+)", told)]
    seconds = moments[-1] - moments[0]
    explored = int(re.findall(r"total_num_iters=([0-9]+)", told)[-1])
    solved = rival.puzzles - told.count("Unsolved") - told.count("Intractable")
    return Row(
        family=rival.family,
        work=rival.work,
        solver=rival.name,
        decided=solved,
        solved=solved,
        puzzles=rival.puzzles,
        wrong=0,
        seconds=round(seconds, 6),
        slowest=0.0,
        explored=explored,
        explored_per_second=round(explored / seconds),
    )


def available(work: Work) -> bool:
    """Whether the solver of a row can run here."""
    return any(row.name == work.solver and row.available for row in solvers(work.family))
