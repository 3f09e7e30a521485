"""A list whose cursor is a whole row, visible without colours too."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

from ludoscope.tui.widgets.text_cursor import option_cursor

NOT_DIM = Style(dim=False)
REVERSED = Style(dim=False, reverse=True)


def style_row(strip: Strip, added_style: Style = NOT_DIM) -> Strip:
    """Add a style to all cells of a row, so that the cursor looks the same in each."""
    segments = [Segment(text, (style or Style()) + added_style) for text, style, _ in strip]
    return Strip(segments, strip.cell_length)


def scroll_into_view(view: Widget, first: int, last: int, room: int) -> None:
    """Scroll lines to the middle of a view if they are out of sight.

    Scrolling by one line with each key would send the whole view each time.

    Args:
        view: The widget that scrolls.
        first: The first of the lines.
        last: The last of the lines.
        room: How many lines the view shows.
    """
    top = view.scroll_offset.y
    if room and not top <= first <= last < top + room:
        # forced, since a list that became longer has no scrollbar before it is laid out
        view.scroll_to(y=last - room // 2, animate=False, force=True, immediate=True)


class RowList(OptionList):
    """Textual's OptionList with a cursor that looks the same in every cell of its row.

    TCSS can neither remove the dim style of an option's text nor, on a terminal without colours,
    reverse a row. A list that can take the focus shows its cursor only while it has it. Where the
    list has no room for a line or a column, paging does nothing and rows count as if they had one;
    Textual's list would raise an error.
    """

    DEFAULT_CSS = """
    RowList {
        scrollbar-size-vertical: 1;
        & > .option-list--option-hover { background: transparent; }
    }
    """

    @property
    def _shows_cursor(self) -> bool:
        return self.highlighted is not None and (self.has_focus or not self.can_focus)

    def text_cursor(self) -> Offset | None:
        return option_cursor(self) if self._shows_cursor else None

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if not self._shows_cursor:
            return strip
        styles = [segment.style for segment in strip if segment.style]
        if not any(style.meta.get("option") == self.highlighted for style in styles):
            return strip
        return style_row(strip, REVERSED if self.app.no_color else NOT_DIM)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        padding = self.get_component_styles("option-list--option").padding.width
        return super().get_content_height(container, viewport, max(width, padding + 1))

    def action_page_up(self) -> None:
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
