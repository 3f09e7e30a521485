"""A table of rows to choose from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.strip import Strip
from textual.widgets import DataTable

from ludoscope.tui.widgets.row_list import evened

Cell = Text | str


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: its title, its width in cells, the gap before it included, its side.

    A column of no width has what the others leave.
    """

    title: str
    width: int | None = None
    right: bool = False


class Table(DataTable[Text]):
    """Textual's DataTable, with a column that takes the width that the others leave."""

    DEFAULT_CSS = """
    Table {
        background: transparent; padding: 0 1; scrollbar-size-horizontal: 0;
        scrollbar-size-vertical: 1;
        & > .datatable--header, &:focus > .datatable--header, &:ansi > .datatable--header {
            background: transparent; color: $foreground;
        }
        & > .datatable--cursor {  /* the keys may be the screen's */
            color: $block-cursor-foreground; background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
    }
    """

    def __init__(self, *, id: str | None = None, cursor: bool = True) -> None:  # noqa: A002
        super().__init__(id=id, cursor_type="row", show_cursor=cursor, cell_padding=0)
        self.can_focus = cursor
        self._height = 1
        self._headings: Sequence[Heading] = ()
        self._lines: list[list[Text]] = []

    def lay(
        self, headings: Sequence[Heading], rows: Iterable[Sequence[Cell]], height: int = 1
    ) -> bool:
        """Show these rows, each of so many lines; whether they differ from those shown.

        The cursor stays in its row. Of as many rows as before, under the same headings, only
        the cells that differ are updated.
        """
        lines = [
            [_aligned(cell, heading) for cell, heading in zip(row, headings, strict=True)]
            for row in rows
        ]
        before, self._lines = self._lines, lines
        if (self._headings, self._height, len(before)) != (headings, height, len(lines)):
            self._headings, self._height = headings, height
            self._show()
            return True
        changed = [
            (Coordinate(row, column), cell)
            for row, line in enumerate(lines)
            for column, cell in enumerate(line)
            if (cell, cell.style) != (before[row][column], before[row][column].style)
        ]
        for place, cell in changed:
            self.update_cell_at(place, cell)
        return bool(changed)

    def _show(self) -> None:
        at = self.cursor_row
        self.clear(columns=True)
        fixed = sum(heading.width or 0 for heading in self._headings)
        region = self.content_region
        tall = self.header_height + len(self._lines) * self._height > region.height
        scrollbar = self.styles.scrollbar_size_vertical if tall else 0  # it may be yet to come
        room = region.width - scrollbar - fixed
        for heading in self._headings:
            width = max(1, room) if heading.width is None else heading.width
            self.add_column(_aligned(heading.title, heading), width=width)
        for line in self._lines:
            self.add_row(*line, height=self._height)
        self.move_cursor(row=at)

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if not self.show_cursor:
            return strip
        rows = (style.meta.get("row") for _, style, _ in strip if style)
        return evened(strip) if self.cursor_row in rows else strip


class Rows(Table):
    """Rows to choose from, also by the letters of vi and less."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "choose", key_display="↑↓", id="list.up"),
        Binding("down,j", "cursor_down", "down", id="list.down", show=False),
        Binding("pageup,left,h", "page_up", "page up", id="list.page_up", show=False),
        Binding("pagedown,right,l", "page_down", "page down", id="list.page_down", show=False),
        Binding("home,g", "scroll_top", "first", id="list.first", show=False),
        Binding("end,G", "scroll_bottom", "last", id="list.last", show=False),
        Binding("enter,space", "select_cursor", "open", id="list.choose"),
    ]


def _aligned(cell: Cell, heading: Heading) -> Text:
    text = Text(cell) if isinstance(cell, str) else cell
    text.no_wrap, text.overflow = True, "ellipsis"
    if heading.right:
        text.justify = "right"
    return text
