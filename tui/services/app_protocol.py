"""The base class of the app, with everything that screens and widgets use of it.

Screens are typed by it (`app: AppBase`), so that they import neither the app nor other screens.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen
from textual.worker import Worker

from ludoscope.tui.terminal.private import FaultTolerantApp

if TYPE_CHECKING:
    from ludoscope.tui.boards.themes import Palette
    from ludoscope.tui.boards.user_options import UserOptions
    from ludoscope.tui.lab.race import PastRace
    from ludoscope.tui.navigator import Navigator
    from ludoscope.tui.puzzle_opener import PuzzleOpener
    from ludoscope.tui.saves.autosave import Autosave
    from ludoscope.tui.services.base_lobby import BaseLobbyService
    from ludoscope.tui.services.difficulties import DifficultyService
    from ludoscope.tui.services.key_bindings import KeyBindings
    from ludoscope.tui.services.library import LibraryService
    from ludoscope.tui.services.puzzle_finder import PuzzleFinder
    from ludoscope.tui.services.saves_service import SavesService
    from ludoscope.tui.services.settings_service import SettingsService
    from ludoscope.tui.services.similar import SimilarPuzzles
    from ludoscope.tui.services.winnable_deals import WinnableDeals
    from ludoscope.tui.terminal.frame_pacer import FramePacer
    from ludoscope.tui.terminal.input_queue import InputQueue


class AppBase(FaultTolerantApp):
    """The base class of `LudoscopeApp`.

    Attributes:
        options: The options in effect: appearance, preferences, limits of the host.
        palette: The colours of the theme in use.
        frame_pacer: Paces unrequested frames by the terminal's answers.
        input_queue: The queue of keys and mouse events that are handled one after the other.
        data_folder: The folder of saves, settings and exports.
        files_allowed: False if the user is a guest, who cannot read or write files.
        is_opening_first: True until the puzzle that the app was started with is open; the home
            screen below it need not be drawn until then.
        lobby: The lobby; does nothing if this server has none.
        settings: Changes and stores settings.
        last_race: The subject and the entrants of the last race in the lab.
        notifying_screen: The screen that the last notification is about, None if it is about none.
    """

    if TYPE_CHECKING:  # mypy cannot infer the overload of Textual's for functions and coroutines
        run_worker: Callable[..., Worker[Any]]

    options: "UserOptions"
    palette: "Palette"
    frame_pacer: "FramePacer"
    input_queue: "InputQueue"
    data_folder: Path
    files_allowed: bool
    is_opening_first: bool
    lobby: "BaseLobbyService"
    settings: "SettingsService"
    last_race: "PastRace | None" = None
    notifying_screen: Screen[Any] | None = None

    # Services that are created on first use

    @property
    def autosave(self) -> "Autosave":
        """The service that stores sessions in the background."""
        raise NotImplementedError

    @property
    def saves(self) -> "SavesService":
        """The service that reads saves and stores notes."""
        raise NotImplementedError

    @property
    def puzzle_finder(self) -> "PuzzleFinder":
        """The service that finds puzzles by name."""
        raise NotImplementedError

    @property
    def library(self) -> "LibraryService":
        """The service that reads the catalogue and the user's results."""
        raise NotImplementedError

    @property
    def difficulties(self) -> "DifficultyService":
        """The service that knows, measures and stores how hard puzzles are."""
        raise NotImplementedError

    @property
    def winnable_deals(self) -> "WinnableDeals":
        """The service that finds random and neighbouring deals."""
        raise NotImplementedError

    @property
    def similar(self) -> "SimilarPuzzles":
        """The service that finds puzzles like another one."""
        raise NotImplementedError

    @property
    def key_bindings(self) -> "KeyBindings":
        """The user's own keys."""
        raise NotImplementedError

    @property
    def puzzle_opener(self) -> "PuzzleOpener":
        """The object that opens puzzles."""
        raise NotImplementedError

    @property
    def navigator(self) -> "Navigator":
        """The object that opens screens."""
        raise NotImplementedError

    # Functions

    @property
    def save_problem(self) -> str:
        """A message on what is not saved and why, "" if everything is saved in time."""
        raise NotImplementedError

    async def load_services(self) -> None:
        """Load the modules of the services in the background; until then their first use does."""
        raise NotImplementedError

    def notify_here(self, message: str) -> None:
        """Notify the user on the current screen; when it is left the message disappears."""
        raise NotImplementedError

    def notify_anywhere(self, message: str) -> None:
        """Notify the user, on this screen and those opened from it."""
        raise NotImplementedError

    def top_screen(self) -> Screen[Any] | None:
        """Return the screen at the top, below modal ones."""
        raise NotImplementedError

    def apply_theme(self, theme: str = "") -> None:
        """Apply the chosen theme, or preview another one."""
        raise NotImplementedError

    def disabled_reason(self, screen: Screen[Any], key: str) -> str:
        """Return why a key is disabled for guests on a screen, or ""."""
        raise NotImplementedError
