"""The documentation of a solver, for its screen and for `ludoscope solvers`."""

from rich.console import RenderableType

from ludoscope.games import AnyGame
from ludoscope.search import solver_docs
from ludoscope.search.registry import default_solver
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.text import formatting
from ludoscope.tui.text.documents import DocumentBuilder, Styles


def summarize_solver(solver: Solver, game: AnyGame) -> str:
    """Return when to choose a solver and, on the next line, how it works."""
    if solver == default_solver(game):
        advice = "Recommended: usually fastest."
        advice += " “Unsolvable” means proved." if game.players == 1 else ""
    elif solver.recommendation:
        advice = f"Choose it {solver.recommendation}."
    elif solver.kernels:
        advice = "Compiled."
    else:
        advice = "Plain Python: slower, can be stepped through."
    return f"{advice}\n{solver.summary}"


def build_solver_page(
    solver: Solver,
    family: str,
    measure: str = "",
    styles: Styles = STYLES,
    ascii_only: bool = False,
) -> RenderableType:
    """Return the page of a solver: its method, guarantee, costs, heuristics and source files.

    Args:
        solver: The solver.
        family: Its family of games.
        measure: What the game counts in.
        styles: The style of each role.
        ascii_only: True to write in ASCII.
    """
    document, doc = DocumentBuilder(styles, ascii_only), solver_docs.read_doc(solver)
    document.add_heading(doc.title)
    for paragraph in doc.paragraphs:
        document.add_paragraph(paragraph)
    document.add_definitions(
        [("Guarantee", formatting.format_guarantee(solver, family, measure)), *doc.fields.items()]
    )
    document.add_heading("What it counts")
    document.add_definitions(solver.counters.meanings().items())
    if heuristics := list(solver_docs.heuristic_code(solver)):
        document.add_heading("Heuristics and pruning rules")
        document.add_definitions(
            (code.name, _describe(keyword, code)) for keyword, code in heuristics
        )
    if source_files := solver_docs.source_files(solver):
        document.add_heading("Its code")
        document.add_definitions(((code.file, f"`{code.name}`") for code in source_files), role="")
    if solver.kernels and not solver.is_available:
        document.add_paragraph("Its kernels are not compiled here.", "notice")
    return document.document


def _describe(keyword: str, code: solver_docs.Code) -> str:
    prefix = "Applied to the start only. " if keyword == solver_docs.START_CHECK else ""
    return prefix + code.docstring.partition("\n\n")[0]
