"""The choices of the command "solve"."""

from ludoscope.games import AnyGame
from ludoscope.puzzles.puzzle import PublishedSolution, Puzzle
from ludoscope.search.registry import ranked_solvers
from ludoscope.search.solver import Solver
from ludoscope.tui.screens.picker.dialog import Choice
from ludoscope.tui.text.formatting import format_guarantee
from ludoscope.tui.text.solver_pages import summarize_solver

SolverChoice = Choice[Solver | PublishedSolution | str]
LAB = "lab"  # the choice to compare solvers in the lab


def solver_choices(puzzle: Puzzle, game: AnyGame) -> list[SolverChoice]:
    """Return the choices of the command "solve".

    They are the solvers, the default one first; the lab; and the published solution, if there is
    one. The value of a choice is the solver, `LAB` or the published solution.

    Args:
        puzzle: The puzzle.
        game: Its game as it is played.
    """
    choices: list[SolverChoice] = [
        Choice(
            solver.name,
            format_guarantee(solver, game.family, game.measure)
            if solver.is_available
            else "not compiled here",
            solver,
            summarize_solver(solver, game),
            solver.is_available,
        )
        for solver in ranked_solvers(game)
    ]
    choices.append(Choice("compare several", "in the lab…", LAB, "side by side, on this position"))
    if published := puzzle.published_solution:
        choices.append(Choice(published.title, published.detail, published, puzzle.source))
    return choices
