"""A page to read: text that scrolls, in one part or in several, each under a tab.

The text is one renderable of rich's and not Textual's Markdown: the drawings of boards stand in
rows that depend on the width, code is folded, and the command line prints some of it too.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import ContentSwitcher

from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.widgets.page_text import PageText
from ludoscope.tui.widgets.tab_bar import Labels


@dataclass(frozen=True, slots=True)
class Part:
    """What is called `label`; `prepare` makes the text, in a thread of its own, when it is due.

    `begin` tells which line of it is to be seen first, when it is so many cells wide.
    """

    label: str
    prepare: Callable[[Styles], RenderableType]
    begin: Callable[[int], int] = lambda width: 0


class Leaf(VerticalScroll, can_focus=False):
    """What stands under a tab."""

    def __init__(self, part: Part, name: str) -> None:
        super().__init__(id=name)
        self.part = part
        self.due = False
        self.ready = False  # whether the text is there, and where it begins is to be seen
        self._written = PageText("…")
        self._filled = False

    def compose(self) -> ComposeResult:
        yield self._written

    async def fill(self, styles: Styles) -> None:
        """Show the text in these styles."""
        self.due = True
        text = await asyncio.to_thread(self.part.prepare, styles)
        self._filled = True
        self._written.show(text)

    def settle(self) -> None:
        """Go to where the text begins, as soon as it has its lines."""
        width = self._written.size.width
        if self._filled and width and not self.ready:
            line = self.part.begin(width)
            if line < self.virtual_size.height:  # otherwise that was still the size of the "…"
                self.ready = True
                self.to(line)

    def to(self, line: float) -> None:
        """Have that line at the top, if there is so much text below it."""
        self.scroll_to(y=line, animate=False, immediate=True)


class ReadingPage(BaseScreen[None], inherit_bindings=False):
    """Subclasses say `title` and the parts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_by(-1)", "scroll", key_display="↑↓", id="read.up"),
        Binding("down,j", "scroll_by(1)", "down", id="read.down", show=False),
        Binding("pagedown,space", "page(1)", "page", key_display="space", id="read.page"),
        Binding("pageup,b", "page(-1)", "page back", id="read.page_back", show=False),
        Binding("home,g", "end(-1)", "to the top", id="read.top", show=False),
        Binding("end,G", "end(1)", "to the end", id="read.end", show=False),
        Binding("right,l,tab", "turn(1)", "next tab", key_display="←→", id="read.next"),
        Binding("left,h,shift+tab", "turn(-1)", "previous tab", id="read.previous", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "documents.tcss"
    AUTO_FOCUS = ""  # the keys are the screen's
    ALLOW_SELECT = True

    def __init__(self, title: str, parts: Sequence[Part]) -> None:
        super().__init__()
        self.title = title
        self._leaves = [Leaf(part, f"part-{at}") for at, part in enumerate(parts)]
        self._labels = Labels(part.label for part in parts)
        self._at = 0

    def body(self) -> Iterable[Widget]:
        """Not TabbedContent: it goes back to a tab when keys come faster than its messages."""
        if len(self._leaves) > 1:
            yield self._labels
        yield ContentSwitcher(*self._leaves, initial=self._leaves[0].id)

    def on_mount(self) -> None:
        self.screen_layout_refresh_signal.subscribe(self, self._laid_out, immediate=True)
        self._fill(self._leaf)

    @property
    def _leaf(self) -> Leaf:
        return self._leaves[self._at]

    def _show(self, at: int) -> None:
        self._at = at
        self.query_one(ContentSwitcher).current = self._leaf.id
        if not self._leaf.due:
            self._fill(self._leaf)

    def _fill(self, leaf: Leaf) -> None:
        self.run_worker(leaf.fill(self.app.palette.styles), group=leaf.id or "")

    def look_changed(self) -> None:
        for leaf in self._leaves:
            if leaf.due:
                self._fill(leaf)

    def _laid_out(self, screen: Screen[object]) -> None:
        """Say which lines are to be seen; a widget shown anew is not always told its size."""
        leaf = self._leaf
        leaf.settle()
        top, room, lines = int(leaf.scroll_y), leaf.size.height, leaf.virtual_size.height
        some = leaf.ready and lines > room > 0
        self.sub_title = f"{top + 1}–{min(top + room, lines)} of {lines}" if some else ""

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "turn" or len(self._leaves) > 1

    def action_scroll_by(self, by: int) -> None:
        self._leaf.to(self._leaf.scroll_y + by)

    def action_page(self, by: int) -> None:
        self.action_scroll_by(by * max(1, self._leaf.size.height - 2))

    def action_end(self, by: int) -> None:
        self._leaf.to(0 if by < 0 else self._leaf.max_scroll_y)

    def action_turn(self, by: int) -> None:
        self._show((self._at + by) % len(self._leaves))
        self._labels.turn_to(self._at)

    def on_tabs_tab_activated(self) -> None:
        self._show(self._labels.at)
