"""A list of puzzles on the home screen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.content import Content
from textual.widgets.option_list import Option

from ludoscope.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from ludoscope.tui.saves.save import SavedSession

LINES_WITH_GOAL = 3  # a row, the goal below it and a blank line


class HomeRow(NamedTuple):
    """A puzzle or a saved game in a list.

    Attributes:
        text: The text at the left.
        detail: The text at the right.
        puzzle: The saved game, or the name of the puzzle, that the row opens.
        goal: A text below the row, "" for none.
    """

    text: Text
    detail: str
    puzzle: "SavedSession | str"
    goal: str = ""


class HomeList(RowList, inherit_bindings=False):
    """A list that shows its cursor only while it has the focus.

    The key bindings are the screen's, since they move from list to list.
    """

    DEFAULT_CSS = """
    HomeList {
        width: 1fr; height: 1fr; max-height: 100%; padding: 0 0 0 1;
        border: round $border; background: transparent;
        &:focus {
            border: round $border; border-title-style: reverse; background-tint: transparent;
        }
        scrollbar-gutter: stable;  /* else lines are cut off when the scrollbar appears */
    }
    """

    def __init__(self, title: str, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.border_title = Content(title)
        self.rows: Sequence[HomeRow] = ()

    def show(self, rows: Sequence[HomeRow]) -> None:
        """Replace the rows; the cursor keeps its index."""
        index = self.highlighted or 0
        self.rows = rows
        self.clear_options()
        self.add_options(Option(_format_row(row)) for row in rows)
        self.highlighted = min(index, len(rows) - 1) if rows else None

    @property
    def content_height(self) -> int:
        """The number of lines needed for all rows."""
        return sum(LINES_WITH_GOAL if row.goal else 1 for row in self.rows)

    @property
    def highlighted_row(self) -> HomeRow | None:
        """The row under the cursor."""
        return self.rows[self.highlighted] if self.highlighted is not None else None


def _format_row(row: HomeRow) -> RenderableType:
    line = Table.grid(expand=True, padding=(0, 1, 0, 0))
    line.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    line.add_column(justify="right", no_wrap=True, min_width=cell_len(row.detail))
    line.add_row(row.text, Text(row.detail, "dim"))
    if not row.goal:
        return line
    return Group(line, Text(row.goal, "dim", no_wrap=True, overflow="ellipsis"), Text())
