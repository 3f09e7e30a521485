"""The commands by name: Textual's palette, in our look."""

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
from textual.widgets import Input, LoadingIndicator, OptionList, Static
from textual.worker import WorkerCancelled

from ludoscope.tui.screens.base import TOO_SMALL, give_way
from ludoscope.tui.screens.modal import LEAST, Box, Laid
from ludoscope.tui.screens.palette.providers import Found
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.widgets.debounce import Rest
from ludoscope.tui.widgets.row_list import Choices

SOUGHT = "a command, a setting or a puzzle"
AROUND = 7  # lines that the list leaves: the box, what is typed and told, some of the screen below
MOST = 200  # characters
REST = 0.2  # seconds that the cursor rests on a theme before it is worn: a whole screen of bytes


class Query(CommandInput):
    """What is typed."""

    app: Services

    def on_mount(self) -> None:
        self.cursor_blink = False  # which would send bytes twice a second

    def on_paste(self, event: events.Paste) -> None:
        """A puzzle is opened; of other texts Textual's Input takes the first line."""
        if self.app.opener.open_text(event.text):
            event.prevent_default()
            event.stop()
            self.screen.dismiss(None)


class Hits(CommandList, Choices, can_focus=False):
    """What is found."""


class Searching(LoadingIndicator):
    """One word: Textual's dots are sent again sixteen times a second."""

    def on_mount(self, event: events.Mount) -> None:
        event.prevent_default()

    def render(self) -> str:
        return "searching…"


class Palette(CommandPalette, Laid[None]):
    """A theme is worn while the cursor is on it."""

    CSS_PATH: ClassVar[str] = "palette.tcss"

    def __init__(self, providers: set[type[Provider]]) -> None:
        super().__init__(providers)
        self._rest = Rest(self, REST)

    def compose(self) -> ComposeResult:
        """The same widgets as Textual's, in a box."""
        with Box(id="--container") as box:
            box.border_title = "Commands"
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield Query(placeholder=SOUGHT, select_on_focus=False, max_length=MOST)
            with Vertical(id="--results"):
                yield Hits()
                yield Searching()
            yield Static(id="more")

    def on_mount(self) -> None:
        if not self.query(Query):
            return  # the app leaves before it is there
        self.set_focus(self.query_one(Query))
        self.query_one(SearchIcon).icon = "›"
        enter, run = self.app.options.display_keys("⏎"), "screen.command_list('select')"
        self.query_one(Box).key_line([(enter, "run", run), ("esc", "close", "screen.escape")])

    def on_resize(self, event: events.Resize) -> None:
        if not self.query(CommandList):
            return
        give_way(self, event.size, LEAST)
        self.query_one(CommandList).styles.max_height = max(1, event.size.height - AROUND)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Before the list goes, whoever looks for something to put into it stops."""
        self.app.workers.cancel_node(self)
        return super().dismiss(result)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        moves = action in ("command_list", "cursor_down")
        return not (moves and self.has_class(TOO_SMALL))

    def on_unmount(self) -> None:
        self.app.dress()

    @on(Input.Submitted)
    async def found(self) -> None:
        """Enter is for what was typed, not for what was listed before that."""
        searching = [worker for worker in self.app.workers if worker.node is self]
        with suppress(WorkerCancelled):
            await self.app.workers.wait_for_complete(searching)

    @on(OptionList.OptionHighlighted)
    def preview(self, event: OptionList.OptionHighlighted) -> None:
        """Say more, and wear a theme when the cursor has rested on it, else the person's own."""
        hit = event.option.hit if isinstance(event.option, Command) else None
        theme, more = (hit.theme, hit.more) if isinstance(hit, Found) else ("", "")
        told = self.query_one("#more", Static)
        told.update(Content(more))
        told.display = bool(more)
        self._rest.then(lambda: self.app.dress(theme))
