"""A list to choose from that may have thousands of rows, each a title with details at its right.

DataTable measures every cell of every row when rows are added: with 3,000 of them that takes more
than half a second, at every letter of a search. An OptionList asks a row for its height only, and
one that knows it to be one line is laid out when it comes into sight.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets.option_list import Option

from ludoscope.tui.text.formatting import shorten
from ludoscope.tui.widgets.row_list import Choices, reveal

MARK = 2  # cells before the title
GAP = 2  # cells between title and details
LEAST = 12  # cells that a title has at the least
ROOMY = 60  # cells of a row from which on it has room for its figures


class OneLine(Visual):
    """What has a line to itself, of whatever width."""

    def content(self, width: int) -> Content:
        """The line in so many cells."""
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
class Row(OneLine):
    """`mark` is a sign and its style; of `details`, set off by commas, the last give way.

    `figures` stand in a column of their own where there is room for it.
    """

    title: str
    mark: tuple[str, str]
    details: str
    figures: str

    def content(self, width: int) -> Content:
        figures = self.figures if width >= ROOMY else ""
        room = width - MARK - cell_len(figures) - GAP
        details = self.details
        while "," in details and cell_len(self.title) + cell_len(details) > room:
            details = details.rpartition(",")[0]
        title = Content(shorten(self.title, max(LEAST, room - cell_len(details))))
        right = Content.styled(details + figures, "dim")
        gap = " " * (width - MARK - title.cell_length - right.cell_length)
        return Content.assemble(self.mark, title, gap, right)


@dataclass(frozen=True, slots=True)
class Heading(OneLine):
    """What stands above a group of rows; `details` above theirs, as far from the right edge.

    `figures` is as wide as theirs.
    """

    title: str
    details: str = ""
    figures: str = ""

    def content(self, width: int) -> Content:
        title = Content.styled(self.title, "bold")
        right = self.details + (self.figures if width >= ROOMY else "")
        gap = width - title.cell_length - cell_len(right)
        if not self.details or gap < 1:
            return title
        return Content.assemble(title, " " * gap, Content.styled(right, "dim"))


class Listing(Choices, inherit_bindings=False):
    """The screen has the keys; a click chooses a row, and another one on the same row opens it."""

    DEFAULT_CSS = """
    Listing {
        height: 1fr; max-height: 100%; border: none; padding: 0; background: transparent;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-disabled { color: $foreground; }
    }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.can_focus = False

    def lay(self, rows: Sequence[Row | Heading], chosen: int) -> None:
        """Show these rows, with the cursor on one of them."""
        self.set_options(Option(row, disabled=isinstance(row, Heading)) for row in rows)
        self.refresh()
        self.choose(chosen)

    def say(self, sentence: str) -> None:
        """Show a sentence in place of rows."""
        self.set_options([Option(Content.styled(sentence, "dim"), disabled=True)])
        self.refresh()

    def choose(self, row: int) -> None:
        """Put the cursor on a row."""
        if row < self.option_count:
            self.highlighted = row

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll by half a page where the row, or the heading above it, is out of sight."""
        if (row := self.highlighted) is not None:
            first = row - (row > 0 and self.options[row - 1].disabled)
            reveal(self, first, row, self.scrollable_content_region.height)

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
