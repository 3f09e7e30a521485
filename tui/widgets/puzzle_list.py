"""The list of a library: thousands of puzzles in groups, each a title with details at its right."""

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
from ludoscope.tui.widgets.row_list import RowList, scroll_into_view

MARK_WIDTH = 2  # cells before the title
GAP = 2  # cells between title and details
MIN_TITLE_WIDTH = 12  # cells
MIN_WIDTH_WITH_STATS = 60  # cells of a row


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
        details: Separated by commas; without room for all, the last are left out.
        stats: A column of its own on a wide list.
    """

    title: str
    mark: tuple[str, str]
    details: str
    stats: str

    def content(self, width: int) -> Content:
        figures = self.stats if width >= MIN_WIDTH_WITH_STATS else ""
        room = width - MARK_WIDTH - cell_len(figures) - GAP
        details = self.details
        while "," in details and cell_len(self.title) + cell_len(details) > room:
            details = details.rpartition(",")[0]
        title = Content(shorten(self.title, max(MIN_TITLE_WIDTH, room - cell_len(details))))
        right = Content.styled(details + figures, "dim")
        gap = " " * (width - MARK_WIDTH - title.cell_length - right.cell_length)
        return Content.assemble(self.mark, title, gap, right)


@dataclass(frozen=True, slots=True)
class GroupHeading(SingleLine):
    """The row above a group of puzzles.

    Attributes:
        title: The group.
        details: Title of the column of details, if any.
        stats: Title of the column of statistics, as wide as they are.
    """

    title: str
    details: str = ""
    stats: str = ""

    def content(self, width: int) -> Content:
        title = Content.styled(self.title, "bold")
        right = self.details + (self.stats if width >= MIN_WIDTH_WITH_STATS else "")
        gap = width - title.cell_length - cell_len(right)
        if not self.details or gap < 1:
            return title
        return Content.assemble(title, " " * gap, Content.styled(right, "dim"))


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
