"""What there is to read in the app: the rules of each family, a page for each solver."""

import asyncio
from typing import TYPE_CHECKING, Any

from textual.app import App

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Look

if TYPE_CHECKING:
    from ludoscope.search.solver import Solver


class Books(App[None]):
    """Opens them."""

    look: Look

    def open_rules(self, family: str) -> None:
        from ludoscope.tui.screens.rules import RulesPage

        if not isinstance(self.screen, RulesPage):
            self.push_screen(RulesPage(family))

    def open_solver(self, game: Any, solver: "Solver") -> None:
        """How a solver works; what `game` counts is what it counts."""
        from ludoscope.tui.screens.solver_page import SolverPage

        self.push_screen(SolverPage(game, solver))

    def open_solvers(self, family: str) -> None:
        """The solvers of a family, to read how they work."""

        async def show() -> None:
            from ludoscope.puzzles import catalogue
            from ludoscope.tui.screens.solver_page import SolverList

            declared = FAMILIES[family]
            found = await asyncio.to_thread(lambda: catalogue.find(declared.example, files=False))
            title = f"{declared.title}: how its solvers work"
            self.push_screen(SolverList(title, found.game, self.open_solver))

        self.run_worker(show, group="books", exclusive=True)
