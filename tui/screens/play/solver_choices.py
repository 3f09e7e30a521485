"""The choices of the command "solve" once the default solver has run."""

from typing import NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles.puzzle import PublishedSolution, Puzzle
from ludoscope.search.guarantees import (
    ANY_SOLUTION,
    EXACT_VALUE,
    MOVE_VALUES,
    SHORT_SOLUTION,
    WINNER,
)
from ludoscope.search.registry import default_solver, ranked_solvers
from ludoscope.search.solver import Solver
from ludoscope.tui.screens.picker.dialog import Choice
from ludoscope.tui.text.formatting import format_guarantee
from ludoscope.tui.text.solver_pages import summarize_solver

SolverChoice = Choice[Solver | PublishedSolution | str]
LAB = "lab"  # the choice to compare solvers in the lab


class Algorithm(NamedTuple):
    """An algorithm as textbooks name it.

    Attributes:
        summary_start: How `Solver.summary` begins for it.
        title: Its name.
        memory: What it needs, in two words; "" if that depends on the problem.
        length: What is known of the length of its solutions, where they differ in length.
    """

    summary_start: str
    title: str
    memory: str = ""
    length: str = ""


# solvers are listed in this order
ALGORITHMS = (
    Algorithm("breadth-first:", "Breadth-first search", "much memory"),
    Algorithm("A*:", "A* search", "much memory"),
    Algorithm("depth-first:", "Depth-first search", "less memory", "often long"),
    Algorithm("best-first:", "Best-first search", "much memory"),
    Algorithm("beam search:", "Beam search", "little memory"),
    Algorithm("breadth-first with", "Breadth-limited search", "less memory"),
    Algorithm("beam search from", "Beam search, both ends", "little memory"),
    Algorithm("breadth-first from", "Breadth-first, both ends", "much memory"),
    Algorithm("alpha-beta:", "Alpha-beta search", "little memory"),
    Algorithm("MTD(f):", "MTD(f)", "much memory"),
    Algorithm("tries every line of play to", "Minimax", "least memory"),
    Algorithm("tries every line of play;", "Minimax with memory", "much memory"),
    Algorithm("proofs by weights", "Pagoda functions, beam"),
    Algorithm("all winnable positions", "Atlas", "most memory"),
)
RESULTS = {
    ANY_SOLUTION: "any solution",
    SHORT_SOLUTION: "short solution",
    EXACT_VALUE: "exact value",
    MOVE_VALUES: "value of each move",
    WINNER: "winner only",
}


def solver_choices(puzzle: Puzzle, game: AnyGame) -> list[SolverChoice]:
    """Return the choices of the command "solve".

    They are the readable solvers by the names of textbooks, then the compiled ones; the published
    solution, if there is one; and the lab. The value of a choice is the solver, the published
    solution or `LAB`.

    Args:
        puzzle: The puzzle.
        game: Its game as it is played.
    """
    solvers = sorted(ranked_solvers(game), key=lambda solver: _rank(solver, game))
    choices: list[SolverChoice] = [
        Choice(
            _title(solver, game),
            _describe_result(solver, game),
            solver,
            summarize_solver(solver, game),
            solver.is_available,
        )
        for solver in solvers
    ]
    if published := puzzle.published_solution:
        choices.append(Choice(published.title, published.detail, published, puzzle.source))
    choices.append(Choice("Compare several", "in the lab…", LAB, "side by side, on this position"))
    return choices


def _find_algorithm(solver: Solver) -> Algorithm:
    fitting = (each for each in ALGORITHMS if solver.summary.startswith(each.summary_start))
    return next(fitting, Algorithm("", solver.name))


def _rank(solver: Solver, game: AnyGame) -> tuple[bool, bool, int]:
    """Return a key that sorts solvers: readable ones in the measure of the game come first."""
    algorithm = _find_algorithm(solver)
    index = ALGORITHMS.index(algorithm) if algorithm in ALGORITHMS else len(ALGORITHMS)
    return solver.measure not in ("", game.measure), bool(solver.kernels), index


def _title(solver: Solver, game: AnyGame) -> str:
    """Return the name in textbooks, followed by what tells it from others of that name."""
    title = _find_algorithm(solver).title
    if solver == default_solver(game):
        return f"{title} (default)"
    stem = title.lower().replace("*", "-star").partition(" ")[0].rstrip(",")
    name = solver.name.removesuffix(f"-{solver.measure}").removeprefix(stem).lstrip("-")
    is_named = name.replace("-", " ") in title.lower()
    return title if is_named or title == solver.name else f"{title} ({name})"


def _describe_result(solver: Solver, game: AnyGame) -> str:
    """Return what the solver finds, and its memory and speed, in a few words."""
    if not solver.is_available:
        return "not compiled here"
    algorithm = _find_algorithm(solver)
    guarantee = format_guarantee(solver, game.family, game.measure)
    result = RESULTS.get(solver.guarantee, guarantee.partition(",")[0])
    if solver.guarantee == ANY_SOLUTION and not FAMILIES[game.family].counted_unit:
        result = f"any, {algorithm.length}" if algorithm.length else result
    speed = "fast" if solver.kernels or solver.kernel_sources else "slow"
    return " · ".join(text for text in (result, algorithm.memory, speed) if text)
