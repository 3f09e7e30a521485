"""The one widget: a frame of (text, role) lines of which only what changed is painted again."""

from collections.abc import Set
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.board import Line
from tui.look import plain
from tui.themes import TERMINAL

if TYPE_CHECKING:
    from tui.app import LudoscopeApp

ARROWS = "←→↑↓◄►"  # stand side by side, each a key of its own
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


def merge(line: Line, inked: Set[str] = TERMINAL.inked) -> Line:
    """The line with blanks in the role of what stands before them: fewer changes of style to send.

    Colour and weight do not show on a blank, reverse and underline do.
    """
    merged: Line = []
    for text, role in line:
        if merged and merged[-1][1] not in inked:
            before, its_role = merged[-1]
            if role == its_role or (text.isspace() and role not in inked):
                merged[-1] = (before + text, its_role)
                continue
        merged.append((text, role))
    return merged


def forget_lines(widget: Widget) -> None:
    """Empty the render cache of a widget that is gone: Textual keeps a thousand of them."""
    widget._styles_cache.clear()


class Canvas(Widget):
    """Shows a frame; the screen that owns it composes the frame and hears the keys."""

    app: "LudoscopeApp"
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
            Region(at, y, end - at, 1)
            for y, (was, line) in enumerate(zip(old, lines, strict=True))
            if was != line
            for at, end in spans(was, line)
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
        line = merge(self._lines[y], palette.inked)
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
