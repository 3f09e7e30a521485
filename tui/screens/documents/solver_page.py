"""The page of a solver: how it works, then its code, a file at a time."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any

from rich.console import RenderableType

from ludoscope.games import FAMILIES
from ludoscope.search import solver_docs
from ludoscope.search.solver import Solver
from ludoscope.tui.screens.documents.screen import Part, ReadingPage
from ludoscope.tui.screens.picker.dialog import Choice, Picker
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.text.formatting import guarantee
from ludoscope.tui.text.highlighting import Code, coloured, folded
from ludoscope.tui.text.solver_pages import how_it_works, in_short

HOW = "how it works"


class SolverPage(ReadingPage):
    """`game` says what is counted as a move."""

    def __init__(self, game: Any, solver: Solver) -> None:
        self.family = game.family
        self._measure = game.measure
        self.solver = solver
        parts = [Part(HOW, self._how)]
        parts += [code_part(code) for code in solver_docs.source_files(solver)]
        super().__init__(f"{FAMILIES[game.family].title} › solvers › {solver.name}", parts)

    def _how(self, styles: Styles) -> RenderableType:
        plain = self.app.options.appearance.ascii_only
        return how_it_works(self.solver, self.family, self._measure, styles, plain)


def code_part(code: solver_docs.Code) -> Part:
    """A whole file, to begin at what the solver calls."""
    lines = cache(partial(coloured, code.file_text))
    at = max(0, code.lines.start - 2)
    path = PurePosixPath(code.file)
    inner = path.parent.name == "kernels"
    return Part(
        f"{path.parent.name}/{path.name}" if inner else path.name,
        lambda styles: Code(lines(), styles),
        lambda width: len(folded(lines()[:at], width)),
    )


class SolverList(Picker):
    """The solvers of a family; the list stays while one of them is read."""

    def __init__(self, title: str, game: Any, read: Callable[[Any, Solver], None]) -> None:
        from ludoscope.search.registry import ranked_solvers

        choices = [
            Choice(row.name, guarantee(row, game.measure), row, in_short(row, game))
            for row in ranked_solvers(game)
        ]
        super().__init__(title, choices, about=partial(read, game))

    def action_choose(self) -> None:
        self.action_about()
