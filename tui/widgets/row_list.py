"""A list whose cursor is a whole row, seen without colour too."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

EVEN = Style(dim=False)  # nothing stands back in the row of the cursor
REVERSE = Style(dim=False, reverse=True)


def evened(strip: Strip, above: Style = EVEN) -> Strip:
    """The row of a cursor: all of its cells in one look."""
    cells = [Segment(text, (style or Style()) + above) for text, style, _ in strip]
    return Strip(cells, strip.cell_length)


def reveal(view: Widget, first: int, last: int, room: int) -> None:
    """Have these lines of a view seen, of which it shows `room`: out of sight, in the middle.

    A page that moves by a line with each key is sent again with each key. By force: a list that
    became longer has no scrollbar before it is laid out.
    """
    top = view.scroll_offset.y
    if room and not top <= first <= last < top + room:
        view.scroll_to(y=last - room // 2, animate=False, force=True, immediate=True)


class Choices(OptionList):
    """Textual's OptionList, in whose row of the cursor every cell looks alike.

    TCSS can say neither that of an option nor, where there are no colours, that it is in reverse.
    A list that can take the focus shows its cursor only while it has it. One without a line to
    show, as in a terminal of three, has no pages either: Textual's looks for lines it has not made.
    """

    DEFAULT_CSS = """
    Choices {
        scrollbar-size-vertical: 1;
        & > .option-list--option-hover { background: transparent; }
    }
    """

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if self.highlighted is None or not (self.has_focus or not self.can_focus):
            return strip
        styles = [segment.style for segment in strip if segment.style]
        if not any(style.meta.get("option") == self.highlighted for style in styles):
            return strip
        return evened(strip, REVERSE if self.app.no_color else EVEN)

    def action_page_up(self) -> None:
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
