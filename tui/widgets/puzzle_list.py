"""The list of a library: thousands of puzzles in groups, in a table below its headings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.css.styles import RulesMap
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets.option_list import Option

from ludoscope.tui.text.formatting import capitalize_first, shorten
from ludoscope.tui.widgets.row_list import RowList, scroll_into_view

MARK_WIDTH = 2  # cells before the title
GAPS = (2, 1)  # cells before each column, fewer where there is no room
MIN_TITLE_WIDTH, MAX_TITLE_WIDTH = 16, 20  # cells that columns leave to the titles
PUZZLE_HEADING = "puzzle"


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: Its name.
        title: The heading.
        width: The width in cells.
        priority: Where there is no room, columns with greater numbers are left out first.
    """

    name: str
    title: str
    width: int
    priority: int


class FittedColumns(NamedTuple):
    """The columns that fit into a width.

    Attributes:
        indices: Their indices in the table.
        gap: The cells before each of them.
    """

    indices: tuple[int, ...]
    gap: int


class Table:
    """The columns of a list of puzzles, which leave room for the titles.

    Attributes:
        columns: All columns, from left to right.
    """

    def __init__(self, columns: Sequence[Column] = (), title_width: int = 0) -> None:
        """Create a table.

        Args:
            columns: The columns from left to right.
            title_width: The width of the usual titles.
        """
        self.columns = columns
        self._title_width = min(max(title_width, MIN_TITLE_WIDTH), MAX_TITLE_WIDTH)
        self._fitted: dict[int, FittedColumns] = {}

    def fit(self, width: int) -> FittedColumns:
        """Return the columns that are shown in rows of `width` cells."""
        if width not in self._fitted:
            self._fitted[width] = self._fit(width)
        return self._fitted[width]

    def _fit(self, width: int) -> FittedColumns:
        room = width - MARK_WIDTH - self._title_width
        indices = list(range(len(self.columns)))
        while indices:
            needed = sum(self.columns[index].width for index in indices)
            for gap in GAPS:
                if needed + gap * len(indices) <= room:
                    return FittedColumns(tuple(indices), gap)
            indices.remove(max(indices, key=lambda index: (self.columns[index].priority, index)))
        return FittedColumns((), 0)

    def column_at(self, x: int, width: int) -> str:
        """Return the name of the column whose heading is at `x` in a row, "" for the titles."""
        indices, gap = self.fit(width)
        end = width
        for index in reversed(indices):
            start = end - gap - self.columns[index].width
            if start <= x < end:
                return self.columns[index].name
            end = start
        return ""


class SingleLine(Visual):
    """A visual of one line, whatever the width: an OptionList need not render it to lay it out."""

    def content(self, width: int) -> Content:
        """Return the line in `width` cells."""
        raise NotImplementedError

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        return self.content(width).render_strips(width, 1, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class PuzzleRow(SingleLine):
    """The row of a puzzle.

    Attributes:
        title: Its title.
        mark: A sign and its style.
        detail: A remark beside the title, if there is room.
        cells: The texts of the columns of the table.
        table: The columns.
    """

    title: str
    mark: tuple[str, str]
    detail: str
    cells: Sequence[str]
    table: Table

    def content(self, width: int) -> Content:
        figures = ""
        if any(self.cells):
            indices, gap = self.table.fit(width)
            columns = self.table.columns
            figures = "".join(
                " " * gap + self.cells[index].rjust(columns[index].width) for index in indices
            )
        room = width - MARK_WIDTH - cell_len(figures)
        detail = self.detail
        while detail and cell_len(self.title) + GAPS[0] + cell_len(detail) > room:
            detail = detail.rpartition(",")[0]  # without room for all, the last part is left out
        title_room = room - cell_len(detail) - (GAPS[0] if detail else 0)
        title = Content(shorten(self.title, title_room))
        gap_width = width - MARK_WIDTH - title.cell_length - cell_len(detail + figures)
        return Content.assemble(
            self.mark, title, " " * gap_width, Content.styled(detail + figures, "dim")
        )


@dataclass(frozen=True, slots=True)
class GroupHeading(SingleLine):
    """The row above a group of puzzles."""

    title: str

    def content(self, width: int) -> Content:
        return Content.styled(capitalize_first(self.title), "bold")


class ColumnHeadings(Widget):
    """The headings above a list of puzzles; a click on one sorts by its column."""

    DEFAULT_CSS = """
    ColumnHeadings { height: 1; padding: 0 2 0 1; }
    """

    class Clicked(Message):
        """A click on the heading of a column, "" for that of the titles."""

        def __init__(self, column: str) -> None:
            super().__init__()
            self.column = column

    def __init__(self) -> None:
        super().__init__()
        self._table, self._sorted_column = Table(), ""

    def show_table(self, table: Table, sorted_column: str) -> None:
        """Show the headings of a table, that of the column by which it is sorted underlined."""
        self._table, self._sorted_column = table, sorted_column
        self.display = bool(table.columns)
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        indices, gap = self._table.fit(width)
        parts: list[Content | str] = []
        for index in indices:
            column = self._table.columns[index]
            style = "bold underline" if column.name == self._sorted_column else "bold"
            parts += [" " * (gap + column.width - cell_len(column.title))]
            parts += [Content.styled(column.title, style)]
        figures = Content.assemble(*parts)
        title = " " * MARK_WIDTH + PUZZLE_HEADING
        gap_width = width - len(title) - figures.cell_length
        return Content.assemble((title, "bold"), " " * gap_width, figures)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(
                self.Clicked(self._table.column_at(offset.x, self.content_size.width))
            )


class PuzzleList(RowList, inherit_bindings=False):
    """A list of puzzles in groups; its keys are the screen's.

    A click highlights a row, a click on the highlighted row opens it. In place of Textual's
    DataTable, which measures every cell of every row that is added: with 3,000 rows more than half
    a second, at every letter of a search.
    """

    DEFAULT_CSS = """
    PuzzleList {
        height: 1fr; max-height: 100%; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-disabled { color: $foreground; }
    }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.can_focus = False

    def set_rows(self, rows: Sequence[PuzzleRow | GroupHeading], highlighted_row: int) -> None:
        """Show rows, with the cursor on one of them."""
        self.set_options(Option(row, disabled=isinstance(row, GroupHeading)) for row in rows)
        self.refresh()
        self.highlight_row(highlighted_row)

    def show_message(self, message: str) -> None:
        """Show a message in place of rows."""
        self.set_options([Option(Content.styled(message, "dim"), disabled=True)])
        self.refresh()

    def highlight_row(self, row: int) -> None:
        """Move the cursor to a row."""
        if row < self.option_count:
            self.highlighted = row

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll by half a page if the highlighted row or its heading is out of sight."""
        row = self.highlighted
        if row is None:
            return
        is_first_of_group = row > 0 and self.options[row - 1].disabled
        first = row - 1 if is_first_of_group else row
        scroll_into_view(self, first, row, self.scrollable_content_region.height)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.scroll_to_highlight)

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()
        row = event.style.meta.get("option")
        if row is None or self.options[row].disabled:
            return
        if row == self.highlighted:
            self.action_select()
        else:
            self.highlighted = row
