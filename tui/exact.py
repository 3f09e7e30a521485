"""What is sent of a new frame: nothing that stands on the terminal already.

Textual paints a widget's line again from its beginning however little of it has changed, and
after each change of layout the whole screen, often more than once.
"""

from typing import Any

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from tui.ink import thrifty


class Painted:
    """Remembers the lines that stand on the terminal, as they were sent."""

    def __init__(self) -> None:
        self.lines: dict[int, str] = {}

    def forget(self) -> None:
        """Somebody else has written on the terminal, or changed its size."""
        self.lines.clear()

    def trimmed(self, update: Any) -> Any:
        """The same update in fewer bytes."""
        if isinstance(update, ChopsUpdate):
            return _Spans(update, self.lines)
        if isinstance(update, LayoutUpdate) and not update.region.x:
            return _Lines(update, self.lines)
        return update


class _Spans(CompositorUpdate):
    """Stretches of lines: `spans` are (line, first cell, past the last)."""

    def __init__(self, update: ChopsUpdate, painted: dict[int, str]) -> None:
        self._update = update
        self._painted = painted

    def render_segments(self, console: Console) -> str:
        sent = []
        update = self._update
        for y, first, end in update.spans:
            self._painted.pop(y, None)
            for stop, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < end and first < stop:
                    left = max(x, first)
                    part = strip.crop(left - x, min(stop, end) - x)
                    sent += [Control.move_to(left, y).segment.text, part.render(console)]
        return thrifty("".join(sent))


class _Lines(CompositorUpdate):
    """Whole lines."""

    def __init__(self, update: LayoutUpdate, painted: dict[int, str]) -> None:
        self._update = update
        self._painted = painted

    def render_segments(self, console: Console) -> str:
        sent = []
        for y, strips in enumerate(self._update.strips, self._update.region.y):
            line = "".join(strip.render(console) for strip in strips)
            if self._painted.get(y) != line:
                self._painted[y] = line
                sent += [Control.move_to(0, y).segment.text, line]
        return thrifty("".join(sent))
