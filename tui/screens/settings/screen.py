"""The settings screen: the settings and the keys of all actions, each change applied at once."""

import asyncio
from collections.abc import Iterable, Sequence
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
from ludoscope.tui.guest import DISABLED_BINDINGS
from ludoscope.tui.keymap import Action
from ludoscope.tui.saves.settings import Setting, available_settings
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.palette.screen import THEME_PREVIEW_DELAY_SECONDS
from ludoscope.tui.screens.settings.key_table import KeyTable
from ludoscope.tui.screens.settings.setting_row import OptionSelect, SettingRow
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.debounce import Debouncer
from ludoscope.tui.widgets.prompt import PromptLine
from ludoscope.tui.widgets.styled_lines import StyledLines
from ludoscope.tui.widgets.tab_bar import TabBar

SETTINGS_TAB, KEYS_TAB = 0, 1
SAMPLE: list[StyledLine] = [
    [("[", "cursor"), ("●", "piece"), ("]", "cursor"), (" ◌ ", "target"), ("· ", "hole")],
    [(" ○ ", "piece"), (" ● ", "rival"), (" ‹A", "hero"), ("A› ", "hero"), ("►", "exit")],
    [(" 7♥ ", "red"), ("8♠ ", "black"), ("9♦ ", "blue"), ("J♣ ", "green"), ("Q♠", "picked")],
    [(" ✓ won ", "good"), ("✗ lost ", "bad"), ("last ", "last"), ("key ", "key"), ("dim", "dim")],
]


class SettingsScreen(BaseScreen[None], inherit_bindings=False):
    """The settings and the keys under a tab each; a search lists both together."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="settings.up"),
        Binding("down,j", "move(1)", "down", id="settings.down", show=False),
        Binding("left,h", "change(-1)", "change", key_display="←→", id="settings.left"),
        Binding("right,l", "change(1)", "next option", id="settings.right", show=False),
        Binding("enter,space", "enter", "set", id="settings.change"),
        Binding("delete,backspace", "reset", "reset", key_display="del", id="settings.reset"),
        Binding("tab,shift+tab", "switch_tab", "view", id="settings.part"),
        Binding("slash", "find", "find", id="settings.find"),
        Binding("asterisk", "reset_all", "reset keys", id="settings.reset_all"),
        Binding("pageup", "move(-10)", "ten rows up", id="settings.page_up", show=False),
        Binding("pagedown", "move(10)", "ten rows down", id="settings.page_down", show=False),
        Binding("home,g", "move(-1000)", "first", id="settings.first", show=False),
        Binding("end,G", "move(1000)", "last", id="settings.last", show=False),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "How the program looks and plays, and a key of your own for every action. Each change "
        "takes effect at once and is saved."
    )
    TITLE = "Settings"
    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-usual"), (100, "-wide")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._tab = SETTINGS_TAB
        self._query = ""
        self._tabs = TabBar(("Settings", "Keys"))
        self._key_table = KeyTable()
        self._rows: list[SettingRow] = []  # those displayed
        self._theme_preview = Debouncer(self, THEME_PREVIEW_DELAY_SECONDS)

    def compose_body(self) -> Iterable[Widget]:
        yield self._tabs
        with Horizontal(id="settings-tab"):
            with Vertical(id="settings"):
                available = available_settings(self.app.lobby.is_available)
                for group, settings in groupby(available, lambda setting: setting.group):
                    with VerticalGroup():
                        yield Static(group)
                        yield from (SettingRow(setting, self.app.options) for setting in settings)
            sample = StyledLines(id="sample")
            sample.show_lines(SAMPLE)
            yield sample
        yield self._key_table
        yield Static(id="description")

    async def on_mount(self) -> None:
        actions = await asyncio.to_thread(self.app.key_bindings.load_actions)
        if not self.query("#settings-tab"):
            return  # the app was closed meanwhile
        self._key_table.all_actions = {
            name: action for name, action in actions.items() if self._is_available(name)
        }
        self._update_rows()
        self._focus_row(0)

    def _is_available(self, binding_id: str) -> bool:
        """Return False for actions that visitors cannot run, and for the lobby without one."""
        if binding_id in DISABLED_BINDINGS and not self.app.files_allowed:
            return False
        return self.app.lobby.is_available or "lobby" not in binding_id

    @property
    def _focused_row(self) -> SettingRow | None:
        """The setting that has the focus."""
        row = self.focused.parent if self.focused else None
        return row if isinstance(row, SettingRow) and row in self._rows else None

    @property
    def _focused_action(self) -> Action | None:
        """The action under the cursor of the table, if this has the focus."""
        return self._key_table.highlighted_action if self.focused is self._key_table else None

    @property
    def _open_select(self) -> OptionSelect | None:
        """The setting whose options are listed."""
        field = self.focused
        return field if isinstance(field, OptionSelect) and field.expanded else None

    # Display

    def _update_rows(self) -> None:
        """Display the rows of the current tab, or all that match the query."""
        query_words = self._query.casefold().split()
        self._rows.clear()
        for group in self.query("#settings VerticalGroup"):
            rows = list(group.query_children(SettingRow))
            for row in rows:
                in_tab = bool(query_words) or self._tab == SETTINGS_TAB
                row.display = in_tab and matches(row.setting, query_words)
            displayed = [row for row in rows if row.display]
            self._rows += displayed
            group.display = bool(displayed)
        actions: Sequence[Action] = ()
        if query_words or self._tab == KEYS_TAB:
            all_actions = self._key_table.all_actions.values()
            actions = [action for action in all_actions if matches(action, query_words)]
        self._key_table.show(actions)
        self._key_table.display = bool(actions)
        self._key_table.border_title = "Keys" if query_words else ""
        self.query_one("#settings-tab").display = bool(self._rows)
        self._tabs.activate(self._tab)
        self.set_class(bool(query_words), "-finding")
        self.sub_title = f"matching “{self._query}”" if query_words else ""
        self._describe()

    @on(events.DescendantFocus)
    @on(KeyTable.RowHighlighted)
    def _describe(self) -> None:
        """Describe the focused setting or action."""
        description = ""
        if row := self._focused_row:
            description = row.setting.full_description(self.app.options)
        elif action := self._focused_action:
            key = self.app.options.key_display("settings.change", "enter")
            description = f"Press {key}, then the new key."
            if action.id in self._key_table.user_keys:
                description += f" The default is {keymap.display_keys(','.join(action.keys))}."
        elif not (self._rows or self._key_table.actions):
            description = "No match. Press esc to show all settings and keys."
        self.query_one("#description", Static).update(Content(description), layout=False)
        self.refresh_bindings()

    def notify_here(self, message: str) -> None:
        """Show a message in the status line if it fits: a notification would cover the setting."""
        if cell_len(message) < self.size.width - 2:
            self.show_status(Content.styled(message, "$warning"))
        else:
            super().notify_here(message)

    def on_appearance_changed(self) -> None:
        for row in self.query(SettingRow):
            row.update()

    # Keys

    @property
    def is_recording_key(self) -> bool:
        """True while the next key becomes the key of an action, see `KeyRecorder`."""
        return self._key_table.is_waiting_for_key

    def intercept_key(self, event: events.Key) -> bool:
        self.show_status("")
        if self.is_recording_key:
            self.set_class(False, "-waiting")
            self._key_table.set_key(event.key)
            return True
        return super().intercept_key(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.active_prompt:
            return False
        row, focused_action = self._focused_row, self._focused_action
        user_keys = self._key_table.user_keys
        if action == "change":
            return row is not None
        if action == "reset" and row:
            return row.is_changed
        if action == "reset":
            return focused_action is not None and focused_action.id in user_keys
        return action != "reset_all" or bool(user_keys)

    @property
    def _row_index(self) -> int:
        """The index of the focused row: the settings come first, then the actions."""
        row = self._focused_row
        return self._rows.index(row) if row else len(self._rows) + self._key_table.cursor_row

    def _focus_row(self, index: int) -> None:
        """Focus a row, or the nearest one that there is."""
        setting_count, action_count = len(self._rows), len(self._key_table.actions)
        index = max(0, min(index, setting_count + action_count - 1))
        if index < setting_count:
            row = self._rows[index]
            self.set_focus(row.field, scroll_visible=False)
            row.scroll_visible(animate=False)
        elif action_count:
            self._key_table.highlight(index - setting_count)
            self.set_focus(self._key_table)

    def action_move(self, step: int) -> None:
        """Move the cursor through the rows, or through the options of an open list."""
        select, row = self._open_select, self._focused_row
        if not select:
            self._focus_row(self._row_index + step)
            return
        select.move_cursor(step)
        if row and row.setting.name == "theme":
            theme = row.options[select.highlighted].value
            self._theme_preview.schedule(lambda: self._preview_theme(theme))

    def _preview_theme(self, theme: str) -> None:
        """Show a theme while the list of themes is open."""
        self.app.apply_theme(theme if self._open_select else "")

    def _close_select(self) -> None:
        """Close the list of options and end the preview of a theme."""
        if select := self._open_select:
            select.expanded = False
            self.app.apply_theme()

    def action_switch_tab(self) -> None:
        self._show_tab(KEYS_TAB if self._tab == SETTINGS_TAB else SETTINGS_TAB)

    def _show_tab(self, tab: int) -> None:
        """Show a tab from its beginning and end a search."""
        self._close_select()
        self._query, self._tab = "", tab
        self._update_rows()
        self._focus_row(0)

    def on_tabs_tab_activated(self) -> None:
        if self._tabs.active_index != self._tab:
            self._show_tab(self._tabs.active_index)

    async def _change(self, row: SettingRow, value: object) -> None:
        await self.app.settings.change(row.setting.name, value)
        self.refresh_bindings()

    @on(Select.Changed)
    @on(Switch.Changed)
    async def _on_field_changed(self, event: Select.Changed | Switch.Changed) -> None:
        """Apply a change that was made with the mouse."""
        row = event.control.parent
        if isinstance(row, SettingRow) and event.value != row.current.value:
            await self._change(row, event.value)

    async def action_change(self, step: int) -> None:
        if row := self._focused_row:
            await self._change(row, row.option_after(step).value)

    async def action_enter(self) -> None:
        """Open or close a list of options, turn a switch, or wait for a new key."""
        row, select, action = self._focused_row, self._open_select, self._focused_action
        if row and select:
            self._close_select()
            await self._change(row, row.options[select.highlighted].value)
        elif row and isinstance(row.field, OptionSelect):
            row.field.action_show_overlay()
        elif row:
            await self.action_change(1)
        elif action:
            self._key_table.wait_for_key()
            self.set_class(True, "-waiting")
            self.show_status(
                f"Press the new key for “{action.description}”, or esc to keep the old one"
            )

    async def on_data_table_row_selected(self) -> None:
        """Wait for a new key after a click on the row with the cursor."""
        await self.action_enter()

    async def action_reset(self) -> None:
        self._close_select()
        if row := self._focused_row:
            await self._change(row, row.setting.options[0].value)
        else:
            self._key_table.reset_key()

    def action_reset_all(self) -> None:
        self._key_table.reset_all_keys()

    # Search

    def action_find(self) -> None:
        self._close_select()
        self.show_prompt(PromptLine("/", self._on_query_entered, self._query, self._search))

    def _search(self, text: str) -> None:
        self._query = text
        self._update_rows()

    def _on_query_entered(self, text: str) -> bool:
        self.close_prompt()
        self._focus_row(0)
        return True

    def action_back(self) -> None:
        if self._open_select:
            self._close_select()
        elif self._query:
            self._end_search()
        else:
            self.dismiss(None)

    def _end_search(self) -> None:
        """Show the tab of the focused row, which keeps the focus."""
        row, action = self._focused_row, self._focused_action
        self._query, self._tab = "", KEYS_TAB if action else SETTINGS_TAB
        self._update_rows()
        if row:
            self._focus_row(self._rows.index(row))
        elif action:
            self._focus_row(self._key_table.actions.index(action))
        else:
            self._focus_row(0)


def matches(item: Setting | Action, words: Iterable[str]) -> bool:
    """Return True if the texts of a setting or an action contain all of these words."""
    if isinstance(item, Setting):
        texts = [item.name, item.title, *(option.label for option in item.options)]
    else:
        texts = [item.id, item.description, "keys:"]
    text = " ".join([item.group, *texts]).casefold()
    return all(word in text for word in words)
