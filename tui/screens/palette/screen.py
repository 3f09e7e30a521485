"""The command palette: Textual's own, in the style of the dialogs."""

from collections.abc import Iterable
from contextlib import suppress
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import (
    Command,
    CommandInput,
    CommandList,
    CommandPalette,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Input, LoadingIndicator, OptionList, Static
from textual.worker import Worker, WorkerCancelled

from ludoscope.tui.screens.base import (
    TOO_SMALL_CLASS,
    can_dismiss,
    show_too_small,
)
from ludoscope.tui.screens.modal import MIN_SIZE, Box, handle_dialog_key
from ludoscope.tui.screens.palette.providers import CommandHit
from ludoscope.tui.screens.stale_resizes import IgnoreStaleResizes
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import clear_render_cache
from ludoscope.tui.widgets.debounce import Debouncer
from ludoscope.tui.widgets.footer import KeyHint
from ludoscope.tui.widgets.row_list import RowList
from ludoscope.tui.widgets.text_cursor import cursor_in_list

PLACEHOLDER = "a command, a setting or a puzzle"
OTHER_LINES = 7  # of the screen without the list: the box, the input and some of the screen below
LEAVE_KEY: KeyHint = ("esc", "close")  # Textual's, with no id by which it could be changed
LIST_KEYS = ("up", "down", "pageup", "pagedown")
MAX_QUERY_LENGTH = 200
THEME_PREVIEW_DELAY_SECONDS = 0.2  # a theme changes the whole screen, which is many bytes


class QueryInput(CommandInput):
    """The input, whose cursor does not blink: that would send bytes twice a second."""

    app: AppBase

    _is_choosing = False  # the last key has moved in the list

    def on_mount(self) -> None:
        self.cursor_blink = False

    def on_key(self, event: events.Key) -> None:
        self._is_choosing = event.key in LIST_KEYS or self._is_choosing

    def watch_value(self) -> None:
        self._is_choosing = False

    def text_cursor(self) -> Offset | None:
        """Return the command that was moved to; None while the text is changed."""
        return (
            cursor_in_list(self, self.screen.query_one(ResultList)) if self._is_choosing else None
        )

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted puzzle; leave any other text to Textual's Input."""
        if self.app.puzzle_opener.open_text(event.text):
            event.prevent_default()
            event.stop()
            self.screen.dismiss(None)


class ResultList(CommandList, RowList, can_focus=False):
    """The list of matching commands, with the cursor of our other lists."""


class Spinner(LoadingIndicator):
    """A static text: Textual's animated dots are sent sixteen times a second."""

    def on_mount(self, event: events.Mount) -> None:
        event.prevent_default()

    def render(self) -> str:
        return "searching…"


class PaletteScreen(IgnoreStaleResizes, CommandPalette):
    """The command palette; it previews the theme under the cursor."""

    app: AppBase
    ALLOW_SELECT = False
    CSS_PATH: ClassVar[str] = "palette.tcss"

    def __init__(self, providers: Iterable[type[Provider]]) -> None:
        super().__init__(set(providers))
        self._theme_preview = Debouncer(self, THEME_PREVIEW_DELAY_SECONDS)

    def compose(self) -> ComposeResult:
        """Create the widgets that Textual's palette expects, in a box."""
        with Box(id="--container") as box:
            box.border_title = "Commands"
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield QueryInput(
                    placeholder=PLACEHOLDER, select_on_focus=False, max_length=MAX_QUERY_LENGTH
                )
            with Vertical(id="--results"):
                yield ResultList()
                yield Spinner()
            yield Static(id="description")

    def on_mount(self, event: events.Mount) -> None:
        if not self.query(CommandList):  # the app was closed meanwhile
            event.prevent_default()  # Textual's handler would start a search
            return
        self.set_focus(self.query_one(QueryInput))
        self.query_one(SearchIcon).icon = "›"
        enter = self.app.options.display_keys("⏎")
        self.query_one(Box).show_keys(
            [(enter, "run", "screen.command_list('select')"), ("esc", "close", "screen.escape")]
        )

    def on_resize(self, event: events.Resize) -> None:
        if not self.query(CommandList):
            return
        show_too_small(self, event.size, MIN_SIZE, LEAVE_KEY)
        self.query_one(CommandList).styles.max_height = max(1, event.size.height - OTHER_LINES)

    def on_key(self, event: events.Key) -> None:
        handle_dialog_key(self, self.app, event)

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted puzzle in place of the palette."""
        if self.app.puzzle_opener.open_text(event.text):
            self.dismiss(None)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close the palette, after stopping the search that would fill its list."""
        self.app.workers.cancel_node(self)
        return super().dismiss(result) if can_dismiss(self) else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        moves_cursor = action in ("command_list", "cursor_down")
        return not (moves_cursor and self.has_class(TOO_SMALL_CLASS))

    def on_unmount(self) -> None:
        self.app.apply_theme()
        clear_render_cache(self)

    @on(Input.Submitted)
    async def _finish_search(self) -> None:
        """Wait for the results of what was typed before Textual runs the highlighted command."""
        for worker in list(self.app.workers):
            if worker.node is self:
                with suppress(WorkerCancelled):
                    await worker.wait()

    @on(Worker.StateChanged)
    def _clear_description(self) -> None:
        """Hide the description of a command that is no longer listed."""
        if not any(results.option_count for results in self.query(CommandList)):
            for description in self.query("#description"):
                description.display = False

    @on(OptionList.OptionHighlighted)
    def _describe(self, event: OptionList.OptionHighlighted) -> None:
        """Show the description of the highlighted command, and its theme after a delay."""
        hit = event.option.hit if isinstance(event.option, Command) else None
        theme, text = (hit.theme, hit.description) if isinstance(hit, CommandHit) else ("", "")
        description = self.query_one("#description", Static)
        description.update(Content(text))
        description.display = bool(text)
        self._theme_preview.schedule(lambda: self.app.apply_theme(theme))
