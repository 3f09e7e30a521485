"""The one widget: a frame of (text, role) lines of which only what changed is painted again."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.board import Line
from tui.look import STYLES, plain

GAP = 12  # cells that cost less to repaint than to skip with a cursor movement and new styles


def spans(old: Line, new: Line) -> list[tuple[int, int]]:
    """The stretches of cells (first, past the last) in which two lines of one width differ."""
    before = [(char, role) for text, role in old for char in text]
    after = [(char, role) for text, role in new for char in text]
    wide = any(not text.isascii() and cell_len(text) != len(text) for text, _ in old + new)
    if wide or len(before) != len(after):
        return [(0, sum(cell_len(text) for text, _ in new) or 1)]
    found: list[tuple[int, int]] = []
    for at, (was, is_) in enumerate(zip(before, after, strict=True)):
        if was != is_:
            if found and at - found[-1][1] < GAP:
                found[-1] = (found[-1][0], at + 1)
            else:
                found.append((at, at + 1))
    return found


class Canvas(Widget):
    """Shows a frame; the screen that owns it composes the frame and hears the keys."""

    DEFAULT_CSS = "Canvas { width: 1fr; height: 1fr; }"

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__()
        self._ascii_only = ascii_only
        self._lines: list[Line] = []

    def show(self, lines: list[Line]) -> None:
        """Paint the frame `lines`, each as wide as the canvas."""
        old, self._lines = self._lines, lines
        if len(old) != len(lines):
            self.refresh()
            return
        regions = [
            Region(first, y, end - first, 1)
            for y, (was, line) in enumerate(zip(old, lines, strict=True))
            if was != line
            for first, end in spans(was, line)
        ]
        if regions:
            self.refresh(*regions)

    def text(self) -> str:
        """The frame as plain text."""
        return "\n".join(self.render_line(y).text.rstrip() for y in range(self.size.height))

    def render_line(self, y: int) -> Strip:
        if y >= len(self._lines):
            return Strip.blank(self.size.width)
        segments = [Segment(self._clean(text), STYLES[role]) for text, role in self._lines[y]]
        return Strip(segments).adjust_cell_length(self.size.width)

    def _clean(self, text: str) -> str:
        """A file's name may hold anything, so that control characters never reach the terminal."""
        if not text.isprintable():
            text = "".join(char if char.isprintable() else "?" for char in text)
        return plain(text) if self._ascii_only else text
