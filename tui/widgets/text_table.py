"""A table of texts, to read or to choose a row from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.widgets import DataTable

from ludoscope.tui.widgets.row_list import style_row
from ludoscope.tui.widgets.text_cursor import row_cursor

Cell = Text | str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        title: Its title.
        width: Cells, with the gap before the column; None for the width that the others leave.
        align_right: True to align it to the right.
    """

    title: str
    width: int | None = None
    align_right: bool = False


class TextTable(DataTable[Text]):
    """Textual's DataTable with a column that takes the remaining width, and keys as in vi.

    Rows that are shown again update only the cells that differ: Textual's own sends 1,703 bytes for
    a cell.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "choose", key_display="↑↓", id="list.up"),
        Binding("down,j", "cursor_down", "down", id="list.down", show=False),
        Binding("pageup,left,h", "page_up", "page up", id="list.page_up", show=False),
        Binding("pagedown,right,l", "page_down", "page down", id="list.page_down", show=False),
        Binding("home,g", "scroll_top", "first", id="list.first", show=False),
        Binding("end,G", "scroll_bottom", "last", id="list.last", show=False),
        Binding("enter,space", "select_cursor", "open", id="list.choose"),
    ]
    DEFAULT_CSS = """
    TextTable {
        background: transparent; padding: 0 1; scrollbar-size-horizontal: 0;
        scrollbar-size-vertical: 1;
        & > .datatable--header, &:focus > .datatable--header, &:ansi > .datatable--header {
            background: transparent; color: $foreground;
        }
        & > .datatable--cursor {  /* also without the focus: the keys may be the screen's */
            color: $block-cursor-foreground; background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
    }
    """

    class Resized(Message):
        """Posted when the size of the table has changed, also when it is first laid out."""

        def __init__(self, table: "TextTable") -> None:
            super().__init__()
            self.table = table

        @property
        def control(self) -> "TextTable":
            return self.table

    def __init__(self, *, id: str | None = None, has_cursor: bool = True) -> None:  # noqa: A002
        """Create an empty table; without a cursor it cannot take the focus."""
        super().__init__(id=id, cursor_type="row", show_cursor=has_cursor, cell_padding=0)
        self.can_focus = has_cursor
        self._row_height = 1
        self._column_specs: Sequence[Column] = ()
        self._cells: list[list[Text]] = []

    def set_rows(
        self, columns: Sequence[Column], rows: Iterable[Sequence[Cell]], row_height: int = 1
    ) -> bool:
        """Show rows; the cursor stays in its row.

        Args:
            columns: The columns.
            rows: A cell for each column.
            row_height: Lines of each row.

        Returns:
            True if anything differs from what was shown.
        """
        cells = [
            [_align(cell, column) for cell, column in zip(row, columns, strict=True)]
            for row in rows
        ]
        old_cells, self._cells = self._cells, cells
        shape = (columns, row_height, len(self._cells))
        if (self._column_specs, self._row_height, len(old_cells)) != shape:
            self._column_specs, self._row_height = columns, row_height
            self._rebuild()
            return True
        changed = [
            (Coordinate(y, x), cell)
            for y, (old_row, new_row) in enumerate(zip(old_cells, self._cells, strict=True))
            for x, (old, cell) in enumerate(zip(old_row, new_row, strict=True))
            if (old, old.style) != (cell, cell.style)
        ]
        for coordinate, cell in changed:
            self.update_cell_at(coordinate, cell)
        return bool(changed)

    def _rebuild(self) -> None:
        row = self.cursor_row
        self.clear(columns=True)
        fixed_width = sum(spec.width or 0 for spec in self._column_specs)
        region = self.content_region
        needs_scrollbar = self.header_height + len(self._cells) * self._row_height > region.height
        scrollbar_width = self.styles.scrollbar_size_vertical if needs_scrollbar else 0
        remaining_width = max(1, region.width - scrollbar_width - fixed_width)
        for spec in self._column_specs:
            width = remaining_width if spec.width is None else spec.width
            self.add_column(_align(spec.title, spec), width=width)
        for cells in self._cells:
            self.add_row(*cells, height=self._row_height)
        self.move_cursor(row=row)

    def on_resize(self, event: events.Resize) -> None:
        self._rebuild()
        self.post_message(self.Resized(self))

    def text_cursor(self) -> Offset | None:
        if not (self.show_cursor and self.row_count):
            return None
        header_height = self.header_height if self.show_header else 0
        return row_cursor(self, header_height + self.cursor_row * self._row_height)

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if not self.show_cursor:
            return strip
        rows = (style.meta.get("row") for _, style, _ in strip if style)
        return style_row(strip) if self.cursor_row in rows else strip


def _align(cell: Cell, column: Column) -> Text:
    text = Text(cell) if isinstance(cell, str) else cell
    text.no_wrap, text.overflow = True, "ellipsis"
    if column.align_right:
        text.justify = "right"
    return text
