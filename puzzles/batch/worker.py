"""The function that a worker of a batch calls: solve one chunk of puzzles, a row for each.

`solve_chunk` takes and returns JSON values, so it runs in a process of this machine and on a worker
of a cluster alike. Solutions are replayed by the verifier here, in the worker, so that only rows
have to be sent.
"""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from time import perf_counter
from typing import Any

from ludoscope.games.errors import short_repr
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.rows import FIELDS, Job
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.registry import default_solver, find_solver
from ludoscope.search.result_text import VERDICT_TEXTS, is_optimal, solution_length, verdict_reason
from ludoscope.search.solver import Solver
from ludoscope.search.verify import check_verdict


@cache
def program_version() -> str:
    """Return the version of this program, which also identifies the solvers."""
    return version("ludoscope")


def solve_chunk(
    pattern: str,
    jobs: Sequence[Job],
    time_limit: float | None,
    memory_limit: int | None,
    max_seconds: float,
) -> dict[str, Any]:
    """Solve jobs of a chunk in order, at least one, until `max_seconds` have passed.

    Args:
        pattern: The names of the puzzles, with {} for the number.
        jobs: Pairs of a number and the name of a solver, "" for the default solver.
        time_limit: Time limit of each search in seconds.
        memory_limit: Memory limit of each search in bytes.
        max_seconds: Seconds after which no further job is started.

    Returns:
        {"version": program version, "seconds": duration of the call, "rows": list of rows}, each
        row a list of values in the order of FIELDS.
    """
    start, limits = perf_counter(), Limits(time_limit, None, memory_limit)
    rows: list[list[Any]] = []
    for number, solver in jobs:
        row = solve_puzzle(pattern.format(number), solver, limits)
        row["number"] = number
        rows.append([row[name] for name in FIELDS])
        if perf_counter() - start >= max_seconds:
            break
    return {"version": program_version(), "seconds": perf_counter() - start, "rows": rows}


def solve_puzzle(name: str, solver_name: str, limits: Limits) -> dict[str, Any]:
    """Solve one puzzle and return its row without the number."""
    puzzle = catalogue.find(name, files=False)
    solver = _solver(puzzle, solver_name)
    return _row(puzzle, solver, _search(puzzle, solver, limits))


def _search(puzzle: Puzzle, solver: Solver, limits: Limits) -> Verdict:
    """Return the verdict of a solver, GaveUp if it fails or the verifier rejects its result."""
    game = puzzle.game
    verdict: Verdict = GaveUp(reason="no memory left")
    try:
        for event in solver.run(game, game.start, limits):
            if not isinstance(event, Progress):
                verdict = event
        if isinstance(verdict, Solved | Unsolvable):
            check = check_verdict(solver.game_in_measure(game), game.start, verdict)
            if not check.is_valid:
                verdict = GaveUp(reason=f"the result of {solver.name} is wrong: {check.reason}")
    except MemoryError:
        verdict = GaveUp(reason="no memory left")
    except Exception as error:  # a faulty solver must not cost the other rows of the chunk
        verdict = GaveUp(reason=f"fault in the solver: {type(error).__name__}: {short_repr(error)}")
    return verdict


def give_up_puzzle(name: str, solver_name: str, reason: str) -> dict[str, Any]:
    """Return the row of a puzzle that was not solved, without the number.

    Args:
        name: The name of the puzzle.
        solver_name: The name of its solver, "" for the default solver.
        reason: The reason to record, such as the death of its worker.
    """
    puzzle = catalogue.find(name, files=False)
    return _row(puzzle, _solver(puzzle, solver_name), GaveUp(reason=reason))


def _row(puzzle: Puzzle, solver: Solver, verdict: Verdict) -> dict[str, Any]:
    """Return the row of a puzzle without the number."""
    solved = verdict if isinstance(verdict, Solved) else None
    length, measure = solution_length(puzzle.game, solver.measure or puzzle.game.measure, solved)
    return {
        "puzzle": puzzle.name,
        "solver": solver.name,
        "verdict": VERDICT_TEXTS[type(verdict)],
        "reason": verdict_reason(verdict),
        "explored": verdict.explored,
        "length": length,
        "measure": measure,
        "optimal": is_optimal(solved, measure),
        "seconds": round(verdict.seconds, 6),
    }


def _solver(puzzle: Puzzle, name: str) -> Solver:
    return find_solver(puzzle.game, name) if name else default_solver(puzzle.game)
