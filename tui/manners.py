"""What the app does alike on every screen: settings, themes, keys, help, tour and palette."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from textual.binding import ActiveBinding

from ludoscope.games import FAMILIES
from ludoscope.tui import keymap
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.themes import Palette, palette
from ludoscope.tui.books import Books
from ludoscope.tui.guest import SHUT
from ludoscope.tui.saves.keeping import Keeping
from ludoscope.tui.saves.settings import NAMED, Settings, choices, wear
from ludoscope.tui.screens.overlay import Overlay
from ludoscope.tui.screens.page import Page
from ludoscope.tui.screens.picker import Choice, Picker
from ludoscope.tui.terminal.private import hear_mouse
from ludoscope.tui.widgets.canvas import Canvas
from ludoscope.tui.widgets.footer import told

ARROWS = frozenset("↑↓←→")
Command = Callable[[], Any]


class Manners(Books):
    """`look` is what the person likes; all screens and boards follow it.

    Without `own_settings` what is chosen is forgotten on leaving: others play with this folder.
    """

    look: Look
    files: bool
    own_settings: bool
    _folder: Path
    own_keys: Mapping[str, str]
    keeping: Keeping
    _doubting = False  # whether the person is asked if they want to lose what is not saved
    open_library: Callable[[str], None]

    def dress(self) -> None:
        """Follow the look, and the keys of the person."""
        self.palette = self._palette()
        self.own_keys, self._wrong_keys = keymap.read(self._folder)
        self._use_keys()

    def _palette(self) -> Palette:
        theme = "no colours" if self.no_color else self.look.theme
        return palette(theme, self.console.color_system)

    # What is said

    def page(self) -> Page[Any] | None:
        """The screen on top, under what may be laid over it."""
        return next((one for one in reversed(self.screen_stack) if isinstance(one, Page)), None)

    def _tell(self, sentence: str) -> None:
        if page := self.page():
            page.tell(sentence)

    # Leaving

    async def action_quit(self) -> None:
        """Quit; ask once if something cannot be saved."""
        if self._doubting or not self.keeping.behind:
            self.exit()
        else:
            self.run_worker(self._leave, group="leave", exclusive=True)

    async def _leave(self) -> None:
        self.keeping.send_all()
        await self.keeping.settled()
        if not (unsaved := self.keeping.unsaved):
            self.exit()
            return
        self._doubting = True
        choices = [
            Choice("stay", "saving is tried again every few seconds", False),
            Choice("quit", "what is not saved is lost", True),
        ]
        self.push_screen(Picker(f"{unsaved}: quit anyway?", choices), self._decide)

    async def _decide(self, quit_: bool | None) -> None:
        self._doubting = False
        if quit_:
            self.exit()

    # Settings

    async def choose(self, said: str, **chosen: Any) -> None:
        """Say what the person has chosen, and keep it for good where it is theirs alone."""
        if not self.own_settings:
            self._tell(_for_now(said))
            return
        self._tell(said)
        try:
            await asyncio.to_thread(Settings.change, self._folder, **chosen)
        except OSError as error:
            lost = f"{said}; not saved" if said else "settings cannot be saved"
            self._tell(f"{lost}: {error.strerror}")

    async def change(self, name: str, value: Any, said: str = "") -> None:
        """Choose an option of a setting, from now on and for good; `said` in better words."""
        setting = NAMED[name]
        option = setting.option(value, self.look)
        wear(self.look, setting, option)
        if name == "theme":
            self.palette = self._palette()
            for screen in self.screen_stack:
                screen.query(Canvas).refresh()
        if name == "mouse":
            hear_mouse(self, self.look.mouse)
        said = said or f"{setting.title}: {option.word}"
        if name == "motion" and value and self.look.still:
            said += "; this run keeps still, as it was started"
        if page := self.page():
            page.look_changed()
        await self.choose(said, **{name: value})

    def action_settings(self) -> None:
        from ludoscope.tui.screens.settings import SettingsPage

        if isinstance(self.screen, SettingsPage):
            self._tell("these are the settings")
        else:
            self.push_screen(SettingsPage(self.look.ascii_only))

    # Keys

    def _use_keys(self) -> None:
        self.set_keymap(dict(self.own_keys))
        first = {name: keys.partition(",")[0] for name, keys in self.own_keys.items()}
        self.look.keys = {name: keymap.sign(key) for name, key in first.items()}

    async def check_files(self) -> None:
        """A sentence where the person's settings or keys cannot be; the usual ones are used."""
        _, wrong = await asyncio.to_thread(Settings.read, self._folder)
        wrong = self._wrong_keys or wrong
        if self.own_keys:
            known = await asyncio.to_thread(keymap.actions)
            if clash := keymap.wrong(self.own_keys, known):
                wrong = f"{self._folder / keymap.NAME}: {clash}: the default keys are used"
                self.own_keys = {}
                self._use_keys()
        if wrong:
            self._tell(wrong)

    def why_not(self, page: Page[Any], key: str) -> str:
        """What is said of a key that visitors have no use of on this screen, else ""."""
        if not self.files:
            here = {binding.id for binding in keymap.bindings(type(page))}
            for name, (usual, why) in SHUT.items():
                if name in here and key in self.own_keys.get(name, usual).split(","):
                    return why
        return ""

    async def change_keys(self, said: str, own: Mapping[str, str]) -> None:
        """Other keys, from now on and for good."""
        self.own_keys = own
        self._use_keys()
        if not self.own_settings:
            self._tell(_for_now(said))
            return
        self._tell(said)
        try:
            await asyncio.to_thread(keymap.write, self._folder, own)
        except OSError as error:
            self._tell(f"{said}; not saved: {error.strerror}")

    # Help, tour and palette

    def action_help(self) -> None:
        from ludoscope.tui.screens.help import HelpPage, help_lines

        page = self.screen
        if isinstance(page, Page):
            told = help_lines(page, *page.help_topics(), page.help_marks())
            self.push_screen(HelpPage(self.look.ascii_only, *told, page.family))
        elif isinstance(page, Overlay):
            told = help_lines(page, "What lies on the screen", [], "")
            self.push_screen(HelpPage(self.look.ascii_only, *told))

    def action_tour(self) -> None:
        from ludoscope.tui.screens.tour import Tour

        first, self.look.tour = self.look.tour, False

        async def seen(_: None) -> None:
            if first:
                await self.choose("", toured=True)

        if not isinstance(self.screen, Tour):
            self.push_screen(Tour(), seen)

    def action_palette(self) -> None:
        """Whatever can be done now, by name; what is laid over the screen makes way for it."""

        async def run(chosen: Command | None) -> None:
            if chosen:
                await chosen()

        if isinstance(laid := self.screen, Overlay):
            laid.dismiss(None)
            if isinstance(laid, Picker) and laid.searchable:
                return  # the palette, whose key closes it too
        if isinstance(self.screen, Page):
            found = [*self._here(self.screen), *self._elsewhere(), *self._options()]
            self.push_screen(Picker("Everything", found, searchable=True), run)

    async def take_picture(self) -> None:
        """Write what stands on the screen as SVG."""
        from ludoscope.tui.saves import exports
        from ludoscope.tui.widgets import picture

        drawn = picture.still(picture.shown(self), self.TITLE)
        try:
            where = await asyncio.to_thread(
                exports.write, self._folder, "ludoscope", {".svg": drawn}
            )
        except OSError as error:
            self._tell(f"no picture written: {error.strerror}")
        else:
            self._tell(f"written: {where}")

    def _here(self, page: Page[Any]) -> Iterator[Choice]:
        """What a key does now."""

        def run(active: ActiveBinding) -> Command:
            return partial(self.run_action, active.binding.action, active.node)

        for key, active in told(page):
            moves = not ARROWS.isdisjoint(key)
            if active.enabled and not moves and active.binding.id != "app.palette":
                yield Choice(active.binding.description, key, run(active), group="Here")

    def _elsewhere(self) -> Iterator[Choice]:
        """Screens that need not be next to this one."""

        def go(does: Callable[[], Any]) -> Command:
            async def went() -> None:
                does()

            return went

        titles = {family.name: family.title for family in FAMILIES.values()}
        for family, title in titles.items():
            yield Choice(title, "", go(partial(self.open_library, family)), group="Go to")
        for name in ("statistics", "tour"):
            yield Choice(name, "", go(getattr(self, f"action_{name}")), group="Go to")
        if self.files:  # a visitor has no way to such a file
            yield Choice("picture of this screen", "", self.take_picture, group="Go to")
        for family, title in titles.items():
            rules = go(partial(self.open_rules, family))
            yield Choice(f"rules: {title}", "", rules, group="To read")
        for family, title in titles.items():
            solvers = go(partial(self.open_solvers, family))
            yield Choice(f"how solvers work: {title}", "", solvers, group="To read")

    def _options(self) -> Iterator[Choice]:
        """Every option of every setting."""
        for setting, option in choices(self.look):
            now = "now" if setting.worn(self.look) == option else ""
            does = partial(self.change, setting.name, option.value)
            name = f"{setting.title}: {option.word}"
            yield Choice(name, now, does, setting.said(self.look), group=setting.group)


def _for_now(said: str) -> str:
    """What a visitor has chosen, whose settings are nobody else's."""
    return f"{said}; for this visit" if said else ""
