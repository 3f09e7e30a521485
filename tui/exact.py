"""Updates of the screen that send what changed and nothing before it.

Textual paints a widget's line again from its beginning, however little of it has changed.
"""

import re

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate

_RESET_TWICE = re.compile(r"\x1b\[0m\x1b\[(?=[0-9;]+m)")


class ExactUpdate(ChopsUpdate):
    """`spans` are (line, first cell, past the last), `chops` each line's strips by their place."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> "ExactUpdate":
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        sent = []
        for y, first, end in self.spans:
            for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is not None and x < end and first < stop:
                    left = max(x, first)
                    part = strip.crop(left - x, min(stop, end) - x)
                    sent += [Control.move_to(left, y).segment.text, part.render(console)]
        return _RESET_TWICE.sub("\x1b[0;", "".join(sent))
