"""Screens that know nothing of the one they are opened from; each is loaded when it is wanted."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.peg import PegGame
from ludoscope.tui.saves import problems
from ludoscope.tui.services.contract import Navigator, Services

if TYPE_CHECKING:
    from ludoscope.search.solver import Solver


class ScreenNavigator(Navigator):
    """Lays them over what is shown."""

    def __init__(self, app: Services) -> None:
        self._app = app
        self._look = app.look

    def open_library(self, family: str = "") -> None:
        from ludoscope.tui.screens.library import LibraryPage

        self._app.push_screen(LibraryPage(family))

    def open_statistics(self) -> None:
        from ludoscope.tui.screens.statistics import StatisticsPage

        self._app.push_screen(StatisticsPage())

    def open_settings(self) -> None:
        from ludoscope.tui.screens.settings import SettingsPage

        if isinstance(self._app.screen, SettingsPage):
            self._app.tell("these are the settings")
        else:
            self._app.push_screen(SettingsPage(self._look.ascii_only))

    def edit(self, game: PegGame, puzzle: str = "") -> None:
        from ludoscope.tui.screens.editor import EditorPage

        own = problems.own_name(puzzle)
        self._app.push_screen(EditorPage(self._look, game, self._app.folder, own))

    def open_lab(self) -> None:
        from ludoscope.tui.screens.lab_door import open_lab

        self._app.run_worker(partial(open_lab, self._app), group="lab", exclusive=True)

    # To read

    def open_rules(self, family: str) -> None:
        from ludoscope.tui.screens.rules import RulesPage

        if not isinstance(self._app.screen, RulesPage):
            self._app.push_screen(RulesPage(family))

    def open_solver(self, game: AnyGame, solver: "Solver") -> None:
        from ludoscope.tui.screens.solver_page import SolverPage

        self._app.push_screen(SolverPage(game, solver))

    def open_solvers(self, family: str) -> None:
        async def show() -> None:
            from ludoscope.puzzles import catalogue
            from ludoscope.tui.screens.solver_page import SolverList

            declared = FAMILIES[family]
            found = await asyncio.to_thread(lambda: catalogue.find(declared.example, files=False))
            title = f"{declared.title}: how its solvers work"
            self._app.push_screen(SolverList(title, found.game, self.open_solver))

        self._app.run_worker(show, group="books", exclusive=True)

    def show_help(self) -> None:
        """The keys of what is shown."""
        from ludoscope.tui.screens.base import BaseScreen
        from ludoscope.tui.screens.help import HelpPage, help_lines
        from ludoscope.tui.screens.overlay import Overlay
        from ludoscope.tui.screens.page import Page

        shown, look = self._app.screen, self._look
        if isinstance(shown, HelpPage):
            shown.dismiss(None)
        elif isinstance(shown, Page | BaseScreen):
            told = help_lines(shown, look, *shown.help_topics(), shown.help_marks())
            self._app.push_screen(HelpPage(look.ascii_only, *told, shown.family))
        elif isinstance(shown, Overlay):
            told = help_lines(shown, look, "What lies on the screen", [], "")
            self._app.push_screen(HelpPage(look.ascii_only, *told))

    def show_tour(self) -> None:
        from ludoscope.tui.screens.tour import Tour

        first, self._look.tour = self._look.tour, False

        async def seen(_: None) -> None:
            if first:
                await self._app.preferences.choose("", toured=True)

        if not isinstance(self._app.screen, Tour):
            self._app.push_screen(Tour(), seen)
