"""ClickableKeys: lines whose keys can be clicked, as those of a footer.

A widget with other lines besides those of keys calls `press_clicked_key` for a click itself.
"""

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events

from ludoscope.tui import keymap
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.styled_lines import StyledLines


class ClickableKeys(StyledLines):
    """Lines in which a click on a key, or on the words after it, presses the key."""

    def on_click(self, event: events.Click) -> None:
        press_clicked_key(self, self._lines, event)


def press_clicked_key(
    widget: StyledLines, lines: Sequence[StyledLine], event: events.Click
) -> bool:
    """Press the key on which a click falls; return False if it falls on none.

    Args:
        widget: The widget that was clicked.
        lines: The lines that it shows.
        event: The click.
    """
    offset = event.get_content_offset(widget)
    if offset is None or offset.y >= len(lines):
        return False
    label = _label_at(lines[offset.y], offset.x)
    name = keymap.key_for_display(label) if label else ""
    if name not in widget.screen.active_bindings:
        return False
    widget.app.simulate_key(name)
    return True


def _label_at(line: StyledLine, column: int) -> str:
    """Return the label of the key at a column of a line, or of the key that is described there."""
    label, end = "", 0
    for text, role in line:
        if role == "key":
            label = text
        elif not text.strip():
            label = ""  # a gap between two keys
        end += cell_len(text)
        if column < end:
            return label
    return ""
