"""The list of the solvers of a game: their order, their names in textbooks, and what they find."""

from typing import NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search.guarantees import (
    ANY_SOLUTION,
    EXACT_VALUE,
    MOVE_VALUES,
    SHORT_SOLUTION,
    WINNER,
)
from ludoscope.search.registry import default_solver, ranked_solvers
from ludoscope.search.solver import Solver
from ludoscope.tui.text.formatting import format_guarantee


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
    MOVE_VALUES: "move values",
    WINNER: "winner only",
}


def list_solvers(game: AnyGame) -> list[Solver]:
    """Return the readable solvers of a game in the order of textbooks, then the compiled ones."""
    return sorted(ranked_solvers(game), key=lambda solver: _rank(solver, game))


def _find_algorithm(solver: Solver) -> Algorithm:
    fitting = (each for each in ALGORITHMS if solver.summary.startswith(each.summary_start))
    return next(fitting, Algorithm("", solver.name))


def _rank(solver: Solver, game: AnyGame) -> tuple[bool, bool, int]:
    """Return a key that sorts solvers: readable ones in the measure of the game come first."""
    algorithm = _find_algorithm(solver)
    index = ALGORITHMS.index(algorithm) if algorithm in ALGORITHMS else len(ALGORITHMS)
    return solver.measure not in ("", game.measure), bool(solver.kernels), index


def solver_title(solver: Solver, game: AnyGame) -> str:
    """Return the name in textbooks, followed by what tells it from others of that name."""
    title = _find_algorithm(solver).title
    if solver == default_solver(game):
        return f"{title} (default)"
    stem = title.lower().replace("*", "-star").partition(" ")[0].rstrip(",")
    name = solver.name.removesuffix(f"-{solver.measure}").removeprefix(stem).lstrip("-")
    is_named = name.replace("-", " ") in title.lower()
    return title if is_named or title == solver.name else f"{title} ({name})"


def describe_result(solver: Solver, game: AnyGame) -> str:
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
