"""LongList: a list of thousands of lines that makes a line only when it is shown."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import clear_render_cache
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.row_list import NOT_DIM, REVERSED, scroll_into_view, style_row
from ludoscope.tui.widgets.styled_lines import render_strip
from ludoscope.tui.widgets.text_cursor import row_cursor

MakeLine = Callable[[int, range, int], StyledLine]


class LongList(ScrollView, can_focus=False):
    """A scrolling list with a cursor.

    Textual's lists make all of their rows when they open: 6,000 rows of a `DataTable` take half a
    second.

    Attributes:
        highlighted: The index of the line that has the cursor.
    """

    DEFAULT_CSS = """
    LongList {
        width: 1fr; height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1;
        & > .long-list--cursor {
            color: $block-cursor-foreground; background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"long-list--cursor"}
    SHOWS_CURSOR: ClassVar[bool] = True
    """True if the line with the cursor has a style of its own."""
    app: AppBase
    highlighted: reactive[int] = reactive(0, init=False, repaint=False)

    class Highlighted(Message):
        """Posted when another line gets the cursor."""

    class Selected(Message):
        """Posted when the line with the cursor is clicked."""

    def __init__(self, count: int, make_line: MakeLine, highlighted: int = 0) -> None:
        """Create a list.

        Args:
            count: The number of lines.
            make_line: A function that returns a line for its index, the indices of the visible
                lines, and the width in cells.
            highlighted: The index of the line that has the cursor.
        """
        super().__init__()
        self._count, self._make_line = count, make_line
        self._rendered: dict[int, StyledLine] = {}
        self.set_reactive(LongList.highlighted, highlighted)

    def on_mount(self) -> None:
        self.virtual_size = Size(1, self._count)

    def set_rows(self, count: int, highlighted: int) -> bool:
        """Set the number of lines and the cursor; return True if one of them has changed."""
        if (count, highlighted) == (self._count, self.highlighted):
            return False
        old_visible, self._count = self.visible_rows, count
        self._set_virtual_height(count)
        self.highlighted = highlighted
        if not self.size:  # hidden: else its old lines come back with it
            self.refresh()
        elif count < old_visible.stop:
            self.refresh_lines(count, old_visible.stop - count)
        self.refresh_rows()
        return True

    def _set_virtual_height(self, height: int) -> None:
        """Set the height that is scrolled; lay the screen out only if the scrollbar comes or goes.

        A layout draws everything on the screen.
        """
        size, room = Size(1, height), self.container_size.height
        if self.styles.is_auto_height or self.show_vertical_scrollbar != (height > room):
            self.virtual_size = size
            self.call_after_refresh(self.scroll_to_highlight)
            return
        self.set_reactive(LongList.virtual_size, size)
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = height
        self.scroll_y = self.validate_scroll_y(self.scroll_y)

    def on_resize(self) -> None:
        self.scroll_to_highlight()

    def on_unmount(self) -> None:
        clear_render_cache(self)

    @property
    def visible_rows(self) -> range:
        """The indices of the visible lines."""
        first = self.scroll_offset.y
        return range(first, min(self._count, first + self.size.height))

    def validate_highlighted(self, index: int) -> int:
        return max(0, min(index, self._count - 1))

    def watch_highlighted(self, old_index: int, index: int) -> None:
        self.refresh_line(old_index)
        self.refresh_line(index)
        self.scroll_to_highlight()
        self.post_message(self.Highlighted())

    def scroll_to_highlight(self) -> None:
        """Scroll so that the cursor is visible, to the middle if it was not visible before."""
        scroll_into_view(self, self.highlighted, self.highlighted, self.size.height)

    def refresh_rows(self) -> bool:
        """Make the visible lines again; return True if any has changed."""
        visible, width = self.visible_rows, self.size.width
        changed = [
            index
            for index in visible
            if self._rendered.get(index) != self._make_line(index, visible, width)
        ]
        for index in changed:
            self.refresh_line(index)
        return bool(changed)

    def text_cursor(self) -> Offset | None:
        return row_cursor(self, self.highlighted) if self.SHOWS_CURSOR and self._count else None

    def render_line(self, y: int) -> Strip:
        visible, width = self.visible_rows, self.size.width
        index = visible.start + y
        line: StyledLine = []
        if index in visible:
            line = self._rendered[index] = self._make_line(index, visible, width)
        strip = render_strip(line, self.app.palette.styles, width)
        if not self.SHOWS_CURSOR or index != self.highlighted or index not in visible:
            return strip
        cursor_style = self.get_component_rich_style("long-list--cursor")
        return style_row(strip, REVERSED if self.app.no_color else cursor_style + NOT_DIM)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        index = self._count if offset is None else self.visible_rows.start + offset.y
        if index == self.highlighted:
            self.post_message(self.Selected())
        elif index < self._count:
            self.highlighted = index
