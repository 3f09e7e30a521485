"""The page of a solver, for the screen and for the command line."""

from rich.console import Group, RenderableType
from rich.text import Text

from ludoscope.games import AnyGame
from ludoscope.search import pages
from ludoscope.search.registry import default_solver
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.look import STYLES
from ludoscope.tui.text import words
from ludoscope.tui.text.prose import Pairs, Styles, paragraph, spelt


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

    def said(text: str, role: str = "") -> Text:
        return paragraph(spelt(text, ascii_only), styles, role)

    account = pages.account(solver)
    parts: list[RenderableType] = [said(account.title, "title"), Text()]
    for part in account.how:
        parts += [said(part), Text()]
    facts = {"Guarantee": words.guarantee(solver, measure), **account.facts}
    key = styles["key"]
    parts += [Pairs([(Text(word, key), said(text)) for word, text in facts.items()]), Text()]
    if used := list(pages.heuristics(solver, family)):
        parts += [Text("Heuristics and pruning rules", styles["title"]), Text()]
        parts += [Pairs([(Text(one[1].name, key), said(_told(*one))) for one in used]), Text()]
    parts += [Text("Its code", styles["title"]), Text()]
    codes = pages.sources(solver, family)
    parts.append(Pairs([(Text(code.file), said(f"`{code.name}`")) for code in codes]))
    if solver.kernels and not solver.available:
        parts += [Text(), Text("Its kernels are not compiled here.", styles["notice"])]
    return Group(*parts)


def _told(keyword: str, code: pages.Code) -> str:
    when = "Applied to the start only. " if keyword == pages.START_CHECK else ""
    return when + code.doc.partition("\n\n")[0]
