"""A setting: what it is called, and Textual's Select or Switch to change it."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.widgets import OptionList, Select, Static, Switch

from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import Option, Setting


class Choice(Select[Any], inherit_bindings=False):
    """A Select whose keys are the screen's, those of its open list and those typed ahead too.

    Textual gives the focus to the list, and to the Select again, some messages after the key.
    """

    DEFAULT_CSS = """
    Choice {
        width: 2fr; max-width: 30;
        & > SelectCurrent, &:ansi > SelectCurrent { background: transparent; }
        & > OptionList, & > OptionList:focus {
            border: round $border; background: $background;
            scrollbar-size-vertical: 1;
        }
    }
    """

    def on_mount(self) -> None:
        for options in self.query(OptionList):
            options.can_focus = False

    def on_blur(self, event: events.Blur) -> None:
        self.expanded = False

    @property
    def pointed(self) -> int:
        """The number of the option that the cursor of the open list is on."""
        return self.query_one(OptionList).highlighted or 0

    def move(self, by: int) -> None:
        """Move that cursor."""
        options = self.query_one(OptionList)
        options.highlighted = max(0, min(self.pointed + by, options.option_count - 1))


class Toggle(Switch, inherit_bindings=False):
    """A Switch whose keys are the screen's."""

    DEFAULT_CSS = """
    Toggle, Toggle:focus, Toggle:ansi {
        height: 1; border: none; padding: 0 1 0 0;
        background: transparent; background-tint: transparent;
        & .switch--slider { color: $border; background: $panel; }
        &.-on .switch--slider { color: $success; background: $panel; }
        &:hover > .switch--slider { color: $border; }
        &.-on:hover > .switch--slider { color: $success; }
    }
    """


class SettingRow(HorizontalGroup):
    """A setting and its current option; `field` reports changes made with the mouse."""

    DEFAULT_CSS = """
    SettingRow {
        height: 1;
        .title { width: 1fr; max-width: 14; padding: 0 2; }
        .word { width: 1fr; }
        &:focus-within { background: transparent; }  /* for Textual to heed the next rule */
        &:focus-within .title { text-style: reverse; }
    }
    """

    def __init__(self, setting: Setting, options: UserOptions) -> None:
        super().__init__()
        self.setting = setting
        self._options = options
        self.offered = setting.offered(options)
        self._word = Static(Content(self.worn.word), classes="word")
        self.field: Choice | Toggle
        if {option.value for option in self.offered} == {True, False}:
            self.field = Toggle(self.worn.value, animate=False)
        else:
            self.field = Choice(
                [(option.word, option.value) for option in self.offered],
                value=self.worn.value,
                allow_blank=False,
                compact=True,
                type_to_search=False,
            )

    def compose(self) -> ComposeResult:
        yield Static(Content(self.setting.title), classes="title")
        yield self.field
        if isinstance(self.field, Toggle):
            yield self._word

    def on_click(self) -> None:
        self.field.focus()

    @property
    def worn(self) -> Option:
        """The option of now."""
        return self.setting.worn(self._options)

    @property
    def changed(self) -> bool:
        """Whether it is another one than the default."""
        return self.worn is not self.setting.options[0]

    def beside(self, by: int) -> Option:
        """The option that stands so many after that of now, round the end of the list."""
        return self.offered[(self.offered.index(self.worn) + by) % len(self.offered)]

    def follow(self) -> None:
        """Show the current option."""
        with self.prevent(Select.Changed, Switch.Changed):
            self.field.value = self.worn.value
        self._word.update(Content(self.worn.word), layout=False)
