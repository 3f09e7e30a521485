"""The app: its services, and what it does the same way on every screen."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.process.host_limits import set_host_limits
from ludoscope.search.storage.folders import data_folder
from ludoscope.tui import actions as registry
from ludoscope.tui import startup
from ludoscope.tui.boards.themes import palette
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.guest import SHUT
from ludoscope.tui.navigator import ScreenNavigator
from ludoscope.tui.puzzle_opener import PuzzleOpener
from ludoscope.tui.quit import Quitting
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.saves.store import Store
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.home.screen import HomePage
from ludoscope.tui.services import user_stylesheet
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.services.key_bindings import OwnKeys
from ludoscope.tui.services.library import Library
from ludoscope.tui.services.no_lobby import CompanyService
from ludoscope.tui.services.preferences import Person, SettingsService
from ludoscope.tui.services.puzzle_finder import Finder
from ludoscope.tui.services.records import Records
from ludoscope.tui.terminal.driver_choice import driver_class, painted
from ludoscope.tui.terminal.frame_pacer import Pace
from ludoscope.tui.terminal.input_queue import Turns
from ludoscope.tui.terminal.no_color import without_colours
from ludoscope.tui.terminal.private import hear_mouse
from ludoscope.tui.widgets import textual_themes
from ludoscope.tui.widgets.footer import sign

if TYPE_CHECKING:
    from ludoscope.tui.lobby.lobby import Company

PLAY = "screens/play/play.tcss"
LOADED_SECONDS = 1.0  # after the start, by far


class LudoscopeApp(Services):
    """`puzzle` is opened at once when one is given; without `files` none can be opened from disk.

    `folder` is where saves and settings are; settings are kept where they are the person's own.
    `company` is there where a host has made a folder for it; `wrong` is to be told at first.
    """

    TITLE = "Ludoscope"
    # Textual loads no first screen's own
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

    opener: PuzzleOpener
    navigator: ScreenNavigator

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
        options = options or UserOptions()
        # a sheet that comes with its screen has all others matched again
        sheets = [*self.CSS_PATH, PLAY] if puzzle else None
        driver = driver_class(options.appearance.ascii_only)
        super().__init__(driver, css_path=sheets, ansi_color=True)
        textual_themes.register(self)
        set_host_limits(options.host_limits)
        self._first = puzzle
        self.files = files
        self.folder = folder or data_folder()
        person = Person(self.folder, own_settings, self.tell, self.announce)
        self.settings = SettingsService(person, options, self._worn)
        self.options = self.settings.options
        self.dress()
        self._store = Store(self.folder)
        self.autosave = Autosave(self._store, self._kept)
        self.pace = Pace()
        self.turns = Turns(self, super().on_event)
        self._wrong = wrong
        self._compose_services(person, company)
        self._style_wrong = (
            user_stylesheet.wear(self, self.folder) if files and own_settings else ""
        )

    def _compose_services(self, person: Person, company: "Company | None") -> None:
        actions = partial(registry.actions, type(self))
        self.own_keys = OwnKeys(person, self.set_keymap, actions, self.settings.set_key_displays)
        self.finder = Finder(self.folder, self.files)
        self.records = Records(self._store, self.autosave, self.announce)
        self.library = Library(self.options, self.finder, self.records, self.announce)
        self.company = self._in(company) if company else CompanyService()
        self.autosave.shown = self.company.follow
        self.opener = PuzzleOpener(self, busy=self._first is not None)
        self.navigator = ScreenNavigator(self)
        self.quitting = Quitting(self)

    def _in(self, company: "Company") -> CompanyService:
        from ludoscope.tui.services.lobby import InCompany

        ask = lambda: self.call_after_refresh(self.navigator.ask_for_board)  # noqa: E731
        return InCompany(company, self.options, self.announce, ask)

    def get_default_screen(self) -> Screen[Any]:
        return HomePage(covered=self._first is not None)

    def refresh_css(self, animate: bool = True) -> None:
        """Before there is a screen they are not parsed: its own sheets have all parsed again."""
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
            terminal.told = self._tell_soon
        if self._first:
            self.opener.begin(self._first)
        else:
            self.call_after_refresh(self._tell_of_kernels)
        self.call_later(self.library.tell_of_games)  # a refresh may never come to the first screen
        self.call_later(self.run_worker, self._check_files)
        self.set_timer(LOADED_SECONDS, self._loaded)

    def _loaded(self) -> None:
        """The first frame has been seen: the sheet of what most people open next is parsed with the
        next style.
        """
        startup.over()
        sheet = Path(__file__).parent / PLAY
        if not self.stylesheet.has_source(str(sheet)):
            self.stylesheet.read(sheet)

    async def on_unmount(self) -> None:
        """What still runs has been cancelled; it must be gone before the event loop is."""
        from ludoscope.search.process.child_process import wait_for_killed

        await wait_for_killed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where files are shut, so is the shell that one may have come from."""
        if action == "company":
            return self.company.on
        return self.files or action != "suspend_process"

    def get_key_display(self, binding: Binding) -> str:
        return self.options.display_keys(binding.key_display or sign(binding.key))

    def page(self) -> BaseScreen[Any] | None:
        pages = (one for one in self.screen_stack[::-1] if isinstance(one, BaseScreen))
        return next(pages, None)

    def tell(self, sentence: str) -> None:
        if sentence and (page := self.page()):
            page.tell(sentence)

    def announce(self, sentence: str) -> None:
        if sentence:
            self.tell(sentence)
            self.speaker = None

    def _tell_soon(self, sentence: str) -> None:
        """From another thread: what the driver has left out, after the keys that it has not."""

        async def tell() -> None:
            await self.turns.over()
            self.tell(sentence)

        self.call_later(self.run_worker, tell)

    def _tell_of_kernels(self) -> None:
        """Where there are none, unless there is worse to tell."""
        from ludoscope.search.kernels import all_kernels_compiled

        if not all_kernels_compiled() and (page := self.page()) and not page.notice:
            self.tell("kernels not compiled: solvers take longer")

    async def _check_files(self) -> None:
        wrong = await self.settings.wrong(), await self.own_keys.wrong()
        self.announce("\n".join(filter(None, (self._wrong, *wrong, self._style_wrong))))

    def why_not(self, screen: Screen[Any], key: str) -> str:
        if not self.files:
            here = {binding.id for binding in registry.bindings(type(screen), type(self))}
            for name, (usual, why) in SHUT.items():
                if name in here and key in self.own_keys.settled.get(name, usual).split(","):
                    return why
        return ""

    def dress(self, theme: str = "") -> None:
        """Apply the chosen theme, or preview `theme`; with 16 colours always "terminal"."""
        name, colours = theme or self.options.appearance.theme, self.console.color_system
        bare, few = self.no_color or name == "no colours", colours == "standard"
        name = "no colours" if bare else "terminal" if few else name
        self.settings.set_color_depth("none" if bare else "few" if few else "many")
        self.palette = palette(name, colours)
        self.theme = textual_themes.theme_of(name)
        for screen in self.screen_stack:
            screen.query("Lines, LongList").refresh()  # roles are no styles of Textual's

    def _worn(self, name: str) -> None:
        """The person has chosen another option of a setting."""
        if name == "theme":
            self.dress()
        if name == "board" and self.company.on and self.options.preferences.share_results == "yes":
            self.navigator.offer_results()
        if name == "mouse":
            hear_mouse(self, self.options.preferences.mouse)
        if page := self.page():
            page.look_changed()

    def _kept(self, wrong: str) -> None:
        """The frame of a move need not wait any longer."""
        if not self.screen_stack:  # a last save, made on leaving
            return
        if page := self.page():
            page.paint()
        self.announce(wrong or self._store.notice())

    def close_store(self) -> str:
        """Store what is not stored yet; a sentence on what could not be stored, or ""."""
        self.company.close()
        self.autosave.send_last()
        self._store.close()
        return self.autosave.final_trouble()

    # Actions

    async def action_quit(self) -> None:
        await self.quitting.quit()

    async def action_interrupt(self) -> None:
        """Copy what is selected; where nothing is, quit, and ask first in a game."""
        await self.quitting.interrupt()

    def action_command_palette(self) -> None:
        self.navigator.open_palette()

    def action_settings(self) -> None:
        self.navigator.open_settings()

    def action_statistics(self) -> None:
        self.navigator.open_statistics()

    def action_company(self) -> None:
        self.navigator.open_company()

    def action_lab(self) -> None:
        self.navigator.open_lab()

    def action_help(self) -> None:
        self.navigator.show_help()

    def action_tour(self) -> None:
        self.navigator.show_tour()

    # Keys, and painting

    async def on_event(self, event: events.Event) -> None:
        """What a person does goes its way when what they did before has gone it."""
        done_by_person = isinstance(event, events.InputEvent | events.Paste)
        if event.is_forwarded or not done_by_person or not self.turns.take(event):
            await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return without_colours(super().get_line_filters())

    def on_resize(self, event: events.Resize) -> None:
        if terminal := painted(self):
            terminal.resized(*event.size)
