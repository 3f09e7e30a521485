"""The navigator: opens screens that do not depend on the screen they are opened from."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.tui import screens
from ludoscope.tui.saves import problems
from ludoscope.tui.services.app_protocol import Services

if TYPE_CHECKING:
    from textual.command import Provider

    from ludoscope.games.peg.rules import PegGame
    from ludoscope.search.solver import Solver


class ScreenNavigator:
    """Opens screens on top of the current one."""

    def __init__(self, app: Services) -> None:
        self._app = app

    def open_library(self, family: str = "", wanted: str = "") -> None:
        """Open the library of a family, or of all families if `family` is "".

        Args:
            family: The name of the family.
            query: A text to search for.
        """
        current = self._app.screen
        if wanted and isinstance(current, screens.LibraryPage) and current.family == family:
            current.look_for(wanted)
        else:
            self._app.push_screen(screens.LibraryPage(family, wanted))

    def open_statistics(self) -> None:
        self._app.push_screen(screens.StatisticsPage())

    def open_settings(self) -> None:
        if isinstance(self._app.screen, screens.SettingsPage):
            self._app.tell("The settings are open already")
        else:
            self._app.push_screen(screens.SettingsPage())

    def open_palette(self) -> None:
        """Open the command palette in place of a modal screen; close it if it is open."""
        current = self._app.screen
        if isinstance(current, screens.Laid):
            current.dismiss(None)
        if not isinstance(current, screens.Palette):
            providers: set[type[Provider]] = {
                screens.Here,
                screens.Places,
                screens.Pages,
                screens.Options,
                screens.Puzzles,
            }
            self._app.push_screen(screens.Palette(providers))

    def edit(self, game: "PegGame", puzzle: str = "") -> None:
        """Open the editor of peg solitaire problems.

        Args:
            game: The problem to begin with.
            puzzle: The name of its puzzle.
        """
        self._app.push_screen(screens.EditorPage(game, problems.own_name(puzzle)))

    def open_lab(self) -> None:
        """Open the lab on the current puzzle."""
        self._app.run_worker(partial(screens.open_lab, self._app), group="lab", exclusive=True)

    def show_race(self) -> None:
        """Open the lab with a race of several solvers on a puzzle, and start it."""
        self._app.run_worker(partial(screens.show_race, self._app), group="lab", exclusive=True)

    def show_help(self) -> None:
        """Open the help of the current screen; close it if it is open."""
        current = self._app.screen
        if isinstance(current, screens.HelpPage):
            current.dismiss(None)
        else:
            self._app.push_screen(screens.HelpPage(current))

    def show_tour(self) -> None:
        """Open the tour over the current screen; the first time, store that it was seen."""
        app = self._app
        is_first_time = app.options.preferences.tour_pending
        app.settings.end_tour()

        async def on_closed(_: None) -> None:
            if is_first_time:
                await app.settings.store("", toured=True)

        if not isinstance(app.screen, screens.Tour):
            app.push_screen(screens.Tour(), on_closed)

    # Lobby

    def open_company(self) -> None:
        """Open the lobby, or go back to it if it is open below other screens."""
        app = self._app
        for screen in app.screen_stack:
            if isinstance(screen, screens.CompanyPage):
                while app.screen is not screen:
                    app.pop_screen()
                return
        app.push_screen(screens.CompanyPage())

    def ask_for_board(self) -> None:
        """Ask whether to put solved puzzles of the day on the leaderboard."""
        screens.ask_for_board(self._app)

    def offer_results(self) -> None:
        """Ask whether to put puzzles solved earlier today on the leaderboard."""
        offer = partial(screens.offer_results, self._app)
        self._app.run_worker(offer, group="results", exclusive=True)

    # Documents

    def open_rules(self, family: str) -> None:
        """Open the rules of a family."""
        if not isinstance(self._app.screen, screens.RulesPage):
            self._app.push_screen(screens.RulesPage(family))

    def open_solver(self, game: AnyGame, solver: "Solver") -> None:
        """Open the description of a solver, with the units that `game` counts."""
        self._app.push_screen(screens.SolverPage(game, solver))

    def open_solver_of(self, family: str, solver: "Solver") -> None:
        """Open the description of a solver, on the example puzzle of a family."""

        async def show() -> None:
            self.open_solver(await _example_game(family), solver)

        self._app.run_worker(show, group="books", exclusive=True)

    def open_solvers(self, family: str) -> None:
        """Open the list of a family's solvers, to read their descriptions."""

        async def show() -> None:
            title = f"{FAMILIES[family].title}: solver guide"
            game = await _example_game(family)
            self._app.push_screen(screens.SolverList(title, game, self.open_solver))

        self._app.run_worker(show, group="books", exclusive=True)


async def _example_game(family: str) -> AnyGame:
    """Return the game of a family's example puzzle, as the app plays it."""
    example = catalogue.collection(family).example
    puzzle = await asyncio.to_thread(catalogue.find, example, files=False)
    return FAMILIES[family].as_played(puzzle.game)
