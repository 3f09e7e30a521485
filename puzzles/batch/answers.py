"""The answers of workers to a chunk, checked before anything of them is stored.

Workers of this machine send rows. Workers of other machines may run a changed program, or be no
workers at all, so nothing that they send is stored as it is: `read_remote_answer` parses their
verdicts, replays every solution and checks every certificate with the verifier, and the rows are
made here. What remains the word of a worker is that a puzzle is unsolvable, if there is no
certificate, that a solution is optimal, and the numbers of a search. The reason of such an
unsolvable puzzle says so.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludoscope.games.errors import (
    MAX_MESSAGE_CHARACTERS,
    NotationError,
    short_line,
    short_repr,
)
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.batch.executors import ExecutorLost
from ludoscope.puzzles.batch.rows import MAX_SECONDS, Job, Row, check_row, parse_row
from ludoscope.puzzles.batch.worker import (
    find_puzzle,
    give_up_puzzle,
    make_row,
    program_version,
)
from ludoscope.search.events import Progress, Solved, Unsolvable
from ludoscope.search.process import wire
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import check_verdict

MAX_ANSWER_CHARACTERS = 1 << 26  # of MAX_CHUNK_SIZE results with solutions of about 500 moves

UNCHECKED_NOTE = "; found on another machine, not checked"
MALFORMED = "the worker sent a malformed answer"


class WrongAnswer(ValueError):
    """Raised for an answer that is malformed or contains a wrong result; the message says which."""


def read_local_answer(
    answer: Any, pattern: str, chunk: Sequence[Job], location: str
) -> tuple[list[Row], float]:
    """Return the rows of an answer of `solve_chunk`, and the seconds that it took.

    Args:
        answer: The answer.
        pattern: The names of the puzzles, with {} for the number.
        chunk: The jobs, of which at least the first must be done.
        location: The place where the worker runs, for use in messages.

    Raises:
        WrongAnswer: The answer is malformed or for other jobs.
        ExecutorLost: The worker runs another version of the program or finds no puzzle.
    """
    raw_rows, seconds = _unpack(answer, "rows", len(chunk), location)
    rows = []
    for values, job in zip(raw_rows, chunk, strict=False):
        if isinstance(values, str):
            row = _give_up_missing_puzzle(pattern, job, values, location)
        else:
            row = _check_row(job, values)
        rows.append(row)
    return rows, seconds


def read_remote_answer(
    answer: Any, pattern: str, chunk: Sequence[Job], location: str
) -> tuple[list[Row], float]:
    """Return the rows of an answer of `solve_chunk_elsewhere`, and the seconds that it took.

    Args:
        answer: The answer.
        pattern: The names of the puzzles, with {} for the number.
        chunk: The jobs, of which at least the first must be done.
        location: The place where the worker runs, for use in messages.

    Raises:
        WrongAnswer: The answer is malformed, or a result is wrong.
        ExecutorLost: The worker runs another version of the program, has other solvers or finds no
            puzzle.
    """
    if type(answer) is not str or len(answer) > MAX_ANSWER_CHARACTERS:
        raise WrongAnswer(MALFORMED)
    try:
        fields = parse_object(answer)
    except NotationError:
        raise WrongAnswer(MALFORMED) from None
    results, seconds = _unpack(fields, "results", len(chunk), location)
    jobs = zip(results, chunk, strict=False)
    return [_check_result(pattern, job, result, location) for result, job in jobs], seconds


def _unpack(answer: Any, content: str, max_count: int, location: str) -> tuple[list[Any], float]:
    """Return the list in the field `content` of an answer, and the seconds that it took."""
    if not isinstance(answer, dict) or answer.keys() != {"version", "seconds", content}:
        raise WrongAnswer(MALFORMED)
    version, seconds, results = answer["version"], answer["seconds"], answer[content]
    if version != program_version():
        raise ExecutorLost(
            f"a worker on {location} runs ludoscope {short_repr(version)}, "
            f"expected {program_version()}"
        )
    if type(seconds) not in (int, float) or not 0 <= seconds < MAX_SECONDS:
        raise WrongAnswer(MALFORMED)
    if not isinstance(results, list) or not 0 < len(results) <= max_count:
        raise WrongAnswer(MALFORMED)
    return results, float(seconds)


def _give_up_missing_puzzle(pattern: str, job: Job, reason: str, location: str) -> Row:
    """Return the row of a puzzle that a worker has not found.

    Raises:
        ExecutorLost: It is found here, so something is wrong with the worker.
    """
    number, solver_name = job
    name = pattern.format(number)
    puzzle = find_puzzle(name)
    if isinstance(puzzle, str):
        return {"number": number, **give_up_puzzle(name, solver_name, puzzle)}
    reason = short_line(reason, MAX_MESSAGE_CHARACTERS)
    raise ExecutorLost(f"a worker on {location} cannot do its work: {reason}")


def _check_row(job: Job, values: Any) -> Row:
    """Return the row of a result from this machine."""
    row = parse_row(values)
    if row is None or (row["number"], row["solver"]) != job:
        raise WrongAnswer(MALFORMED)
    return row


def _check_result(pattern: str, job: Job, result: Any, location: str) -> Row:
    """Return the row of a result from another machine."""
    if isinstance(result, str):
        return _give_up_missing_puzzle(pattern, job, result, location)
    number, requested_solver = job
    name = pattern.format(number)
    puzzle = find_puzzle(name)
    if isinstance(puzzle, str):
        return {"number": number, **give_up_puzzle(name, requested_solver, puzzle)}
    solver = find_solver(puzzle.game, requested_solver)
    if not isinstance(result, list) or len(result) != 2 or not isinstance(result[1], dict):
        raise WrongAnswer(MALFORMED)
    solver_name, message = result
    if solver_name != solver.name:
        raise ExecutorLost(
            f"a worker on {location} used solver {short_repr(solver_name)}, expected {solver.name}"
        )
    game = solver.game_in_measure(puzzle.game)
    try:
        verdict = wire.decode(game, puzzle.game.start, message)
    except ValueError as error:
        raise WrongAnswer(f"the worker sent a wrong result: {error}") from None
    if isinstance(verdict, Progress):
        raise WrongAnswer(MALFORMED)
    if isinstance(verdict, Solved | Unsolvable):
        check = check_verdict(game, puzzle.game.start, verdict)
        if not check.is_valid:
            raise WrongAnswer(f"the worker sent a wrong result: {check.reason}")
    if isinstance(verdict, Unsolvable) and not verdict.certificate:
        verdict = replace(verdict, proof=f"{verdict.proof}{UNCHECKED_NOTE}")
    row = {"number": number, **make_row(puzzle, solver, verdict)}
    if check_row(row) is None:
        raise WrongAnswer(MALFORMED)
    return row
