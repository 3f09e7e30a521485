"""What a worker of a batch does: one chunk of puzzles, a row of results for each.

`solve_chunk` takes and returns JSON values, so that it runs in a worker process of this machine
and in a worker of a cluster alike. A solution counts only when the verifier has replayed it, which
is done here: the rows alone travel.
"""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from time import perf_counter
from typing import Any

from ludoscope.games.errors import shown
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.rows import FIELDS, Job
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.outcome import VERDICTS, measured, optimal, reason_of
from ludoscope.search.registry import default_solver, find_solver
from ludoscope.search.solver import Solver
from ludoscope.search.verify import checked


@cache
def our_version() -> str:
    """The version of this program, which the solvers share."""
    return version("ludoscope")


def solve_chunk(
    pattern: str, jobs: Sequence[Job], seconds: float | None, memory: int | None, span: float
) -> dict[str, Any]:
    """The rows of the first of these jobs: as many as are done in `span` seconds, one at least.

    `pattern` is the name of a puzzle with {} for its number; a job is a number and a solver, ""
    for the usual one. `seconds` and `memory` (bytes) limit each search. {"version", "seconds",
    "rows"}: each row a list of the FIELDS, `seconds` those that the chunk took.
    """
    begun, limits = perf_counter(), Limits(seconds, None, memory)
    rows: list[list[Any]] = []
    for number, solver in jobs:
        row = solved_row(pattern.format(number), solver, limits)
        row["number"] = number
        rows.append([row[name] for name in FIELDS])
        if perf_counter() - begun >= span:
            break
    return {"version": our_version(), "seconds": perf_counter() - begun, "rows": rows}


def solved_row(name: str, solver_name: str, limits: Limits) -> dict[str, Any]:
    """Solve one puzzle: its row but for the number."""
    puzzle = catalogue.find(name, files=False)
    solver = _solver(puzzle, solver_name)
    return _row(puzzle, solver, _verdict(puzzle, solver, limits))


def _verdict(puzzle: Puzzle, solver: Solver, limits: Limits) -> Verdict:
    """What the solver says, if it is right."""
    game = puzzle.game
    verdict: Verdict = GaveUp(reason="no memory left")
    try:
        for event in solver.run(game, game.start, limits):
            if not isinstance(event, Progress):
                verdict = event
        if isinstance(verdict, Solved | Unsolvable):
            check = checked(solver.view(game), game.start, verdict)
            if not check.right:
                verdict = GaveUp(reason=f"the result of {solver.name} is wrong: {check.reason}")
    except MemoryError:
        verdict = GaveUp(reason="no memory left")
    except Exception as error:  # the other puzzles of the chunk have their rows all the same
        verdict = GaveUp(reason=f"fault in the solver: {type(error).__name__}: {shown(error)}")
    return verdict


def lost_row(name: str, solver_name: str, reason: str) -> dict[str, Any]:
    """The row of a puzzle whose workers died, but for its number."""
    puzzle = catalogue.find(name, files=False)
    return _row(puzzle, _solver(puzzle, solver_name), GaveUp(reason=reason))


def _row(puzzle: Puzzle, solver: Solver, verdict: Verdict) -> dict[str, Any]:
    """The row of a puzzle with that verdict, but for its number."""
    solved = verdict if isinstance(verdict, Solved) else None
    length, measure = measured(puzzle.game, solver.measure or puzzle.game.measure, solved)
    return {
        "puzzle": puzzle.name,
        "solver": solver.name,
        "verdict": VERDICTS[type(verdict)],
        "reason": reason_of(verdict),
        "explored": verdict.explored,
        "length": length,
        "measure": measure,
        "optimal": optimal(solved, measure),
        "seconds": round(verdict.seconds, 6),
    }


def _solver(puzzle: Puzzle, name: str) -> Solver:
    """The one of that name, "" for the usual one."""
    return find_solver(puzzle.game, name) if name else default_solver(puzzle.game)
