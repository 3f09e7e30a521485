"""The app: creates the services, applies themes, shows notifications, handles global keys."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.host_limits import set_host_limits
from ludoscope.search.storage.folders import data_folder
from ludoscope.tui import actions, lazy, startup
from ludoscope.tui.boards.themes import palette
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.guest import SHUT
from ludoscope.tui.navigator import ScreenNavigator
from ludoscope.tui.puzzle_opener import PuzzleOpener
from ludoscope.tui.quit import QuitHandler
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.saves.store import Store
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.services import user_stylesheet
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.services.choice_store import ChoiceStore
from ludoscope.tui.services.key_bindings import KeyBindings
from ludoscope.tui.services.library import LibraryService
from ludoscope.tui.services.no_lobby import CompanyService
from ludoscope.tui.services.puzzle_finder import PuzzleFinder
from ludoscope.tui.services.saves_service import SavesService
from ludoscope.tui.services.settings_service import SettingsService
from ludoscope.tui.terminal.driver_choice import driver_class, painted
from ludoscope.tui.terminal.frame_pacer import Pace
from ludoscope.tui.terminal.input_queue import Turns
from ludoscope.tui.terminal.no_color import without_colours
from ludoscope.tui.terminal.private import hear_mouse
from ludoscope.tui.widgets import textual_themes
from ludoscope.tui.widgets.footer import sign

if TYPE_CHECKING:
    from ludoscope.tui.lobby.lobby import Company

PLAY_STYLESHEET = "screens/play/play.tcss"
LOADING_SECONDS = 1.0  # longer than the first frame takes


class LudoscopeApp(Services):
    """The Ludoscope app."""

    TITLE = "Ludoscope"
    # Textual does not load the stylesheet of the default screen
    CSS_PATH: ClassVar = ["app.tcss", "screens/home/home.tcss"]
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", id="app.help"),
        Binding("ctrl+p", "command_palette", "commands", id="app.palette", priority=True),
        Binding("comma", "settings", "settings", id="app.settings", show=False),
        Binding("ctrl+l", "lab", "lab", id="app.lab", show=False),
        Binding("ctrl+q", "quit", "quit", id="app.quit", show=False, priority=True),
        Binding(
            "ctrl+c", "interrupt", "copy or quit", id="app.interrupt", show=False, priority=True
        ),
        Binding(
            "ctrl+z", "suspend_process", "suspend", id="app.suspend", show=False, priority=True
        ),
    ]

    def __init__(
        self,
        puzzle: Puzzle | None = None,
        options: UserOptions | None = None,
        folder: Path | None = None,
        files: bool = True,
        own_settings: bool = True,
        company: "Company | None" = None,
        wrong: str = "",
    ) -> None:
        """Create the app.

        Args:
            puzzle: The puzzle to open first.
            options: The options at the start.
            folder: The folder of saves and settings.
            files_allowed: False if puzzles must not be opened from files, nor anything exported.
            store_choices: False if choices must not be stored, as others play with this folder.
            lobby: The lobby, if the host has set up a folder for it.
            start_message: A message to show at the start.
        """
        options = options or UserOptions()
        # a stylesheet that is loaded with its screen makes Textual restyle all widgets
        stylesheets = [*self.CSS_PATH, PLAY_STYLESHEET] if puzzle else None
        driver = driver_class(options.appearance.ascii_only)
        super().__init__(driver, css_path=stylesheets, ansi_color=True)
        textual_themes.register(self)
        set_host_limits(options.host_limits)
        self._first_puzzle = puzzle
        self.files = files
        self.folder = folder or data_folder()
        choice_store = ChoiceStore(self.folder, own_settings, self.tell, self.announce)
        self.settings = SettingsService(choice_store, options, self._on_setting_changed)
        self.options = self.settings.options
        self.dress()
        self._store = Store(self.folder)
        self.autosave = Autosave(self._store, self._on_saved)
        self.pace = Pace()
        self.turns = Turns(self, super().on_event)
        self._start_message = wrong
        self._create_services(choice_store, company)
        self._stylesheet_problem = ""
        if files and own_settings:
            self._stylesheet_problem = user_stylesheet.apply_user_stylesheet(self, self.folder)

    def _create_services(self, choice_store: ChoiceStore, company: "Company | None") -> None:
        self.own_keys = KeyBindings(
            choice_store,
            self.set_keymap,
            partial(actions.load_actions, type(self)),
            self.settings.set_key_displays,
        )
        self.finder = PuzzleFinder(self.folder, self.files)
        self.records = SavesService(self._store, self.autosave, self.announce)
        self.library = LibraryService(self.options, self.finder, self.records, self.announce)
        self.company = self._create_lobby(company) if company else CompanyService()
        self.autosave.on_session_shown = self.company.follow
        self.opener = PuzzleOpener(self, busy=self._first_puzzle is not None)
        self.navigator = ScreenNavigator(self)
        self.quit_handler = QuitHandler(self)

    def _create_lobby(self, company: "Company") -> CompanyService:
        def ask() -> None:
            self.call_after_refresh(self.navigator.ask_for_board)

        return lazy.lobby_service.InCompany(company, self.options, self.announce, ask)

    def get_default_screen(self) -> Screen[Any]:
        return HomeScreen(covered=self._first_puzzle is not None)

    def refresh_css(self, animate: bool = True) -> None:
        """Refresh styles; before there is a screen only set variables, as all is parsed later."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def on_mount(self) -> None:
        self.autosave.start()
        self._store.claim()
        self.company.start()
        if terminal := painted(self):
            self.pace = Pace(terminal.ask)
            terminal.answered = self.pace.answered
            terminal.told = self._notify_from_driver
        if self._first_puzzle:
            self.opener.open_first(self._first_puzzle)
        else:
            self.call_after_refresh(self._notify_missing_kernels)
        self.call_later(self.library.tell_of_games)  # the first screen may have no refresh
        self.call_later(self.run_worker, self._show_start_messages)
        self.set_timer(LOADING_SECONDS, self._on_loaded)

    def _on_loaded(self) -> None:
        """Prepare the stylesheet of the play screen, which most users open first."""
        startup.over()
        stylesheet = Path(__file__).parent / PLAY_STYLESHEET
        if not self.stylesheet.has_source(str(stylesheet)):
            self.stylesheet.read(stylesheet)

    async def on_unmount(self) -> None:
        """Wait for solver processes that were killed, before the event loop is closed."""
        await lazy.child_process.wait_for_killed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the lobby without one, and for guests the suspension, which opens a shell."""
        if action == "lobby":
            return self.company.on
        return self.files or action != "suspend_process"

    def get_key_display(self, binding: Binding) -> str:
        return self.options.display_keys(binding.key_display or sign(binding.key))

    def page(self) -> BaseScreen[Any] | None:
        for screen in reversed(self.screen_stack):
            if isinstance(screen, BaseScreen):
                return screen
        return None

    def tell(self, message: str) -> None:
        if message and (screen := self.page()):
            screen.tell(message)

    def announce(self, message: str) -> None:
        if message:
            self.tell(message)
            self.speaker = None

    def _notify_from_driver(self, message: str) -> None:
        """Show a message of the driver, after the keys typed so far; called in another thread."""

        async def notify() -> None:
            await self.turns.over()
            self.tell(message)

        self.call_later(self.run_worker, notify)

    def _notify_missing_kernels(self) -> None:
        """Notify the user if solvers are not compiled, unless there is another message."""
        if not all_kernels_compiled() and (screen := self.page()) and not screen.notice:
            self.tell("Solvers are not compiled and take longer")

    async def _show_start_messages(self) -> None:
        """Show what is wrong with settings, keys and stylesheet."""
        messages = (
            self._start_message,
            await self.settings.file_problem(),
            await self.own_keys.check(),
            self._stylesheet_problem,
        )
        self.announce("\n".join(message for message in messages if message))

    def why_not(self, screen: Screen[Any], key: str) -> str:
        if self.files:
            return ""
        names = {binding.id for binding in actions.bindings(type(screen), type(self))}
        for name, action in SHUT.items():
            keys = self.own_keys.settled.get(name, action.default_key)
            if name in names and key in keys.split(","):
                return action.reason
        return ""

    def dress(self, theme: str = "") -> None:
        name = theme or self.options.appearance.theme
        color_system = self.console.color_system
        if self.no_color or name == "no colours":
            name = "no colours"
            self.settings.set_color_depth("none")
        elif color_system == "standard":  # 16 colours: the other themes need more
            name = "terminal"
            self.settings.set_color_depth("few")
        else:
            self.settings.set_color_depth("many")
        self.palette = palette(name, color_system)
        self.theme = textual_themes.theme_of(name)
        for screen in self.screen_stack:
            screen.query("Lines, LongList").refresh()  # they draw with the palette

    def _on_setting_changed(self, name: str) -> None:
        preferences = self.options.preferences
        if name == "theme":
            self.dress()
        if name == "board" and self.company.on and preferences.share_results == "yes":
            self.navigator.offer_results()
        if name == "mouse":
            hear_mouse(self, preferences.mouse)
        if screen := self.page():
            screen.look_changed()

    def _on_saved(self, message: str) -> None:
        """Draw the frame that has waited for its move to be stored, and show a message."""
        if not self.screen_stack:  # the app is closing
            return
        if screen := self.page():
            screen.paint()
        self.announce(message or self._store.notice())

    def close_store(self) -> str:
        """Store what is pending and close the store; return a message if that fails, or ""."""
        self.company.close()
        self.autosave.send_before_close()
        self._store.close()
        return self.autosave.final_trouble()

    # Actions

    async def action_quit(self) -> None:
        await self.quit_handler.quit()

    async def action_interrupt(self) -> None:
        """Copy the selected text; without a selection quit, but ask first during a game."""
        await self.quit_handler.interrupt()

    def action_command_palette(self) -> None:
        self.navigator.open_palette()

    def action_settings(self) -> None:
        self.navigator.open_settings()

    def action_statistics(self) -> None:
        self.navigator.open_statistics()

    def action_lobby(self) -> None:
        self.navigator.open_company()

    def action_lab(self) -> None:
        self.navigator.open_lab()

    def action_help(self) -> None:
        self.navigator.show_help()

    def action_tour(self) -> None:
        self.navigator.show_tour()

    # Terminal

    async def on_event(self, event: events.Event) -> None:
        """Queue keys, mouse events and pastes, so that each is handled after the one before."""
        is_input = isinstance(event, events.InputEvent | events.Paste)
        if event.is_forwarded or not is_input or not self.turns.take(event):
            await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return without_colours(super().get_line_filters())

    def on_resize(self, event: events.Resize) -> None:
        if terminal := painted(self):
            terminal.resized(*event.size)
