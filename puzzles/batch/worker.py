"""The functions that a worker of a batch calls: solve one chunk of puzzles.

`solve_chunk` is for processes of this machine: it replays the solutions and returns only rows.
`solve_chunk_elsewhere` is for workers on other machines: it returns the verdicts with their moves
and certificates as JSON text, and `puzzles.batch.answers` checks them where the batch runs.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from time import perf_counter
from typing import Any

from ludoscope.games.entry_points import installed_version
from ludoscope.games.errors import short_line
from ludoscope.games.tracebacks import describe_exception
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.rows import FIELDS, MAX_REASON_CHARACTERS, Job
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import SOLVER_FAULT, GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.process import wire
from ludoscope.search.registry import default_solver, find_solver
from ludoscope.search.result_text import VERDICT_TEXTS, is_optimal, solution_length, verdict_reason
from ludoscope.search.solver import Solver
from ludoscope.search.verify import check_verdict

Result = Solved | Unsolvable | GaveUp


@cache
def program_version() -> str:
    """Return the version of this program, which also identifies the solvers."""
    return installed_version("ludoscope")


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
    rows = []
    for number, puzzle, solver, verdict in _solve_jobs(pattern, jobs, limits, max_seconds):
        row = {"number": number, **make_row(puzzle, solver, verdict)}
        rows.append([row[name] for name in FIELDS])
    return {"version": program_version(), "seconds": perf_counter() - start, "rows": rows}


def solve_chunk_elsewhere(
    pattern: str,
    jobs: Sequence[Job],
    time_limit: float | None,
    memory_limit: int | None,
    max_seconds: float,
) -> str:
    """Solve jobs as `solve_chunk` does, on a machine whose results are checked elsewhere.

    Returns:
        A JSON object: "version" and "seconds" as in `solve_chunk`, and "results", a list of pairs
        of the name of the solver and its verdict as `search.process.wire` encodes it.
    """
    start, limits = perf_counter(), Limits(time_limit, None, memory_limit)
    results = []
    for _, puzzle, solver, verdict in _solve_jobs(pattern, jobs, limits, max_seconds):
        game = solver.game_in_measure(puzzle.game)
        message = wire.encode(game, puzzle.game.start, replace(verdict, levels=()))
        results.append((solver.name, message))
    seconds = perf_counter() - start
    return json.dumps({"version": program_version(), "seconds": seconds, "results": results})


def _solve_jobs(
    pattern: str, jobs: Sequence[Job], limits: Limits, max_seconds: float
) -> Iterator[tuple[int, Puzzle, Solver, Result]]:
    """Yield the number, the puzzle, the solver and the verdict of each job that is done."""
    start = perf_counter()
    for number, solver_name in jobs:
        puzzle = catalogue.find(pattern.format(number), files=False)
        solver = find_job_solver(puzzle, solver_name)
        yield number, puzzle, solver, _search(puzzle, solver, limits)
        if perf_counter() - start >= max_seconds:
            break


def _search(puzzle: Puzzle, solver: Solver, limits: Limits) -> Result:
    """Return the verdict of a solver, GaveUp if it fails or the verifier rejects its result."""
    game = puzzle.game
    verdict: Result = GaveUp(reason="no memory left")
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
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        # a faulty solver must not cost the other rows of the chunk
        verdict = GaveUp(reason=f"{SOLVER_FAULT}{describe_exception(error)}")
    return verdict


def give_up_puzzle(name: str, solver_name: str, reason: str) -> dict[str, Any]:
    """Return the row of a puzzle that was not solved, without the number.

    Args:
        name: The name of the puzzle.
        solver_name: The name of its solver, "" for the default solver.
        reason: The reason to record, such as the death of its worker.
    """
    puzzle = catalogue.find(name, files=False)
    return make_row(puzzle, find_job_solver(puzzle, solver_name), GaveUp(reason=reason))


def make_row(puzzle: Puzzle, solver: Solver, verdict: Verdict) -> dict[str, Any]:
    """Return the row of a puzzle without the number."""
    solved = verdict if isinstance(verdict, Solved) else None
    length, measure = solution_length(puzzle.game, solver.measure or puzzle.game.measure, solved)
    return {
        "puzzle": puzzle.name,
        "solver": solver.name,
        "verdict": VERDICT_TEXTS[type(verdict)],
        "reason": short_line(verdict_reason(verdict), MAX_REASON_CHARACTERS),
        "explored": verdict.explored,
        "length": length,
        "measure": measure,
        "optimal": is_optimal(solved, measure),
        "seconds": round(verdict.seconds, 6),
    }


def find_job_solver(puzzle: Puzzle, name: str) -> Solver:
    """Return the solver of a job, the default solver of the game for the name ""."""
    return find_solver(puzzle.game, name) if name else default_solver(puzzle.game)
