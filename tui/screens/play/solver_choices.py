"""The choices of the command "solve" once the default solver has run."""

from ludoscope.games import AnyGame
from ludoscope.puzzles.puzzle import PublishedSolution, Puzzle
from ludoscope.search.solver import Solver
from ludoscope.tui.screens.picker.dialog import Choice
from ludoscope.tui.text.solver_list import describe_result, list_solvers, solver_title
from ludoscope.tui.text.solver_pages import summarize_solver

SolverChoice = Choice[Solver | PublishedSolution | str]
LAB = "lab"  # the choice to compare solvers in the lab


def solver_choices(puzzle: Puzzle, game: AnyGame) -> list[SolverChoice]:
    """Return the choices of the command "solve".

    They are the readable solvers by the names of textbooks, then the compiled ones; the published
    solution, if there is one; and the lab. The value of a choice is the solver, the published
    solution or `LAB`.

    Args:
        puzzle: The puzzle.
        game: Its game as it is played.
    """
    choices: list[SolverChoice] = [
        Choice(
            solver_title(solver, game),
            describe_result(solver, game),
            solver,
            summarize_solver(solver, game),
            solver.is_available,
        )
        for solver in list_solvers(game)
    ]
    if published := puzzle.published_solution:
        choices.append(Choice(published.title, published.detail, published, puzzle.source))
    choices.append(Choice("Compare several", "in the lab…", LAB, "side by side, on this position"))
    return choices
