"""The navigator: opens screens that do not depend on the screen they are opened from."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import ModalScreen, Screen

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.tui import screens
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.base import unsaved_texts
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.puzzle_finder import FIND_ERRORS, find_error_text

if TYPE_CHECKING:
    from textual.command import Provider

    from ludoscope.search.solver import Solver

FIRST_PUZZLE = "english-cross"  # that the tour shows and offers


class Navigator:
    """Opens screens on top of the current one."""

    def __init__(self, app: AppBase) -> None:
        self._app = app

    def open_library(self, family: str = "", query: str = "") -> None:
        """Open the library of a family, or of all families if `family` is "".

        Args:
            family: The name of the family.
            query: A text to search for.
        """
        current = self._app.screen
        if query and isinstance(current, screens.LibraryScreen) and current.family == family:
            current.search_for(query)
        else:
            self._app.push_screen(screens.LibraryScreen(family, query))

    def open_statistics(self) -> None:
        self._app.push_screen(screens.StatisticsScreen())

    def open_dailies(self) -> None:
        """Open the calendar of the daily puzzles."""
        self._app.push_screen(screens.DailiesScreen())

    def open_training(self, series: str = "") -> None:
        """Open the choice of a game and a mode of training, and start a series if one is named."""
        self._app.push_screen(screens.TrainingScreen(series))

    def open_settings(self) -> None:
        if isinstance(self._app.screen, screens.SettingsScreen):
            self._app.notify_here("The settings are open already")
        else:
            self._app.push_screen(screens.SettingsScreen())

    def open_palette(self) -> None:
        """Open the command palette in place of a modal screen; close it if it is open."""
        current = self._app.screen
        if isinstance(current, ModalScreen):
            current.dismiss(None)
        if not isinstance(current, screens.PaletteScreen):
            providers: set[type[Provider]] = {
                screens.ScreenCommands,
                screens.NavigationCommands,
                screens.HelpCommands,
                screens.SettingCommands,
                screens.PuzzleCommands,
            }
            self._app.push_screen(screens.PaletteScreen(providers))

    def open_editor(self, game: AnyGame, position: Any, puzzle: str = "") -> None:
        """Open the editor of a family, if it has one.

        Args:
            game: The game to begin with.
            position: The position of the game that is edited.
            puzzle: The name of its puzzle.
        """
        board = board_family(game.family).create_editor(game, position, self._app.options)
        if board:
            board.editor.name = problems.problem_name(puzzle)
            self._app.push_screen(screens.EditorScreen(board))

    def open_lab(self) -> None:
        """Open the lab on the current puzzle."""
        self._app.run_worker(partial(screens.open_lab, self._app), group="lab", exclusive=True)

    def open_race(self) -> None:
        """Open the lab with a race of several solvers on a puzzle, and start it."""
        self._app.run_worker(
            partial(screens.open_demo_race, self._app), group="lab", exclusive=True
        )

    def toggle_help(self) -> None:
        """Open the help of the current screen; close it if it is open."""
        current = self._app.screen
        if isinstance(current, screens.HelpScreen):
            current.dismiss(None)
        else:
            self._app.push_screen(screens.HelpScreen(current))

    def open_tour(self) -> None:
        """Open the tour over the current screen; the first time, store that it was seen."""
        app = self._app
        is_first_time = app.options.preferences.tour_pending
        app.settings.end_tour()

        async def on_closed(wants_to_play: bool | None) -> None:
            if is_first_time:
                await app.settings.store("", toured=True)
            if wants_to_play:
                app.puzzle_opener.open(FIRST_PUZZLE)

        if not isinstance(app.screen, screens.TourDialog):
            app.push_screen(screens.TourDialog(offers_game=is_first_time), on_closed)

    def return_to(
        self, screen: Screen[Any], on_returned: Callable[[], object] | None = None
    ) -> None:
        """Close the screens above an open screen; ask first if something would be lost.

        Args:
            screen: The screen to return to.
            on_returned: Called when the screen is on top.
        """
        app = self._app

        def close(is_confirmed: bool | None) -> None:
            if not is_confirmed or screen not in app.screen_stack:
                return
            while app.screen is not screen:
                app.screen.dismiss(None)  # callbacks of dialogs get None
            if on_returned:
                on_returned()

        stack = app.screen_stack
        texts = unsaved_texts(stack[stack.index(screen) + 1 :])
        if not texts:
            close(True)
            return
        choices = [
            screens.Choice("Stay", "", False),
            screens.Choice("Leave", "unsaved changes are lost", True),
        ]
        dialog = screens.PickerDialog(f"{'. '.join(texts)}. Leave anyway?", choices)
        app.push_screen(dialog, close)

    # Lobby

    def open_lobby(self) -> None:
        """Open the lobby, or go back to it if it is open below other screens."""
        app = self._app
        for screen in app.screen_stack:
            if isinstance(screen, screens.LobbyScreen):
                self.return_to(screen)
                return
        app.push_screen(screens.LobbyScreen())

    def answer_invitation(self) -> None:
        """Ask whether to accept the invitation to a duel that came first, on any screen."""
        if not isinstance(self._app.screen, ModalScreen):
            screens.ask_to_answer(self._app)

    def ask_to_share_results(self) -> None:
        """Ask whether to put the user's results on the leaderboard."""
        screens.ask_to_share_results(self._app)

    def offer_results(self) -> None:
        """Ask whether to put puzzles solved earlier today on the leaderboard."""
        offer = partial(screens.offer_results, self._app)
        self._app.run_worker(offer, group="results", exclusive=True)

    # Documents

    def open_rules(self, family: str) -> None:
        """Open the rules of a family."""
        screen = screens.rules_screen(self._app.options, family)
        if self._app.screen.title != screen.title:
            self._app.push_screen(screen)

    def open_solver_guide(self, game: AnyGame, solver: "Solver") -> None:
        """Open the description of a solver, with the units that `game` counts."""
        self._app.push_screen(screens.solver_guide(self._app.options, game, solver))

    def open_family_solver(self, family: str, solver: "Solver") -> None:
        """Open the description of a solver, on the example puzzle of a family."""
        self._use_example_game(family, lambda game: self.open_solver_guide(game, solver))

    def open_solver_list(self, family: str) -> None:
        """Open the list of a family's solvers, to read their descriptions."""

        def show(game: AnyGame) -> None:
            self._app.push_screen(screens.solver_guide_picker(game, self.open_solver_guide))

        self._use_example_game(family, show)

    def _use_example_game(self, family: str, use: Callable[[AnyGame], None]) -> None:
        """Call a function with a family's example game; if there is none, show why."""

        async def find() -> None:
            try:
                game = await asyncio.to_thread(_example_game, family)
            except FIND_ERRORS as error:
                self._app.notify_here(find_error_text(error))
            else:
                use(game)

        self._app.run_worker(find, group="library", exclusive=True)


def _example_game(family: str) -> AnyGame:
    """Return the game of a family's example puzzle, as the app plays it.

    If the family names no example, it is its first puzzle.

    Raises:
        LookupError, ValueError, OSError: There is no such puzzle, or it cannot be read.
    """
    collection = catalogue.collection(family)
    name = collection.example or next((entry.name for entry in collection.entries()), "")
    if not name:
        raise LookupError(f"{FAMILIES[family].title} has no puzzles")
    return FAMILIES[family].as_played(catalogue.find(name, family, files=False).game)
