"""The tour: five pages, the first of which is shown when the program is started first."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.modal import ModalBase
from ludoscope.tui.screens.tour.pages import PAGES, draw_page, page_text
from ludoscope.tui.widgets.styled_lines import StyledLines

MIN_WIDTH_WITH_DRAWING = 76  # columns of the screen


class TourDialog(ModalBase[bool]):
    """A dialog with a drawing and a text, which the user leafs through; True asks for a game.

    Args:
        offers_game: True to offer the puzzle of the first page.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,l,pagedown", "next_page", "next page", id="tour.next"),
        Binding("left,h,pageup", "previous_page", "page back", id="tour.previous"),
        Binding("up,k", "scroll('scroll_up')", "scroll", key_display="↑↓", id="help.up"),
        Binding("down,j", "scroll('scroll_down')", "down", id="help.down", show=False),
        Binding("home,g", "scroll('scroll_home')", "top", id="help.first", show=False),
        Binding("end,G", "scroll('scroll_end')", "end", id="help.last", show=False),
        Binding("enter", "close", "close", id="tour.close", show=False),
        Binding("escape,q", "dismiss(False)", "back", key_display="esc", id="go.back"),
    ]
    TITLE = "Welcome to Ludoscope"
    CSS_PATH = "tour.tcss"

    def __init__(self, *, offers_game: bool = False) -> None:
        super().__init__()
        self._page = 0
        self._offers_game = offers_game
        self._drawing, self._text = StyledLines(id="drawing"), Static()
        self._scroll = VerticalScroll(self._text, id="text", can_focus=False)

    def compose_body(self) -> Iterable[Widget]:
        yield Horizontal(self._drawing, self._scroll)

    def on_mount(self) -> None:
        self._show_page()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width < MIN_WIDTH_WITH_DRAWING, "-narrow")

    def _show_page(self) -> None:
        page, options = PAGES[self._page], self.app.options
        self._drawing.set_drawing(lambda width, height: draw_page(page, options, width, height))
        self._text.update(page_text(page, options))
        self.box.border_title = Content(f"{self.TITLE} · {self._page + 1} of {len(PAGES)}")
        close = (options.key_display("go.back", "esc"), "close", "screen.dismiss(False)")
        keys = []
        if self._page > 0:
            keys.append(("←", "back", "screen.previous_page"))
        if self._page < len(PAGES) - 1:
            keys.append(("→", "more", "screen.next_page"))
        if self._offers_game:
            keys.append((options.display_keys("⏎"), "play this puzzle", "screen.close"))
        self.box.show_keys([*keys, close])

    # two actions: the link of a text has no negative numbers
    def action_next_page(self) -> None:
        self._turn_page(1)

    def action_previous_page(self) -> None:
        self._turn_page(-1)

    def _turn_page(self, step: int) -> None:
        page = max(0, min(self._page + step, len(PAGES) - 1))
        if page != self._page:
            self._page = page
            self._scroll.scroll_home(animate=False)
            self._show_page()

    def action_close(self) -> None:
        """Close the tour, and open its puzzle if that is offered."""
        self.dismiss(self._offers_game)

    async def action_scroll(self, action: str) -> None:
        """Run a scroll action of the text, which is longer than a small window."""
        await self._scroll.run_action(action)
