"""A screen for documents: text that scrolls, in one part or in several with a tab each.

The text is a Rich renderable instead of Textual's Markdown: drawings of boards stand in rows that
depend on the width, code is folded, and the command line prints some of the same text.
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
from ludoscope.tui.widgets.page_text import DocumentText
from ludoscope.tui.widgets.tab_bar import TabBar


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a document.

    Attributes:
        label: The label of its tab.
        render: Returns the text; called in a thread when the part is first shown.
        first_line: Returns the line that is shown first, given the width of the text in cells.
    """

    label: str
    render: Callable[[Styles], RenderableType]
    first_line: Callable[[int], int] = lambda width: 0


class DocumentPane(VerticalScroll, can_focus=False):
    """The scrolling text of a part.

    Attributes:
        is_requested: True once loading of the text has begun.
        is_ready: True once the text is there and scrolled to its first line.
    """

    def __init__(self, part: Part, pane_id: str) -> None:
        super().__init__(id=pane_id)
        self.part = part
        self.is_requested = False
        self.is_ready = False
        self._text = DocumentText("…")
        self._is_loaded = False

    def compose(self) -> ComposeResult:
        yield self._text

    async def load(self, styles: Styles) -> None:
        """Render the text in these styles and show it."""
        self.is_requested = True
        text = await asyncio.to_thread(self.part.render, styles)
        self._is_loaded = True
        self._text.show_document(text)

    def scroll_to_first_line(self) -> None:
        """Scroll to the part's first line, if the text has been laid out and this is not done."""
        width = self._text.size.width
        if self._is_loaded and width and not self.is_ready:
            line = self.part.first_line(width)
            if line < self.virtual_size.height:  # else this is still the size of the "…"
                self.is_ready = True
                self.scroll_to_line(line)

    def scroll_to_line(self, line: float) -> None:
        """Show a line at the top, or as near to it as the length of the text allows."""
        self.scroll_to(y=line, animate=False, immediate=True)


class DocumentScreen(BaseScreen[None], inherit_bindings=False):
    """A document with a title and one or more parts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_by(-1)", "scroll", key_display="↑↓", id="read.up"),
        Binding("down,j", "scroll_by(1)", "down", id="read.down", show=False),
        Binding("pagedown,space", "page(1)", "page", key_display="space", id="read.page"),
        Binding("pageup,b", "page(-1)", "page back", id="read.page_back", show=False),
        Binding("home,g", "scroll_to_top", "to the top", id="read.top", show=False),
        Binding("end,G", "scroll_to_end", "to the end", id="read.end", show=False),
        Binding("right,l,tab", "turn(1)", "next tab", key_display="←→", id="read.next"),
        Binding("left,h,shift+tab", "turn(-1)", "previous tab", id="read.previous", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "documents.tcss"
    AUTO_FOCUS = ""  # the bindings are the screen's
    ALLOW_SELECT = True

    def __init__(self, title: str, parts: Sequence[Part], family: str = "") -> None:
        super().__init__()
        self.title = title
        self.family = family
        self._panes = [DocumentPane(part, f"part-{index}") for index, part in enumerate(parts)]
        self._tabs = TabBar(part.label for part in parts)
        self._index = 0

    def compose_body(self) -> Iterable[Widget]:
        # not TabbedContent: it returns to an earlier tab if keys are faster than its messages
        if len(self._panes) > 1:
            yield self._tabs
        yield ContentSwitcher(*self._panes, initial=self._panes[0].id)

    def on_mount(self) -> None:
        self.screen_layout_refresh_signal.subscribe(self, self._show_position, immediate=True)
        self._load(self._pane)

    @property
    def _pane(self) -> DocumentPane:
        """The visible part."""
        return self._panes[self._index]

    def _show_part(self, index: int) -> None:
        self._index = index
        self.query_one(ContentSwitcher).current = self._pane.id
        if not self._pane.is_requested:
            self._load(self._pane)

    def _load(self, pane: DocumentPane) -> None:
        styles = self.app.palette.styles
        self.run_worker(pane.load(styles), group=pane.id or "", exclusive=True)

    def on_appearance_changed(self) -> None:
        for pane in self._panes:
            if pane.is_requested:
                self._load(pane)

    def _show_position(self, screen: Screen[object]) -> None:
        """Show the visible lines in the title bar.

        A signal of the screen, because a pane that is shown again may get no Resize event.
        """
        pane = self._pane
        pane.scroll_to_first_line()
        first_line, height = int(pane.scroll_y) + 1, pane.size.height
        line_count = pane.virtual_size.height
        if pane.is_ready and line_count > height > 0:
            last_line = min(first_line + height - 1, line_count)
            self.sub_title = f"{first_line}–{last_line} of {line_count}"
        else:
            self.sub_title = ""

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "turn" or len(self._panes) > 1

    def action_scroll_by(self, lines: int) -> None:
        self._pane.scroll_to_line(self._pane.scroll_y + lines)

    def action_page(self, pages: int) -> None:
        self.action_scroll_by(pages * max(1, self._pane.size.height - 2))

    def action_scroll_to_top(self) -> None:
        self._pane.scroll_to_line(0)

    def action_scroll_to_end(self) -> None:
        self._pane.scroll_to_line(self._pane.max_scroll_y)

    def action_turn(self, step: int) -> None:
        self._show_part((self._index + step) % len(self._panes))
        self._tabs.activate(self._index)

    def on_tabs_tab_activated(self) -> None:
        self._show_part(self._tabs.active_index)
