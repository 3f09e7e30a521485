"""The one widget: a frame of (text, role) lines, of which only those that changed are rendered."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.look import plain
from ludoscope.tui.services.contract import Services
from ludoscope.tui.terminal.private import forget_lines

ARROWS = "←→↑↓◄►"  # stand side by side, each a key of its own


def _cells(line: Line) -> Line:
    """Each character with its role, however the line is cut up."""
    return [(char, role) for text, role in line for char in text]


class Canvas(Widget):
    """Shows a frame; the screen that owns it composes the frame and hears the keys."""

    app: Services
    DEFAULT_CSS = "Canvas { width: 1fr; height: 1fr; }"

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__()
        self._ascii_only = ascii_only
        self._lines: list[Line] = []

    def show(self, lines: list[Line]) -> bool:
        """Paint the frame `lines`, each as wide as the canvas; whether it differs from the last."""
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self.refresh()
            return True
        regions = [
            Region(0, y, self.size.width, 1)
            for y, (was, line) in enumerate(zip(old, lines, strict=True))
            if was != line and _cells(was) != _cells(line)
        ]
        if regions:  # without any the whole canvas would be painted again
            self.refresh(*regions)
        return bool(regions)

    def on_unmount(self) -> None:
        forget_lines(self)

    def render_line(self, y: int) -> Strip:
        return self.strip(y)

    def strip(self, y: int) -> Strip:
        """A whole line."""
        palette = self.app.palette
        if y >= len(self._lines):
            return Strip.blank(self.size.width, palette.styles[""])
        line = self._lines[y]
        return Strip([Segment(self._clean(text), palette.styles[role]) for text, role in line])

    def key_at(self, x: int, y: int) -> str:
        """The key, as it is shown, that cell (x, y) of the frame belongs to, with what it does."""
        shown, left = "", 0
        for text, role in self._lines[y] if y < len(self._lines) else ():
            right = left + cell_len(text)
            if role == "key":
                shown = text.strip()
                if left <= x < right and all(char in ARROWS for char in shown):
                    shown = text[x - left].strip()
            if left <= x < right:
                return shown if role in ("key", "dim") else ""
            left = right
        return ""

    def text(self) -> str:
        """The frame as plain text."""
        return "\n".join(self.strip(y).text.rstrip() for y in range(self.size.height))

    def _clean(self, text: str) -> str:
        """A file's name may hold anything, so that control characters never reach the terminal."""
        if not text.isprintable():
            text = "".join(char if char.isprintable() else "?" for char in text)
        return plain(text) if self._ascii_only else text
