"""The settings, and the keys of all actions: what is chosen works at once and is kept."""

from collections.abc import Iterable
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalGroup
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Select, Static, Switch

from ludoscope.tui import keymap
from ludoscope.tui.boards.board import Line
from ludoscope.tui.guest import SHUT
from ludoscope.tui.keymap import Action
from ludoscope.tui.saves.settings import Setting, available_settings
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.palette.screen import REST
from ludoscope.tui.screens.settings.key_table import KeyTable
from ludoscope.tui.screens.settings.setting_row import Choice, SettingRow
from ludoscope.tui.widgets.debounce import Rest
from ludoscope.tui.widgets.prompt import Ask
from ludoscope.tui.widgets.styled_lines import Lines
from ludoscope.tui.widgets.tab_bar import Labels

SAMPLE: list[Line] = [
    [("[", "cursor"), ("●", "piece"), ("]", "cursor"), (" ◌ ", "target"), ("· ", "hole")],
    [(" ○ ", "piece"), (" ● ", "rival"), (" ‹A", "hero"), ("A› ", "hero"), ("►", "exit")],
    [(" 7♥ ", "red"), ("8♠ ", "black"), ("9♦ ", "blue"), ("J♣ ", "green"), ("Q♠", "picked")],
    [(" ✓ won ", "good"), ("✗ lost ", "bad"), ("last ", "last"), ("key ", "key"), ("dim", "dim")],
]


class SettingsPage(BaseScreen[None], inherit_bindings=False):
    """Two parts, one shown at a time, and while something is looked for what each has of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="settings.up"),
        Binding("down,j", "move(1)", "down", id="settings.down", show=False),
        Binding("left,h", "change(-1)", "change", key_display="←→", id="settings.left"),
        Binding("right,l", "change(1)", "next option", id="settings.right", show=False),
        Binding("enter,space", "enter", "set", id="settings.change"),
        Binding("delete,backspace", "reset", "reset", key_display="del", id="settings.reset"),
        Binding("tab,shift+tab", "part", "view", id="settings.part"),
        Binding("slash", "find", "find", id="settings.find"),
        Binding("R", "reset_all", "reset keys", id="settings.reset_all"),
        Binding("pageup", "move(-10)", "ten rows up", id="settings.page_up", show=False),
        Binding("pagedown", "move(10)", "ten rows down", id="settings.page_down", show=False),
        Binding("home,g", "move(-1000)", "first", id="settings.first", show=False),
        Binding("end,G", "move(1000)", "last", id="settings.last", show=False),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    TITLE = "Settings"
    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-usual"), (100, "-wide")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._part = 0
        self._wanted = ""
        self._labels = Labels(("Settings", "Keys"))
        self._keys = KeyTable()
        self._settings: list[SettingRow] = []  # those that are shown
        self._rest = Rest(self, REST)  # until the theme under the cursor is worn

    def body(self) -> Iterable[Widget]:
        yield self._labels
        with Horizontal(id="options"):
            with Vertical(id="settings"):
                available = available_settings(self.app.company.on)
                for group, settings in groupby(available, lambda one: one.group):
                    with VerticalGroup():
                        yield Static(group)
                        yield from (SettingRow(setting, self.app.options) for setting in settings)
            sample = Lines(id="sample")
            sample.show(SAMPLE)
            yield sample
        yield self._keys
        yield Static(id="about")

    def on_mount(self) -> None:
        if not self.query("#options"):
            return  # the app leaves before it is there
        closed = () if self.app.files else SHUT
        every = self.app.own_keys.actions().items()
        alone = not self.app.company.on
        shut = {name for name, _ in every if name in closed or (alone and "company" in name)}
        self._keys.known = {name: action for name, action in every if name not in shut}
        self._show()
        self._go(0)

    @property
    def _setting(self) -> SettingRow | None:
        """The setting that has the focus."""
        row = self.focused.parent if self.focused else None
        return row if row in self._settings else None

    @property
    def _action(self) -> Action | None:
        """The action under the cursor, where that is among the keys."""
        return self._keys.chosen if self.focused is self._keys else None

    @property
    def _opened(self) -> Choice | None:
        """The setting whose options are listed."""
        field = self.focused
        return field if isinstance(field, Choice) and field.expanded else None

    # What is shown

    def _show(self) -> None:
        """Show the part that is chosen, or of both what is looked for."""
        words = self._wanted.casefold().split()
        actions = [one for one in self._keys.known.values() if words or self._part]
        self._settings.clear()
        for group in self.query("#settings VerticalGroup"):
            rows = list(group.query_children(SettingRow))
            for row in rows:
                row.display = holds(row.setting, words) and bool(words or not self._part)
            self._settings += (shown := [row for row in rows if row.display])
            group.display = bool(shown)
        self._keys.show([one for one in actions if holds(one, words)])
        self._keys.display = bool(self._keys.actions)
        self._keys.border_title = "Keys" if words else ""
        self.query_one("#options").display = bool(self._settings)
        self._labels.turn_to(self._part)
        self.set_class(bool(words), "-finding")
        self.sub_title = f"matching “{self._wanted}”" if words else ""
        self._describe()

    @on(events.DescendantFocus)
    @on(KeyTable.RowHighlighted)
    def _describe(self) -> None:
        """Say what the chosen one does, and offer what can be done with it."""
        said = ""
        if row := self._setting:
            said = row.setting.said(self.app.options)
        elif action := self._action:
            said = f"{self.app.options.key_display('settings.change', 'enter')}, then another key."
            if action.name in self._keys.own:
                said += f" The default is {keymap.signs(','.join(action.keys))}."
        elif not (self._settings or self._keys.actions):
            said = "No match. esc shows all of them again."
        self.query_one("#about", Static).update(Content(said), layout=False)
        self.refresh_bindings()

    def tell(self, sentence: str) -> None:
        """In the line above the keys, where it fits: a notice would hide what is being set."""
        if cell_len(sentence) < self.size.width - 2:
            self.status(Content.styled(sentence, "$warning"))
        else:
            super().tell(sentence)

    def look_changed(self) -> None:
        for row in self.query(SettingRow):
            row.follow()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.asking:
            return False
        row, chosen = self._setting, self._action
        if action == "change":
            return row is not None
        if action == "reset":
            return row.changed if row else bool(chosen and chosen.name in self._keys.own)
        return action != "reset_all" or bool(self._keys.own)

    def hears(self, event: events.Key) -> bool:
        self.status("")
        if self._keys.waiting:
            self.set_class(False, "-waiting")
            self._keys.take(event.key)
            return True
        return super().hears(event)

    def _go(self, at: int) -> None:
        """To that one of those that are shown, settings first."""
        settings, actions = len(self._settings), len(self._keys.actions)
        at = max(0, min(at, settings + actions - 1))
        if at < settings:
            row = self._settings[at]
            self.set_focus(row.field, scroll_visible=False)
            row.scroll_visible(animate=False)
        elif actions:
            self._keys.point(at - settings)
            self.set_focus(self._keys)

    def action_move(self, by: int) -> None:
        row = self._setting
        if not (choice := self._opened):
            here = self._settings.index(row) if row else len(self._settings) + self._keys.cursor_row
            self._go(here + by)
            return
        choice.move(by)
        if row and row.setting.name == "theme":
            theme = row.offered[choice.pointed].value
            self._rest.then(lambda: self.app.dress(theme if self._opened else ""))

    def _close(self) -> None:
        """Close the list of options, and wear the theme that is chosen."""
        if choice := self._opened:
            choice.expanded = False
            self.app.dress()

    def action_part(self) -> None:
        self._turn(1 - self._part)

    def _turn(self, part: int) -> None:
        """Show that part, from its beginning."""
        self._close()
        self._wanted, self._part = "", part
        self._show()
        self._go(0)

    def on_tabs_tab_activated(self) -> None:
        if self._labels.at != self._part:
            self._turn(self._labels.at)

    async def _change(self, row: SettingRow, value: object) -> None:
        await self.app.settings.change(row.setting.name, value)
        self.refresh_bindings()

    @on(Select.Changed)
    @on(Switch.Changed)
    async def _clicked(self, event: Select.Changed | Switch.Changed) -> None:
        row = event.control.parent
        if isinstance(row, SettingRow) and event.value != row.worn.value:
            await self._change(row, event.value)

    async def action_change(self, by: int) -> None:
        if row := self._setting:
            await self._change(row, row.beside(by).value)

    async def action_enter(self) -> None:
        row = self._setting
        if row and (choice := self._opened):
            self._close()
            await self._change(row, row.offered[choice.pointed].value)
        elif row and isinstance(row.field, Choice):
            row.field.action_show_overlay()
        elif row:
            await self.action_change(1)
        elif action := self._action:
            self._keys.wait(True)
            self.set_class(True, "-waiting")
            self.status(f"Press the key for “{action.does}”.  esc keeps it")

    async def on_data_table_row_selected(self) -> None:
        """The row under the cursor was clicked."""
        await self.action_enter()

    async def action_reset(self) -> None:
        self._close()
        if row := self._setting:
            await self._change(row, row.setting.options[0].value)
        else:
            self._keys.reset()

    def action_reset_all(self) -> None:
        self._keys.reset_all()

    def action_find(self) -> None:
        self._close()
        self.ask(Ask("/", self._found, self._wanted, self._search))

    def _search(self, text: str) -> None:
        self._wanted = text
        self._show()

    def _found(self, text: str) -> bool:
        self.stop_asking()
        self._go(0)
        return True

    def action_back(self) -> None:
        if self._opened:
            self._close()
        elif self._wanted:
            chosen, self._wanted = self._setting or self._action, ""
            self._part = int(isinstance(chosen, Action))
            self._show()
            shown = [*self._settings, *self._keys.actions]
            self._go(shown.index(chosen) if chosen else 0)
        else:
            self.dismiss(None)


def holds(row: Setting | Action, words: Iterable[str]) -> bool:
    """Whether all of these are in what is shown of a setting or an action."""
    if isinstance(row, Setting):
        told = [row.title, *(option.word for option in row.options)]
    else:
        told = [row.does, "keys:"]
    text = " ".join([row.name, row.group, *told]).casefold()
    return all(word in text for word in words)
