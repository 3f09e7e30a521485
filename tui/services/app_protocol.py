"""The base class of the app, with everything that screens and widgets use of it.

Screens are typed by it (`app: AppBase`), so that they import neither the app nor other screens.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen
from textual.worker import Worker

from ludoscope.tui.boards.themes import Palette
from ludoscope.tui.boards.user_options import UserOptions
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
from ludoscope.tui.terminal.private import FaultTolerantApp

if TYPE_CHECKING:
    from ludoscope.tui.lab.race import PastRace
    from ludoscope.tui.navigator import Navigator
    from ludoscope.tui.puzzle_opener import PuzzleOpener


class AppBase(FaultTolerantApp):
    """The base class of `LudoscopeApp`.

    Attributes:
        options: The options in effect: appearance, preferences, limits of the host.
        palette: The colours of the theme in use.
        frame_pacer: Limits how many frames a second are drawn.
        input_queue: The queue of keys and mouse events that are handled one after the other.
        data_folder: The folder of saves, settings and exports.
        files_allowed: False if the user is a guest, who cannot read or write files.
        autosave: Stores sessions in the background.
        saves: Reads saves, and stores notes.
        puzzle_finder: Finds puzzles by name.
        library: Reads the catalogue and the user's results.
        difficulties: Knows, measures and stores how hard puzzles are.
        winnable_deals: Finds random and neighbouring deals.
        similar: Finds puzzles like another one.
        lobby: The lobby; does nothing if this server has none.
        settings: Changes and stores settings.
        key_bindings: The user's own keys.
        puzzle_opener: Opens puzzles.
        navigator: Opens screens.
        last_race: The subject and the entrants of the last race in the lab.
        notifying_screen: The screen that the last notification is about, None if it is about none.
    """

    if TYPE_CHECKING:  # mypy cannot infer the overload of Textual's for functions and coroutines
        run_worker: Callable[..., Worker[Any]]

    options: UserOptions
    palette: Palette
    frame_pacer: FramePacer
    input_queue: InputQueue
    data_folder: Path
    files_allowed: bool
    autosave: Autosave
    saves: SavesService
    puzzle_finder: PuzzleFinder
    library: LibraryService
    difficulties: DifficultyService
    winnable_deals: WinnableDeals
    similar: SimilarPuzzles
    lobby: BaseLobbyService
    settings: SettingsService
    key_bindings: KeyBindings
    puzzle_opener: "PuzzleOpener"
    navigator: "Navigator"
    last_race: "PastRace | None" = None
    notifying_screen: Screen[Any] | None = None

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
