"""The page of a solver, for the screen and for the command line."""

from rich.console import RenderableType

from ludoscope.games import AnyGame
from ludoscope.search import pages
from ludoscope.search.registry import default_solver
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.look import STYLES
from ludoscope.tui.text import words
from ludoscope.tui.text.prose import Draft, Styles


def in_short(solver: Solver, game: AnyGame) -> str:
    """When to choose it, and below that how it works."""
    if solver == default_solver(game):
        when = "Start here: the fastest for most."
        when += " A proof rules out every line." if game.players == 1 else ""
    elif solver.choose:
        when = f"Choose it {solver.choose}."
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
    draft, account = Draft(styles, ascii_only), pages.account(solver)
    draft.heading(account.title)
    for part in account.how:
        draft.text(part)
    draft.rows([("Guarantee", words.guarantee(solver, measure)), *account.facts.items()])
    if used := list(pages.heuristics(solver)):
        draft.heading("Heuristics and pruning rules")
        draft.rows((code.name, _told(keyword, code)) for keyword, code in used)
    draft.heading("Its code")
    codes = pages.sources(solver)
    draft.rows(((code.file, f"`{code.name}`") for code in codes), role="")
    if solver.kernels and not solver.available:
        draft.text("Its kernels are not compiled here.", "notice")
    return draft.page


def _told(keyword: str, code: pages.Code) -> str:
    when = "Applied to the start only. " if keyword == pages.START_CHECK else ""
    return when + code.doc.partition("\n\n")[0]
