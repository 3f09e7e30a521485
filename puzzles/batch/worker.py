"""The functions that a worker of a batch calls: solve one chunk of puzzles.

`solve_chunk` is for processes of this machine: it replays the solutions and returns only rows.
`solve_chunk_elsewhere` is for workers on other machines: it returns the verdicts with their moves
and certificates as JSON text, and `puzzles.batch.answers` checks them where the batch runs.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from time import perf_counter
from typing import Any, TypeVar

from ludoscope.games import PluginError
from ludoscope.games.entry_points import installed_version
from ludoscope.games.errors import short_line
from ludoscope.games.registry import noted_interrupt
from ludoscope.games.tracebacks import describe_exception
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch.rows import FIELDS, MAX_REASON_CHARACTERS, Job
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import SOLVER_FAULT, GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.process import wire
from ludoscope.search.registry import find_solver
from ludoscope.search.result_text import VERDICT_TEXTS, is_optimal, solution_length, verdict_reason
from ludoscope.search.solver import Solver
from ludoscope.search.verify import check_verdict

Result = TypeVar("Result")


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
        jobs: Pairs of a number and the name of a solver.
        time_limit: Time limit of each search in seconds.
        memory_limit: Memory limit of each search in bytes.
        max_seconds: Seconds after which no further job is started.

    Returns:
        {"version": program version, "seconds": duration of the call, "rows": list of rows}, each
        row a list of values in the order of FIELDS, or the reason why the puzzle was not found.
    """
    start, limits = perf_counter(), Limits(time_limit, None, memory_limit)
    rows: list[list[Any] | str] = []
    for number, row in _solve_jobs(pattern, jobs, limits, max_seconds, make_row):
        if isinstance(row, str):
            rows.append(row)
        else:
            values = {"number": number, **row}
            rows.append([values[name] for name in FIELDS])
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
        of the name of the solver and its verdict as `search.process.wire` encodes it, or the reason
        why the puzzle was not found.
    """
    start, limits = perf_counter(), Limits(time_limit, None, memory_limit)
    solved = _solve_jobs(pattern, jobs, limits, max_seconds, _encode_result)
    results = [result for _, result in solved]
    seconds = perf_counter() - start
    return json.dumps({"version": program_version(), "seconds": seconds, "results": results})


def _encode_result(puzzle: Puzzle, solver: Solver, verdict: Verdict) -> tuple[str, dict[str, Any]]:
    game = solver.game_in_measure(puzzle.game)
    return solver.name, wire.encode(game, puzzle.game.start, replace(verdict, levels=()))


def _solve_jobs(
    pattern: str,
    jobs: Sequence[Job],
    limits: Limits,
    max_seconds: float,
    convert: Callable[[Puzzle, Solver, Verdict], Result],
) -> Iterator[tuple[int, Result | str]]:
    """Yield the number and the converted verdict of each job that is done.

    If a puzzle is not found, the reason takes the place of its verdict.
    """
    start = perf_counter()
    for number, solver_name in jobs:
        puzzle = find_puzzle(pattern.format(number))
        if isinstance(puzzle, str):
            yield number, puzzle
        else:
            yield number, _search(puzzle, find_solver(puzzle.game, solver_name), limits, convert)
        if perf_counter() - start >= max_seconds:
            break


def find_puzzle(name: str) -> Puzzle | str:
    """Return a puzzle, or the reason if it is not found, such as a fault of a plug-in."""
    with noted_interrupt() as was_interrupted:
        try:
            return catalogue.find(name, files=False)
        except BaseException as error:
            if was_interrupted():
                raise
            has_sentence = isinstance(error, UnknownPuzzle | PluginError)
            return str(error) if has_sentence else describe_exception(error)


def _search(
    puzzle: Puzzle,
    solver: Solver,
    limits: Limits,
    convert: Callable[[Puzzle, Solver, Verdict], Result],
) -> Result:
    """Return the converted verdict of a solver, or of GaveUp if it fails or its result is wrong."""
    game = puzzle.game
    try:
        events = solver.run(game, game.start, limits)
        verdict = next(event for event in events if not isinstance(event, Progress))
        if isinstance(verdict, Solved | Unsolvable):
            check = check_verdict(solver.game_in_measure(game), game.start, verdict)
            if not check.is_valid:
                verdict = GaveUp(reason=f"the result of {solver.name} is wrong: {check.reason}")
        return convert(puzzle, solver, verdict)
    except MemoryError:
        verdict = GaveUp(reason="no memory left")
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        # a faulty solver must not cost the other rows of the chunk
        verdict = GaveUp(reason=f"{SOLVER_FAULT}{describe_exception(error)}")
    return convert(puzzle, solver, verdict)


def give_up_puzzle(name: str, solver_name: str, reason: str) -> dict[str, Any]:
    """Return the row of a puzzle that was not solved, without the number.

    Args:
        name: The name of the puzzle.
        solver_name: The name of its solver.
        reason: The reason to record, such as the death of its worker.
    """
    puzzle = find_puzzle(name)
    if not isinstance(puzzle, str):
        return make_row(puzzle, find_solver(puzzle.game, solver_name), GaveUp(reason=reason))
    return {
        "puzzle": name,
        "solver": solver_name,
        "verdict": VERDICT_TEXTS[GaveUp],
        "reason": short_line(reason, MAX_REASON_CHARACTERS),
        "explored": 0,
        "length": None,
        "measure": "",
        "optimal": False,
        "seconds": 0.0,
    }


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
