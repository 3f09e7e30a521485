"""Where the terminal's own cursor belongs: at the board's cursor, a list's row, the typed text.

The terminal does not show it unless the user wants that, but braille displays, screen readers and
the windows of input methods follow it. It stands at the first character of what has the focus,
since that is where a screen reader begins to read.
"""

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

from textual.geometry import Offset
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.widget import Widget
from textual.widgets import Input, OptionList

HOME = Offset(0, 0)
TEXTS = (
    "#too-small",
    "VerticalScroll",
    "Box Static",
    "#body StyledLines, #body Static, #body TextTable",
)
"""Selectors of what is read where nothing has a cursor, the likeliest first."""


@runtime_checkable
class HasTextCursor(Protocol):
    """A widget that knows where the cursor stands in it."""

    def text_cursor(self) -> Offset | None:
        """Return the cell of the widget's content with the cursor; None if it has none."""


def find_text_cursor(screen: Screen[Any]) -> Offset:
    """Return the cell of a screen where the terminal's cursor belongs.

    That is the cursor of the focused widget or of one around it; else, as many screens handle the
    keys of their lists themselves, that of the first widget that has one; else the beginning of
    what is read.
    """
    for widget in _candidates(screen):
        if isinstance(widget, HasTextCursor) and (cell := widget.text_cursor()) is not None:
            return widget.content_region.offset + cell
        if isinstance(widget, Input) and widget.has_focus:
            # at the end of the text Textual's offset is one cell too far to the right
            return widget.cursor_screen_offset - Offset(int(widget.cursor_at_end), 0)
    return _top_of_text(screen)


def _candidates(screen: Screen[Any]) -> Iterator[Widget]:
    """Yield the visible widgets that may have the cursor, the likeliest first."""
    around_focus = screen.focused.ancestors_with_self if screen.focused else []
    for widget in (*around_focus, *screen.walk_children()):
        if isinstance(widget, Widget) and widget is not screen and _is_visible(widget):
            yield widget


def _is_visible(widget: Widget) -> bool:
    """Return True if a part of the content of a widget is on the screen."""
    return widget.is_on_screen and bool(widget.content_region)


def _top_of_text(screen: Screen[Any]) -> Offset:
    """Return the first cell of the text that is read on a screen."""
    for selector in TEXTS:
        for widget in screen.query(selector):
            if _is_visible(widget):
                return widget.content_region.offset + _first_cell(widget)
    return HOME


def _first_cell(widget: Widget) -> Offset:
    """Return the first cell of a widget's content that is not blank."""
    content = widget.outer_size.region.shrink(widget.gutter)
    strips = widget.render_lines(widget.outer_size.region)[content.y : content.bottom]
    for y, strip in enumerate(strips):
        line = strip.crop(content.x, content.right).text
        if line.strip():
            return Offset(first_character(line), y)
    return HOME


def first_character(line: str) -> int:
    """Return the column of the first character of a line that is not blank, 0 if all are."""
    return len(line) - len(line.lstrip()) if line.strip() else 0


def row_cursor(view: ScrollView, line: int) -> Offset:
    """Return the cell of the first character of a line of a scrolling list."""
    last = max(0, view.scrollable_content_region.height - 1)
    y = min(max(0, line - view.scroll_offset.y), last)
    return Offset(first_character(view.render_line(y).text), y)


def cursor_in_list(widget: Widget, view: OptionList | None) -> Offset | None:
    """Return the cell of a list's highlighted option, from the content of another widget.

    A line to type on has the cursor there after a key that has moved in its list.
    """
    cell = option_cursor(view) if view is not None and _is_visible(view) else None
    if view is None or cell is None:
        return None
    return view.content_region.offset - widget.content_region.offset + cell


def option_cursor(view: OptionList) -> Offset | None:
    """Return the cell of the first character of the highlighted option, None if there is none."""
    if view.highlighted is None:
        return None
    for y in range(view.scrollable_content_region.height):
        strip = view.render_line(y)
        if any(style.meta.get("option") == view.highlighted for _, style, _ in strip if style):
            return Offset(first_character(strip.text), y)
    return None
