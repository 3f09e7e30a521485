"""The page of a solver in lines: for the screen, and for the command line."""

from ludoscope.search import pages
from ludoscope.search.solver import Solver
from ludoscope.tui.text import prose, words
from ludoscope.tui.text.coloured import coloured
from ludoscope.tui.text.drawing import Block


def how_it_works(
    solver: Solver, family: str, measure: str, width: int, ascii_only: bool = False
) -> Block:
    """How it works, what it guarantees and costs, its heuristics, and where its code is."""

    def said(text: str) -> str:
        return prose.spelt(text, ascii_only)

    account = pages.account(solver)
    lines: Block = [*prose.flow(said(account.title), width), []]
    lines = [[(text, "title") for text, _ in line] for line in lines]
    for part in account.how:
        lines += [*prose.flow(said(part), width), []]
    facts = {"Guarantee": words.guarantee(solver, measure), **account.facts}
    lines += [*prose.table([(word, said(text)) for word, text in facts.items()], width), []]
    if used := list(pages.heuristics(solver, family)):
        lines += prose.heading("Heuristics and pruning rules")
        lines += [*prose.table([_hint(*one, ascii_only) for one in used], width), []]
    lines += prose.heading("Its code")
    rows = [(one.file, f"`{one.name}`") for one in pages.sources(solver, family)]
    lines += prose.table(rows, width, "")
    if solver.kernels and not solver.available:
        lines += [[], [("Its kernels are not compiled here.", "notice")]]
    return lines


def _hint(keyword: str, code: pages.Code, ascii_only: bool) -> tuple[str, str]:
    doc = code.doc.partition("\n\n")[0]
    when = "Applied to the start only. " if keyword == pages.START_CHECK else ""
    return code.name, prose.spelt(when + doc, ascii_only)


def code_leaf(code: pages.Code) -> prose.Leaf:
    """A whole file, to begin at what the solver calls."""
    lines = coloured(code.text)
    at = max(0, code.lines.start - 2)

    def leaf(width: int) -> tuple[Block, int]:
        return prose.folded(lines, width), len(prose.folded(lines[:at], width))

    return leaf
