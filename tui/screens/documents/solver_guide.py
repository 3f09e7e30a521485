"""The guide to a solver: how it works, then its source code, a tab for each file."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import PurePosixPath

from rich.console import RenderableType

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search import solver_docs
from ludoscope.search.registry import ranked_solvers
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.documents.screen import DocumentScreen, Part
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.text.formatting import format_guarantee
from ludoscope.tui.text.highlighting import CodeBlock, fold_code_lines, highlight
from ludoscope.tui.text.solver_pages import build_solver_page, summarize_solver

FIRST_TAB = "how it works"
LINES_ABOVE_FUNCTION = 2


def solver_guide(options: UserOptions, game: AnyGame, solver: Solver) -> DocumentScreen:
    """Return a screen with the guide to a solver; `game` defines what counts as a move."""

    def render(styles: Styles) -> RenderableType:
        ascii_only = options.appearance.ascii_only
        return build_solver_page(solver, game.family, game.measure, styles, ascii_only)

    title = f"{FAMILIES[game.family].title} › Solvers › {solver.name}"
    parts = [Part(FIRST_TAB, render), *map(code_part, solver_docs.source_files(solver))]
    return DocumentScreen(title, parts, game.family)


def code_part(code: solver_docs.Code) -> Part:
    """Return a part with a whole source file, shown from the function that the solver calls."""
    highlighted_lines = cache(partial(highlight, code.file_text))
    path = PurePosixPath(code.file)
    is_kernel = path.parent.name == "kernels"

    def render(styles: Styles) -> RenderableType:
        return CodeBlock(highlighted_lines(), styles)

    def first_line(width: int) -> int:
        above = max(0, code.lines.start - LINES_ABOVE_FUNCTION)
        return len(fold_code_lines(highlighted_lines()[:above], width))

    label = f"{path.parent.name}/{path.name}" if is_kernel else path.name
    return Part(label, render, first_line)


def solver_guide_picker(
    game: AnyGame, open_guide: Callable[[AnyGame, Solver], None]
) -> PickerDialog[Solver]:
    """Return a dialog with the solvers of a family; it stays open while guides are read."""
    choices = [
        Choice(
            solver.name,
            format_guarantee(solver, game.family, game.measure),
            solver,
            summarize_solver(solver, game),
        )
        for solver in ranked_solvers(game)
    ]
    open_solver = partial(open_guide, game)
    title = f"Solver guide: {FAMILIES[game.family].title}"
    return PickerDialog(title, choices, open_details=open_solver, on_choose=open_solver)
