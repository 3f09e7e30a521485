"""A row of the settings screen: the title of a setting, and a Select or Switch to change it."""

from textual import events
from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import OptionList, Select, Static, Switch

from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import Option, Setting
from ludoscope.tui.widgets.text_cursor import cursor_in_list

TITLE_PADDING = 2  # columns, see the style below


class OptionSelect(Select[object], inherit_bindings=False):
    """A Select whose key bindings are the screen's, also while its list is open.

    Textual focuses the list, and later the Select again, some messages after the key; keys typed
    ahead would be lost.
    """

    DEFAULT_CSS = """
    OptionSelect {
        width: 2fr; max-width: 25; margin-left: 5;  /* in one column with the texts of switches */
        & > SelectCurrent, &:ansi > SelectCurrent { background: transparent; }
        & > OptionList, & > OptionList:focus {
            border: round $border; background: $background;
            scrollbar-size-vertical: 1;
        }
    }
    """

    def on_mount(self, event: events.Mount) -> None:
        option_lists = self.query(OptionList)
        if not option_lists:  # the screen was closed before the Select was composed
            event.prevent_default()  # Textual's handler would raise NoMatches
        for option_list in option_lists:
            option_list.can_focus = False

    def text_cursor(self) -> Offset | None:
        """Return the option under the cursor of the open list; None while it is closed."""
        return cursor_in_list(self, self.query_one(OptionList)) if self.expanded else None

    def on_blur(self, event: events.Blur) -> None:
        self.expanded = False

    @property
    def highlighted(self) -> int:
        """The index of the option under the cursor of the open list."""
        return self.query_one(OptionList).highlighted or 0

    def move_cursor(self, step: int) -> None:
        option_list = self.query_one(OptionList)
        last = option_list.option_count - 1
        option_list.highlighted = max(0, min(self.highlighted + step, last))


class OptionSwitch(Switch, inherit_bindings=False):
    """A Switch whose key bindings are the screen's."""

    DEFAULT_CSS = """
    OptionSwitch, OptionSwitch:focus, OptionSwitch:ansi {
        height: 1; border: none; padding: 0 1 0 0;
        background: transparent; background-tint: transparent;
        & .switch--slider { color: $border; background: $panel; }
        &.-on .switch--slider { color: $success; background: $panel; }
        &:hover > .switch--slider { color: $border; }
        &.-on:hover > .switch--slider { color: $success; }
    }
    """


class SettingRow(HorizontalGroup):
    """A setting with its current option.

    Changes with the mouse are reported by messages of `field`.
    """

    DEFAULT_CSS = """
    SettingRow {
        height: 1;
        .title { width: 1fr; max-width: 14; padding: 0 2; }
        .option-text { width: 1fr; }
        &:focus-within { background: transparent; }  /* else Textual ignores the next rule */
        &:focus-within .title { text-style: reverse; }
    }
    """

    def __init__(self, setting: Setting, options: UserOptions) -> None:
        super().__init__()
        self.setting = setting
        self._user_options = options
        self.options = setting.available_options(options)
        self._option_text = Static(Content(self.current.label), classes="option-text")
        self.field: OptionSelect | OptionSwitch
        if {option.value for option in self.options} == {True, False}:
            self.field = OptionSwitch(self.current.value, animate=False)
        else:
            self.field = OptionSelect(
                [(option.label, option.value) for option in self.options],
                value=self.current.value,
                allow_blank=False,
                compact=True,
                type_to_search=False,
            )

    def compose(self) -> ComposeResult:
        yield Static(Content(self.setting.title), classes="title")
        yield self.field
        if isinstance(self.field, OptionSwitch):
            yield self._option_text

    def text_cursor(self) -> Offset | None:
        """Return the first character of the title, while the row has the focus."""
        return Offset(TITLE_PADDING, 0) if self.field.has_focus else None

    def on_click(self) -> None:
        self.field.focus()

    @property
    def current(self) -> Option:
        """The option in effect."""
        return self.setting.current_option(self._user_options)

    @property
    def is_changed(self) -> bool:
        """True if the current option is not the default."""
        return bool(self.current.value != self.setting.options[0].value)

    def option_after(self, step: int) -> Option:
        """Return the option `step` places after the current one, wrapping around."""
        return self.options[(self.options.index(self.current) + step) % len(self.options)]

    def update(self) -> None:
        """Show the current option."""
        with self.prevent(Select.Changed, Switch.Changed):
            self.field.value = self.current.value
        self._option_text.update(Content(self.current.label), layout=False)
