"""A list on the home screen: puzzles to open, each a row with a remark at its right."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.content import Content
from textual.widgets.option_list import Option

from ludoscope.tui.widgets.row_list import Choices

ROOMY = 3  # lines of a row with what is said below it, and the one after that


class Row(NamedTuple):
    """What is read, and what is opened; `about` is said below it where there is room."""

    text: Text
    remark: str
    value: Any
    about: str = ""


class HomeList(Choices, inherit_bindings=False):
    """Choices, of which only the list with the focus shows where the cursor is.

    The screen has the keys, since they lead from list to list.
    """

    DEFAULT_CSS = """
    HomeList {
        width: 1fr; height: 1fr; max-height: 100%; padding: 0 0 0 1;
        border: round $border; background: transparent;
        &:focus {
            border: round $border; border-title-style: reverse; background-tint: transparent;
        }
        scrollbar-gutter: stable;  /* or lines are cut when it comes */
    }
    """

    def __init__(self, title: str, id: str) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.border_title = Content(title)
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these; the cursor stays in its row."""
        at = self.highlighted or 0
        self.rows = rows
        self.clear_options()
        self.add_options(Option(_prompt(row)) for row in rows)
        self.highlighted = min(at, len(rows) - 1) if rows else None

    @property
    def tall(self) -> int:
        """Lines that it takes to show all."""
        return sum(ROOMY if row.about else 1 for row in self.rows)

    @property
    def chosen(self) -> Row | None:
        """The row with the cursor."""
        return self.rows[self.highlighted] if self.highlighted is not None else None


def _prompt(row: Row) -> RenderableType:
    line = Table.grid(expand=True, padding=(0, 1, 0, 0))
    line.add_column(no_wrap=True, overflow="ellipsis")
    line.add_column(justify="right", no_wrap=True, overflow="crop", ratio=1)
    line.add_row(row.text, Text(row.remark, "dim"))
    if not row.about:
        return line
    return Group(line, Text(row.about, "dim", no_wrap=True, overflow="ellipsis"), Text())
