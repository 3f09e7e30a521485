"""Screens that know nothing of the one they are opened from; each is loaded when it is wanted."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import ModalScreen

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
        from ludoscope.tui.screens.library.screen import LibraryScreen

        shown = self._app.screen
        if wanted and isinstance(shown, LibraryScreen) and shown.family == family:
            shown.look_for(wanted)
        else:
            self._app.push_screen(LibraryScreen(family, wanted))

    def open_statistics(self) -> None:
        from ludoscope.tui.screens.statistics.screen import StatisticsScreen

        self._app.push_screen(StatisticsScreen())

    def open_settings(self) -> None:
        from ludoscope.tui.screens.settings.screen import SettingsScreen

        if isinstance(self._app.screen, SettingsScreen):
            self._app.tell("these are the settings")
        else:
            self._app.push_screen(SettingsScreen())

    def open_palette(self) -> None:
        from ludoscope.tui.screens.palette.providers import (
            HelpCommands,
            NavigationCommands,
            ScreenCommands,
            SettingCommands,
        )
        from ludoscope.tui.screens.palette.puzzle_commands import PuzzleCommands
        from ludoscope.tui.screens.palette.screen import PaletteScreen

        dialog = self._app.screen
        if isinstance(dialog, ModalScreen):
            dialog.dismiss(None)
        if not isinstance(dialog, PaletteScreen):  # its own key only closes it
            providers = {
                ScreenCommands,
                NavigationCommands,
                HelpCommands,
                SettingCommands,
                PuzzleCommands,
            }
            self._app.push_screen(PaletteScreen(providers))

    def edit(self, game: "PegGame", puzzle: str = "") -> None:
        from ludoscope.tui.saves import problems
        from ludoscope.tui.screens.editor.screen import EditorScreen

        self._app.push_screen(EditorScreen(game, problems.own_name(puzzle)))

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
        from ludoscope.tui.screens.lab.screen import open_lab

        self._app.run_worker(partial(open_lab, self._app), group="lab", exclusive=True)

    def show_race(self) -> None:
        from ludoscope.tui.screens.lab.screen import open_demo_race

        self._app.run_worker(partial(open_demo_race, self._app), group="lab", exclusive=True)

    # To read

    def open_rules(self, family: str) -> None:
        from ludoscope.tui.screens.documents.rules import rules_screen

        screen = rules_screen(self._options, family)
        if self._app.screen.title != screen.title:
            self._app.push_screen(screen)

    def open_solver(self, game: AnyGame, solver: "Solver") -> None:
        from ludoscope.tui.screens.documents.solver_guide import solver_guide

        self._app.push_screen(solver_guide(self._options, game, solver))

    def open_solver_of(self, family: str, solver: "Solver") -> None:
        async def show() -> None:
            self.open_solver(await _example(family), solver)

        self._app.run_worker(show, group="books", exclusive=True)

    def open_solvers(self, family: str) -> None:
        async def show() -> None:
            from ludoscope.tui.screens.documents.solver_guide import solver_guide_picker

            game = await _example(family)
            self._app.push_screen(solver_guide_picker(game, self.open_solver))

        self._app.run_worker(show, group="books", exclusive=True)

    def show_help(self) -> None:
        """The keys of what is shown; once more, back."""
        from ludoscope.tui.screens.help.screen import HelpScreen

        shown = self._app.screen
        if isinstance(shown, HelpScreen):
            shown.dismiss(None)
        else:
            self._app.push_screen(HelpScreen(shown))

    def show_tour(self) -> None:
        from ludoscope.tui.screens.tour.dialog import TourDialog

        first = self._options.preferences.tour_pending
        self._app.settings.end_tour()

        async def seen(_: None) -> None:
            if first:
                await self._app.settings.choose("", toured=True)

        if not isinstance(self._app.screen, TourDialog):
            self._app.push_screen(TourDialog(), seen)


async def _example(family: str) -> Any:
    """The game of the puzzle that stands for a family, as a person plays it."""
    from ludoscope.puzzles import catalogue

    found = await asyncio.to_thread(
        lambda: catalogue.find(catalogue.collection(family).example, files=False)
    )
    return FAMILIES[family].as_played(found.game)
