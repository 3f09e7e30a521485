"""Lines of (text, role) on a screen of widgets: of new ones only those that differ are rendered."""

from collections.abc import Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ludoscope.tui.boards.board import Line
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.terminal.private import forget_lines
from ludoscope.tui.text.drawing import Block, spread


class Lines(Widget):
    """What presenters draw, in the styles of the palette, which are cached there.

    Static would render all of its lines for one that differs, and a role is no style of its own.
    """

    app: Services
    DEFAULT_CSS = "Lines { height: auto; width: 1fr; }"
    _title = ""
    _lines: Sequence[Line] = ()

    def on_unmount(self) -> None:
        forget_lines(self)

    def name_it(self, title: str) -> bool:
        """Set the title; whether it is another one."""
        if title == self._title:
            return False
        self._title, self.border_title = title, Content(title)
        return True

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def show(self, lines: Block) -> bool:
        """Show these lines; whether they differ from the last."""
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self.refresh(layout=self.styles.is_auto_height)
            return True
        changed = [
            y
            for y, (was, line) in enumerate(zip(old, lines, strict=True))
            if was != line and spread(was) != spread(line)
        ]
        if changed:  # without any region the whole widget would be painted again
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))
        return bool(changed)

    def render_line(self, y: int) -> Strip:
        line: Line = self._lines[y] if y < len(self._lines) else []
        return strip_of(line, self.app.palette.styles, self.size.width)


def strip_of(line: Line, styles: Mapping[str, Style], width: int) -> Strip:
    """The line in exactly `width` cells."""
    strip = Strip([Segment(_printable(text), styles[role]) for text, role in line])
    return strip.adjust_cell_length(width, styles[""])


def _printable(text: str) -> str:
    """Without control characters, which a file's name may hold."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else "?" for char in text)
