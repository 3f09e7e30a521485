"""The page of a solver, for the screen and for the command line."""

from rich.console import RenderableType

from ludoscope.games import AnyGame
from ludoscope.search import solver_docs
from ludoscope.search.registry import default_solver
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.text import formatting
from ludoscope.tui.text.documents import Draft, Styles


def in_short(solver: Solver, game: AnyGame) -> str:
    """When to choose it, and below that how it works."""
    if solver == default_solver(game):
        when = "Start here: the fastest for most."
        when += " A proof rules out every line." if game.players == 1 else ""
    elif solver.recommendation:
        when = f"Choose it {solver.recommendation}."
    else:
        when = "Compiled." if solver.kernels else "Plain Python: slower, can be stepped through."
    return f"{when}\n{solver.summary}"


def how_it_works(
    solver: Solver,
    family: str,
    measure: str,
    styles: Styles = STYLES,
    ascii_only: bool = False,
) -> RenderableType:
    """How it works, what it guarantees and costs, its heuristics, and where its code is."""
    draft, account = Draft(styles, ascii_only), solver_docs.read_doc(solver)
    draft.heading(account.title)
    for part in account.paragraphs:
        draft.text(part)
    draft.rows([("Guarantee", formatting.guarantee(solver, measure)), *account.fields.items()])
    if used := list(solver_docs.heuristic_code(solver)):
        draft.heading("Heuristics and pruning rules")
        draft.rows((code.name, _told(keyword, code)) for keyword, code in used)
    draft.heading("Its code")
    codes = solver_docs.source_files(solver)
    draft.rows(((code.file, f"`{code.name}`") for code in codes), role="")
    if solver.kernels and not solver.is_available:
        draft.text("Its kernels are not compiled here.", "notice")
    return draft.page


def _told(keyword: str, code: solver_docs.Code) -> str:
    when = "Applied to the start only. " if keyword == solver_docs.START_CHECK else ""
    return when + code.docstring.partition("\n\n")[0]
