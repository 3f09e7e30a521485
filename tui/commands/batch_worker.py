"""The worker of `batch`: a process that solves one puzzle of the catalogue after the other.

The first line that comes in says how: {"seconds", "memory"}. It says {} when it is ready; then for
each {"name", "solver"}, the solver "" for the usual one, one line goes out, the row of the results
but for its number. A solution counts only when the verifier has replayed it.
"""

from functools import partial
from json import loads
from queue import SimpleQueue
from typing import Any

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.process.worker import limit_memory, send, serve
from ludoscope.search.registry import default_solver, find_solver
from ludoscope.search.solver import Solver
from ludoscope.search.verify import checked
from ludoscope.tui.lab.race import VERDICTS, measured, optimal

Jobs = SimpleQueue[bytes]


def work(jobs: Jobs, settings: dict[str, Any]) -> None:
    """Answer jobs for as long as they come."""
    limits = Limits(settings["seconds"], None, settings["memory"])
    limit_memory(limits.memory)
    send({})
    while True:
        job = loads(jobs.get())
        send(row(job["name"], job["solver"], limits))


def row(name: str, solver_name: str, limits: Limits) -> dict[str, Any]:
    """Solve one puzzle."""
    puzzle = catalogue.find(name, files=False)
    game, solver = puzzle.game, _solver(puzzle, solver_name)
    verdict: Verdict = GaveUp(reason="no memory left")
    try:
        for event in solver.run(game, game.start, limits):
            if not isinstance(event, Progress):
                verdict = event
    except MemoryError:
        pass
    if isinstance(verdict, Solved | Unsolvable):
        check = checked(solver.view(game), game.start, verdict)
        if not check.right:
            verdict = GaveUp(reason=f"the result of {solver.name} is wrong: {check.reason}")
    return outcome(puzzle, solver_name, verdict)


def outcome(puzzle: Puzzle, solver_name: str, verdict: Verdict) -> dict[str, Any]:
    """The row of a puzzle with that verdict, but for its number."""
    solver = _solver(puzzle, solver_name)
    solved = verdict if isinstance(verdict, Solved) else None
    length, measure = measured(puzzle.game, solver.measure or puzzle.game.measure, solved)
    return {
        "puzzle": puzzle.name,
        "solver": solver.name,
        "verdict": VERDICTS[type(verdict)],
        "reason": getattr(verdict, "reason", getattr(verdict, "proof", "")),
        "explored": verdict.explored,
        "length": length,
        "measure": measure,
        "optimal": optimal(solved, measure),
        "seconds": round(verdict.seconds, 6),
    }


def _solver(puzzle: Puzzle, name: str) -> Solver:
    """The one of that name, "" for the usual one."""
    return find_solver(puzzle.game, name) if name else default_solver(puzzle.game)


if __name__ == "__main__":
    queued = Jobs()
    serve(partial(work, queued), queued.put)
