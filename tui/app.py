"""The app: creates the services, applies themes, shows notifications, handles global keys."""

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.geometry import Offset
from textual.screen import Screen

from ludoscope.games import FAMILIES
from ludoscope.games.registry import is_guarding_plugins
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.host_limits import set_host_limits
from ludoscope.search.storage.folders import data_folder
from ludoscope.tui import lazy, screens, startup
from ludoscope.tui.boards.themes import theme_palette
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.guest import DISABLED_BINDINGS
from ludoscope.tui.quit import QuitHandler
from ludoscope.tui.saves import KEYS_FILE
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.services import user_stylesheet
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.base_lobby import BaseLobbyService
from ludoscope.tui.services.choice_store import ChoiceStore
from ludoscope.tui.services.settings_service import SettingsService
from ludoscope.tui.terminal.driver_choice import (
    can_suspend,
    choose_driver_class,
    get_diff_driver,
    set_warning_handler,
    silence_standard_output,
)
from ludoscope.tui.terminal.frame_pacer import FramePacer
from ludoscope.tui.terminal.input_queue import InputQueue
from ludoscope.tui.terminal.no_color import replace_color_filters
from ludoscope.tui.terminal.printable import PRINTABLE_FILTER
from ludoscope.tui.terminal.private import enable_mouse
from ludoscope.tui.widgets import textual_themes
from ludoscope.tui.widgets.footer import SILENT_KEYS, key_symbol
from ludoscope.tui.widgets.text_cursor import find_text_cursor

if TYPE_CHECKING:
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.tui.lobby.lobby import Lobby
    from ludoscope.tui.navigator import Navigator
    from ludoscope.tui.newer_saves import NewerSavesHandler
    from ludoscope.tui.puzzle_opener import PuzzleOpener
    from ludoscope.tui.saves.autosave import Autosave
    from ludoscope.tui.saves.store import Store
    from ludoscope.tui.services.difficulties import DifficultyService
    from ludoscope.tui.services.key_bindings import KeyBindings
    from ludoscope.tui.services.library import LibraryService
    from ludoscope.tui.services.plugin_faults import PluginFaults
    from ludoscope.tui.services.puzzle_finder import PuzzleFinder
    from ludoscope.tui.services.saves_service import SavesService
    from ludoscope.tui.services.similar import SimilarPuzzles
    from ludoscope.tui.services.winnable_deals import WinnableDeals

PLAY_STYLESHEET = "screens/play/play.tcss"
LEADERBOARD_SETTING = "board"  # the name of the setting in the file, not a game board
FAULT_CHECK_SECONDS = 1.0  # between checks for calls of plug-ins that never end
UNDO_ACTIONS = ("play.undo", "edit.undo")
LOADING_SECONDS = 1.0  # longer than the first frame takes
SERVICE_MODULES = (  # names in `lazy`; they import the others
    *("autosave", "newer_saves", "saves_service", "key_bindings", "actions"),
    *("library_service", "difficulties", "similar_puzzles", "puzzle_opener", "navigator"),
    *("home_rows", "calendar_text"),
)


class LudoscopeApp(AppBase):
    """The Ludoscope app.

    Its services are created on first use: the first frame of the home screen needs none of those
    that are a `cached_property`, and `load_services` imports them after it.
    """

    TITLE = "Ludoscope"
    # Textual does not load the stylesheet of the default screen
    CSS_PATH: ClassVar = ["app.tcss", "screens/home/home.tcss"]
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", id="app.help"),
        Binding("ctrl+p", "command_palette", "commands", id="app.palette", priority=True),
        Binding("comma", "settings", "settings", id="app.settings", show=False),
        Binding("ctrl+l", "lab", "lab", id="app.lab", show=False),
        Binding("ctrl+o", "answer", "answer invitation", id="app.answer", show=False),
        # ctrl+q is not shown: terminals with flow control do not pass it on
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
        puzzle: "Puzzle | None" = None,
        options: UserOptions | None = None,
        folder: Path | None = None,
        files_allowed: bool = True,
        store_choices: bool = True,
        lobby: "Lobby | None" = None,
        start_message: str = "",
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
        driver = choose_driver_class(options.appearance.ascii_only)
        super().__init__(driver, ansi_color=True)
        textual_themes.register_themes(self)
        set_host_limits(options.host_limits)
        self._first_puzzle = puzzle
        self.is_opening_first = puzzle is not None
        self.files_allowed = files_allowed
        self.data_folder = folder or data_folder()
        self._choice_store = ChoiceStore(
            self.data_folder, store_choices, self.notify_here, self.notify_anywhere
        )
        self.settings = SettingsService(self._choice_store, options, self._on_setting_changed)
        self.options = self.settings.options
        self.apply_theme()
        self.frame_pacer = FramePacer()
        self.input_queue = InputQueue(self, super().on_event)
        self._start_message = start_message
        self._loading_services = asyncio.Lock()
        self._has_services = False
        self.lobby = self._create_lobby_service(lobby) if lobby else BaseLobbyService()
        self._plugin_faults: PluginFaults | None = None
        self.quit_handler = QuitHandler(self)
        if os.path.lexists(self.data_folder / KEYS_FILE):
            _ = self.key_bindings  # the user's keys are applied when it is created
        self._stylesheet_problem = ""
        if files_allowed and store_choices:
            self._stylesheet_problem = user_stylesheet.apply_user_stylesheet(self, self.data_folder)

    # Services

    @cached_property
    def _store(self) -> "Store":
        return lazy.store.Store(self.data_folder)

    @cached_property
    def autosave(self) -> "Autosave":
        autosave = lazy.autosave.Autosave(self._store, self._on_saved)
        autosave.on_session_shown = self.lobby.share_session
        autosave.start()
        return autosave

    @cached_property
    def newer_saves(self) -> "NewerSavesHandler":
        return lazy.newer_saves.NewerSavesHandler(self, self._store)

    @cached_property
    def saves(self) -> "SavesService":
        return lazy.saves_service.SavesService(
            self._store, self.autosave, self.notify_anywhere, self.newer_saves.ask_if_needed
        )

    @cached_property
    def key_bindings(self) -> "KeyBindings":
        return lazy.key_bindings.KeyBindings(
            self._choice_store,
            self.set_keymap,
            partial(lazy.actions.load_actions, type(self)),
            self.settings.set_key_displays,
        )

    @cached_property
    def puzzle_finder(self) -> "PuzzleFinder":
        return lazy.puzzle_finder.PuzzleFinder(self.data_folder, self.files_allowed)

    @cached_property
    def library(self) -> "LibraryService":
        return lazy.library_service.LibraryService(
            self.options, self.puzzle_finder, self.saves, self.notify_anywhere
        )

    @cached_property
    def winnable_deals(self) -> "WinnableDeals":
        return lazy.winnable_deals.WinnableDeals(self.options)

    @cached_property
    def difficulties(self) -> "DifficultyService":
        return lazy.difficulties.DifficultyService(self.saves, self.notify_anywhere)

    @cached_property
    def similar(self) -> "SimilarPuzzles":
        return lazy.similar_puzzles.SimilarPuzzles(
            self.puzzle_finder, self.library, self.difficulties, self.winnable_deals
        )

    @cached_property
    def puzzle_opener(self) -> "PuzzleOpener":
        return lazy.puzzle_opener.PuzzleOpener(self)

    @cached_property
    def navigator(self) -> "Navigator":
        return lazy.navigator.Navigator(self)

    def _create_lobby_service(self, lobby: "Lobby") -> BaseLobbyService:
        def ask() -> None:
            self.call_after_refresh(self.navigator.ask_to_share_results)

        return lazy.lobby_service.LobbyService(lobby, self.options, self.notify_anywhere, ask)

    def _has_created(self, service: str) -> bool:
        """Return True if a service has been used."""
        return service in vars(self)

    async def load_services(self) -> None:
        """Import the modules of all services, in a thread, so that the screen does not wait."""
        async with self._loading_services:
            if not self._has_services:
                await asyncio.to_thread(lazy.load, SERVICE_MODULES)
                self._has_services = True

    def get_default_screen(self) -> Screen[Any]:
        return HomeScreen(covered=self._first_puzzle is not None)

    def get_screen(
        self, screen: Screen[Any] | str, screen_class: type[Screen[Any]] | None = None
    ) -> Any:
        """Return a screen, its stylesheets loaded.

        Textual calls this before it opens a screen, and loads the stylesheets only afterwards. That
        restyles all widgets that are shown, and would be too late: from Python 3.12 on the widgets
        of the screen are mounted at once, and get their styles then.
        """
        found = super().get_screen(screen, screen_class)
        for path in found.css_path:
            self._load_stylesheet(path)
        return found

    def _load_stylesheet(self, path: Path) -> None:
        """Load a stylesheet unless it is loaded; it is parsed when next a widget is styled."""
        if not self.stylesheet.has_source(str(path)):
            # `Stylesheet.read` would leave the rules by selector as they were
            self.stylesheet.add_source(path.read_text(encoding="utf-8"), (str(path), ""))

    def refresh_css(self, animate: bool = True) -> None:
        """Refresh styles; before there is a screen only set variables, as all is parsed later."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def contain_plugin_faults(self) -> None:
        """Go on after errors of plug-ins, which are shown and logged."""
        self._plugin_faults = lazy.plugin_faults.PluginFaults(self._notify_of_fault)
        self._plugin_faults.start()
        silence_standard_output(self)
        self.set_interval(FAULT_CHECK_SECONDS, self._plugin_faults.stop_slow_threads)

    def contain_error(self, error: BaseException) -> bool:
        return self._plugin_faults is not None and self._plugin_faults.contain(error)

    def _notify_of_fault(self, message: str) -> None:
        """Show a message on a plug-in; called in any thread."""
        self.call_later(self.notify_here, message)

    def on_mount(self) -> None:
        if is_guarding_plugins() and FAMILIES.plugins:
            self.contain_plugin_faults()
        self.lobby.start()
        if terminal := get_diff_driver(self):
            self.frame_pacer = FramePacer(terminal.send_status_query)
            terminal.on_answer = self.frame_pacer.add_answer
            if self.options.appearance.show_cursor:
                terminal.show_cursor(visible=True)
        set_warning_handler(self, self._notify_from_driver)
        self.app_suspend_signal.subscribe(self, self._stop_clocks, immediate=True)
        self.app_resume_signal.subscribe(self, self._return_from_suspension)
        if self._first_puzzle:
            self.run_worker(partial(self._open_first, self._first_puzzle))
        else:
            self.call_after_refresh(self.run_worker, self._open_home)
        self.set_timer(LOADING_SECONDS, self._on_loaded)

    async def _open_first(self, puzzle: "Puzzle") -> None:
        """Open the saves and the first puzzle, whose first frame needs few of the services."""
        if await self._open_saves():
            self.puzzle_opener.open_first(puzzle, self._start_showing_messages)

    async def _open_home(self) -> None:
        """Load all services and open the saves; the home screen has been drawn."""
        self._start_showing_messages()
        await self.load_services()
        await self._open_saves()

    async def _open_saves(self) -> bool:
        """Open the saves; return False if the user quits because of them."""
        with suppress(lazy.store.StoreError):  # the first query reports it
            await asyncio.wrap_future(self._store.claim())
        return await self.newer_saves.wait_for_choice()

    def _start_showing_messages(self) -> None:
        self.run_worker(self._show_start_messages)

    def _on_loaded(self) -> None:
        """Prepare the stylesheet of the play screen, which most users open first."""
        startup.resume_garbage_collection()
        self._load_stylesheet(Path(__file__).resolve().parent / PLAY_STYLESHEET)

    async def on_unmount(self) -> None:
        """Wait for solver processes that were killed, before the event loop is closed."""
        if self._plugin_faults:
            self._plugin_faults.stop()
            self._plugin_faults.end_process_soon(self._close_and_exit)
        if self._has_created("winnable_deals"):
            await self.winnable_deals.close()
        await lazy.child_process.wait_for_killed()

    def _close_and_exit(self) -> None:
        """End the process without its threads; the terminal has been restored."""
        self.close_store()
        os._exit(self.return_code or 0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the lobby without one, and for guests the suspension, which opens a shell."""
        if action in ("lobby", "answer"):
            return self.lobby.is_available
        return self.files_allowed or action != "suspend_process"

    def get_key_display(self, binding: Binding) -> str:
        if binding.key in SILENT_KEYS:
            return ""
        return self.options.display_keys(binding.key_display or key_symbol(binding.key))

    def top_screen(self) -> BaseScreen[Any] | None:
        for screen in reversed(self.screen_stack):
            if isinstance(screen, BaseScreen):
                return screen
        return None

    def notify_here(self, message: str) -> None:
        if message and (screen := self.top_screen()):
            screen.notify_here(message)

    def notify_anywhere(self, message: str) -> None:
        if message:
            self.notify_here(message)
            self.notifying_screen = None

    def _notify_from_driver(self, message: str) -> None:
        """Show a message of the driver, after the keys typed so far; called in another thread."""

        async def notify() -> None:
            await self.input_queue.wait_until_empty()
            self.notify_here(message)

        self.call_later(self.run_worker, notify)

    async def _show_start_messages(self) -> None:
        """Show what is wrong with games, kernels, settings, keys and stylesheet."""
        await self.load_services()
        if not self.screen_stack:  # the app is closing; keys can be given only to a screen
            return
        key_bindings = self.key_bindings
        self.library.report_plugin_errors()
        if not self._first_puzzle and not all_kernels_compiled():
            self.notify_here("Solvers are not compiled and take longer")
        messages = (
            self._start_message,
            await self.settings.file_problem(),
            await key_bindings.check(),
            self._stylesheet_problem,
        )
        self.notify_anywhere("\n".join(message for message in messages if message))

    def disabled_reason(self, screen: Screen[Any], key: str) -> str:
        if self.files_allowed:
            return ""
        names = {binding.id for binding in lazy.actions.screen_bindings(type(screen), type(self))}
        for name, action in DISABLED_BINDINGS.items():
            keys = self.key_bindings.effective_keys.get(name, action.default_key)
            if name in names and key in keys.split(","):
                is_suspension = name == "app.suspend"
                return self._name_undo_key(action.reason) if is_suspension else action.reason
        return ""

    def apply_theme(self, theme: str = "") -> None:
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
        self.palette = theme_palette(name, color_system)
        self.theme = textual_themes.textual_theme_name(name)
        for screen in self.screen_stack:
            screen.query("StyledLines, LongList").refresh()  # they draw with the palette

    def _on_setting_changed(self, name: str) -> str:
        """Apply a setting; return why that has no effect in this session, "" if it has."""
        preferences, obstacle = self.options.preferences, ""
        if name == "theme":
            self.apply_theme()
            obstacle = self._theme_obstacle
        if (
            name == LEADERBOARD_SETTING
            and self.lobby.is_available
            and preferences.share_results == "yes"
        ):
            self.navigator.offer_results()
        if name == "mouse" and not enable_mouse(self, preferences.mouse):
            obstacle = "only from the next start on"
            if self.is_web:
                obstacle = "" if preferences.mouse else "in a browser it is always on"
        if name == "ascii":
            self._apply_characters()
        if name == "cursor" and (driver := get_diff_driver(self)):
            driver.show_cursor(self.options.appearance.show_cursor)
        if screen := self.top_screen():
            screen.on_appearance_changed()
        return obstacle

    @property
    def _theme_obstacle(self) -> str:
        """The reason for which the chosen theme is not shown, "" if it is shown."""
        theme, color_depth = self.options.appearance.theme, self.options.appearance.color_depth
        if color_depth == "none" and theme != "no colours":
            return "this session shows no colours"
        if color_depth == "few" and theme != "terminal":
            return "this terminal has only sixteen colours"
        return ""

    def _apply_characters(self) -> None:
        """Draw every screen with ASCII only, or with all characters."""
        if driver := get_diff_driver(self):
            driver.set_ascii_only(self.options.appearance.ascii_only)
        for screen in self.screen_stack:
            screen.query("*").refresh()

    def _on_saved(self, message: str) -> None:
        """Draw the frame that has waited for its move to be stored, and show a message."""
        if not self.screen_stack:  # the app is closing
            return
        if screen := self.top_screen():
            screen.refresh_view()
        self.newer_saves.ask_if_needed()
        if self.newer_saves.is_unsaved:
            return  # what autosave takes for stored is in memory
        self.notify_anywhere(message or self._store.next_notice())

    def close_store(self) -> str:
        """Store what is pending and close the store; return a message if that fails, or ""."""
        self.lobby.close()
        has_autosave = self._has_created("autosave")
        if has_autosave:
            self.autosave.send_before_close()
        if self._has_created("_store"):
            self._store.close()
        return self.autosave.final_problem_message() if has_autosave else ""

    @property
    def save_problem(self) -> str:
        return self.autosave.problem_message if self._has_created("autosave") else ""

    # Actions

    async def action_quit(self) -> None:
        await self.quit_handler.quit()

    async def action_interrupt(self) -> None:
        """Copy the selected text; without a selection quit, but ask first during a game."""
        await self.quit_handler.interrupt()

    @property
    def play_screens(self) -> "list[screens.PlayScreen]":
        """The play screens of the stack."""
        return [screen for screen in self.screen_stack if isinstance(screen, screens.PlayScreen)]

    def action_suspend_process(self) -> None:
        """Suspend the app.

        If no shell could resume it, or on other systems, a message says so and names the key for
        what ctrl+z does in other programs.
        """
        if not can_suspend(self):
            reason = "Ludoscope can be suspended only where a shell can resume it"
            self.notify_here(self._name_undo_key(reason))
            return
        super().action_suspend_process()  # the driver does it after what is going on now

    def _stop_clocks(self, _: object) -> None:
        for screen in self.play_screens:
            screen.model.session.stop_clock(time.monotonic())

    def _return_from_suspension(self, _: object) -> None:
        for screen in self.play_screens:
            screen.start_clock()
        key = self.options.key_display("app.suspend", "ctrl+z")
        self.notify_here(self._name_undo_key(f"Ludoscope was suspended by {key}"))

    def _name_undo_key(self, message: str) -> str:
        """Add the key that undoes a move, if the current screen has one, to a message."""
        for active in self.screen.active_bindings.values():
            if active.binding.id in UNDO_ACTIONS:
                return f"{message}; undo: {self.get_key_display(active.binding)}"
        return message

    def action_command_palette(self) -> None:
        self.navigator.open_palette()

    def action_settings(self) -> None:
        self.navigator.open_settings()

    def action_statistics(self) -> None:
        self.navigator.open_statistics()

    def action_lobby(self) -> None:
        self.navigator.open_lobby()

    def action_answer(self) -> None:
        self.navigator.answer_invitation()

    def action_lab(self) -> None:
        self.navigator.open_lab()

    def action_help(self) -> None:
        self.navigator.toggle_help()

    def action_tour(self) -> None:
        self.navigator.open_tour()

    # Terminal

    async def on_event(self, event: events.Event) -> None:
        """Queue keys, mouse events and pastes, so that each is handled after the one before."""
        is_input = isinstance(event, events.InputEvent | events.Paste)
        if is_input and not event.is_forwarded and self.input_queue.add(event):
            return
        if not is_input or self.screen_stack:  # none is left while the app closes
            await super().on_event(event)

    @property
    def cursor_position(self) -> Offset:
        """The cell of the terminal's own cursor, where Textual puts it after each frame."""
        return find_text_cursor(self.screen) if self.screen_stack else Offset(0, 0)

    @cursor_position.setter
    def cursor_position(self, _: Offset) -> None:
        """Ignore where Textual's widgets want it: it follows from what has the focus."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [PRINTABLE_FILTER, *replace_color_filters(super().get_line_filters())]

    def on_resize(self, event: events.Resize) -> None:
        """Forget what the terminal shows, and draw it again.

        A screen that is laid out in that size already would draw nothing: after a resize there and
        back, or when the process was stopped and the terminal is set anew.
        """
        if terminal := get_diff_driver(self):
            terminal.set_terminal_size(*event.size)
        if self.screen_stack and event.size == self.screen.outer_size:
            self.refresh()
