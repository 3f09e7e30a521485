"""Screens that know nothing of the one they are opened from; each is loaded when it is wanted."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.tui.services.app_protocol import Navigator, Services

if TYPE_CHECKING:
    from ludoscope.games.peg.rules import PegGame
    from ludoscope.search.solver import Solver


class ScreenNavigator(Navigator):
    """Lays them over what is shown."""

    def __init__(self, app: Services) -> None:
        self._app = app
        self._options = app.options

    def open_library(self, family: str = "", wanted: str = "") -> None:
        from ludoscope.tui.screens.library.screen import LibraryPage

        shown = self._app.screen
        if wanted and isinstance(shown, LibraryPage) and shown.family == family:
            shown.look_for(wanted)
        else:
            self._app.push_screen(LibraryPage(family, wanted))

    def open_statistics(self) -> None:
        from ludoscope.tui.screens.statistics.screen import StatisticsPage

        self._app.push_screen(StatisticsPage())

    def open_settings(self) -> None:
        from ludoscope.tui.screens.settings.screen import SettingsPage

        if isinstance(self._app.screen, SettingsPage):
            self._app.tell("these are the settings")
        else:
            self._app.push_screen(SettingsPage())

    def open_palette(self) -> None:
        from ludoscope.tui.screens.modal import Laid
        from ludoscope.tui.screens.palette.providers import Here, Options, Pages, Places
        from ludoscope.tui.screens.palette.puzzle_commands import Puzzles
        from ludoscope.tui.screens.palette.screen import Palette

        if isinstance(laid := self._app.screen, Laid):
            laid.dismiss(None)
        if not isinstance(laid, Palette):  # whose key closes it too
            self._app.push_screen(Palette({Here, Places, Pages, Options, Puzzles}))

    def edit(self, game: "PegGame", puzzle: str = "") -> None:
        from ludoscope.tui.saves import problems
        from ludoscope.tui.screens.editor.screen import EditorPage

        self._app.push_screen(EditorPage(game, problems.own_name(puzzle)))

    def open_company(self) -> None:
        from ludoscope.tui.screens.lobby.screen import CompanyPage

        pages = [page for page in self._app.screen_stack if isinstance(page, CompanyPage)]
        if not pages:
            self._app.push_screen(CompanyPage())
            return
        while self._app.screen is not pages[0]:
            self._app.pop_screen()

    def ask_for_board(self) -> None:
        from ludoscope.tui.screens.lobby.dialogs import ask_for_board

        ask_for_board(self._app)

    def offer_results(self) -> None:
        from ludoscope.tui.screens.lobby.dialogs import offer_results

        self._app.run_worker(partial(offer_results, self._app), group="results", exclusive=True)

    def open_lab(self) -> None:
        from ludoscope.tui.screens.lab.subject import open_lab

        self._app.run_worker(partial(open_lab, self._app), group="lab", exclusive=True)

    def show_race(self) -> None:
        from ludoscope.tui.screens.lab.subject import show_race

        self._app.run_worker(partial(show_race, self._app), group="lab", exclusive=True)

    # To read

    def open_rules(self, family: str) -> None:
        from ludoscope.tui.screens.documents.rules import RulesPage

        if not isinstance(self._app.screen, RulesPage):
            self._app.push_screen(RulesPage(family))

    def open_solver(self, game: AnyGame, solver: "Solver") -> None:
        from ludoscope.tui.screens.documents.solver_page import SolverPage

        self._app.push_screen(SolverPage(game, solver))

    def open_solver_of(self, family: str, solver: "Solver") -> None:
        async def show() -> None:
            self.open_solver(await _example(family), solver)

        self._app.run_worker(show, group="books", exclusive=True)

    def open_solvers(self, family: str) -> None:
        async def show() -> None:
            from ludoscope.tui.screens.documents.solver_page import SolverList

            title = f"{FAMILIES[family].title}: how its solvers work"
            self._app.push_screen(SolverList(title, await _example(family), self.open_solver))

        self._app.run_worker(show, group="books", exclusive=True)

    def show_help(self) -> None:
        """The keys of what is shown; once more, back."""
        from ludoscope.tui.screens.help.screen import HelpPage

        shown = self._app.screen
        if isinstance(shown, HelpPage):
            shown.dismiss(None)
        else:
            self._app.push_screen(HelpPage(shown))

    def show_tour(self) -> None:
        from ludoscope.tui.screens.tour.dialog import Tour

        first = self._options.preferences.tour_pending
        self._app.settings.end_tour()

        async def seen(_: None) -> None:
            if first:
                await self._app.settings.choose("", toured=True)

        if not isinstance(self._app.screen, Tour):
            self._app.push_screen(Tour(), seen)


async def _example(family: str) -> Any:
    """The game of the puzzle that stands for a family, as a person plays it."""
    from ludoscope.puzzles import catalogue

    found = await asyncio.to_thread(
        lambda: catalogue.find(catalogue.collection(family).example, files=False)
    )
    return FAMILIES[family].as_played(found.game)
