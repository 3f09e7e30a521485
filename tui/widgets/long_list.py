"""A list of thousands of lines, of which one is chosen; a line is made when it is to be seen.

Textual's own lists make all of theirs when they open: 6,000 rows of a DataTable take half a second.
"""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ludoscope.tui.boards.board import Line
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.terminal.private import forget_lines
from ludoscope.tui.widgets.row_list import EVEN, REVERSE, evened, reveal
from ludoscope.tui.widgets.styled_lines import strip_of

Make = Callable[[int, range, int], Line]


class LongList(ScrollView, can_focus=False):
    """`make` has the number of a line, the numbers of those that are seen, and the width."""

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
    MARKS_CHOSEN: ClassVar[bool] = True  # as a whole row
    app: Services
    chosen: reactive[int] = reactive(0, init=False, repaint=False)

    class Highlighted(Message):
        """Another line is the chosen one."""

    class Selected(Message):
        """The chosen line was clicked."""

    def __init__(self, count: int, make: Make, chosen: int = 0) -> None:
        super().__init__()
        self._count, self._make = count, make
        self._made: dict[int, Line] = {}  # as they were seen last
        self.set_reactive(LongList.chosen, chosen)

    def on_mount(self) -> None:
        self.virtual_size = Size(1, self._count)

    def lay(self, count: int, chosen: int) -> bool:
        """Have so many lines, this one the chosen one; whether that is new."""
        if (count, chosen) == (self._count, self.chosen):
            return False
        self._count = count
        self.virtual_size = Size(1, count)
        self.chosen = chosen
        self.refresh()
        self.call_after_refresh(self.reveal)
        return True

    def on_resize(self) -> None:
        self.reveal()

    def on_unmount(self) -> None:
        forget_lines(self)

    @property
    def seen(self) -> range:
        """The numbers of the lines that are seen."""
        first = self.scroll_offset.y
        return range(first, min(self._count, first + self.size.height))

    def validate_chosen(self, at: int) -> int:
        return max(0, min(at, self._count - 1))

    def watch_chosen(self, before: int, at: int) -> None:
        self.refresh_line(before)
        self.refresh_line(at)
        self.reveal()
        self.post_message(self.Highlighted())

    def reveal(self) -> None:
        """Have the chosen line seen: in the middle, if it is not seen yet."""
        reveal(self, self.chosen, self.chosen, self.size.height)

    def renew(self) -> bool:
        """Make the lines that are seen anew; whether any differs."""
        seen, width = self.seen, self.size.width
        changed = [at for at in seen if self._made.get(at) != self._make(at, seen, width)]
        for at in changed:
            self.refresh_line(at)
        return bool(changed)

    def render_line(self, y: int) -> Strip:
        seen, width = self.seen, self.size.width
        at, line = seen.start + y, []
        if at in seen:
            line = self._made[at] = self._make(at, seen, width)
        strip = strip_of(line, self.app.palette.styles, width)
        if not self.MARKS_CHOSEN or at != self.chosen or at not in seen:
            return strip
        cursor = self.get_component_rich_style("long-list--cursor")
        return evened(strip, REVERSE if self.app.no_color else cursor + EVEN)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        at = self._count if offset is None else self.seen.start + offset.y
        if at == self.chosen:
            self.post_message(self.Selected())
        elif at < self._count:
            self.chosen = at
