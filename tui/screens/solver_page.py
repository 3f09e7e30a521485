"""The page of a solver: how it works, then its code, a file at a time."""

from collections.abc import Callable
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.search import pages
from ludoscope.search.solver import Solver
from ludoscope.tui.screens.picker import Choice, Picker
from ludoscope.tui.screens.reading import ReadingPage, Tab
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.prose import Leaf
from ludoscope.tui.text.solver_text import code_leaf, how_it_works
from ludoscope.tui.text.words import guarantee

HOW = "how it works"


class SolverPage(ReadingPage):
    """`game` says what is counted as a move."""

    def __init__(self, ascii_only: bool, game: Any, solver: Solver) -> None:
        self.family = game.family
        self._measure = game.measure
        self._solver = solver
        codes = pages.sources(solver, game.family)
        tabs = [Tab(HOW, self._how)]
        tabs += [Tab(_label(code), partial(code_leaf, code)) for code in codes]
        title = f"{FAMILIES[game.family].title} › solvers › {solver.name}"
        super().__init__(ascii_only, title, tabs)
        self._plain = ascii_only

    def _how(self) -> Leaf:
        def leaf(width: int) -> tuple[Block, int]:
            lines = how_it_works(self._solver, self.family, self._measure, width, self._plain)
            return [[], *lines], 0

        return leaf


def _label(code: pages.Code) -> str:
    path = PurePosixPath(code.file)
    return f"{path.parent.name}/{path.name}" if path.parent.name == "kernels" else path.name


class SolverList(Picker):
    """The solvers of a family; the list stays while one of them is read."""

    def __init__(self, title: str, game: Any, read: Callable[[Any, Solver], None]) -> None:
        from ludoscope.search.registry import ranked_solvers

        choices = [
            Choice(row.name, guarantee(row, game.measure), row, row.summary)
            for row in ranked_solvers(game)
        ]
        super().__init__(title, choices, about=partial(read, game))

    def action_choose(self) -> None:
        self.action_about()
