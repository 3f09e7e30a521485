"""A widget for lines of (text, role), such as a board or a panel of the play screen."""

from collections.abc import Callable, Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import ContainedMessages, clear_render_cache
from ludoscope.tui.text.drawing import Block, StyledLine, split_characters

Draw = Callable[[int, int], Block]
"""Returns lines for a number of columns and lines."""


class StyledLines(ContainedMessages, Widget):
    """Widget that shows lines of (text, role) in the styles of the palette.

    In place of Textual's Static, which renders all of its lines again when one differs: on a board
    of 52 cards 5,902 bytes a key, where refreshing two regions takes 560. A role cannot be a CSS
    style, since it may be a combination of roles ("piece on board").
    """

    app: AppBase
    DEFAULT_CSS = "StyledLines { height: auto; width: 1fr; }"
    _title = ""
    _lines: Sequence[StyledLine] = ()
    _draw_function: Draw | None = None

    def on_unmount(self) -> None:
        clear_render_cache(self)

    def set_title(self, title: str) -> bool:
        """Set the title in the border; return True if it differs from the last."""
        if title == self._title:
            return False
        self._title, self.border_title = title, Content(title)
        return True

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def show_lines(self, lines: Block) -> bool:
        """Show lines; return True if they differ from those shown."""
        old_lines, self._lines = self._lines, lines
        if len(old_lines) != len(lines):
            self.refresh(layout=self.styles.is_auto_height)
            return True
        changed = [
            y
            for y, (old, line) in enumerate(zip(old_lines, lines, strict=True))
            if old != line and split_characters(old) != split_characters(line)
        ]
        if changed:  # without a region the whole widget would be refreshed
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))
        return bool(changed)

    def set_drawing(self, draw: Draw | None) -> bool:
        """Show what a function draws, also after the widget was resized; None shows nothing.

        Returns:
            True if the lines differ from those shown.
        """
        self._draw_function = draw
        return self.redraw()

    def redraw(self) -> bool:
        """Draw the drawing again; return True if the lines differ from those shown."""
        return self.show_lines(
            self._draw_function(*self.size) if self._draw_function and self.size else []
        )

    def on_resize(self, event: events.Resize) -> None:
        if self._draw_function:
            self.redraw()

    def render_line(self, y: int) -> Strip:
        line: StyledLine = self._lines[y] if y < len(self._lines) else []
        return render_strip(line, self.app.palette.styles, self.size.width)


def render_strip(line: StyledLine, styles: Mapping[str, Style], width: int) -> Strip:
    """Render a line in exactly `width` cells."""
    strip = Strip([Segment(text, styles[role]) for text, role in line])
    return strip.adjust_cell_length(width, styles[""])
