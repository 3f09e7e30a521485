"""A line filter that replaces unprintable characters.

Names of files, saves of others and texts of plug-ins may have escape sequences in them. Rich
removes only five control characters from a text, and Textual writes the others as they are.
"""

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from ludoscope.tui.terminal.cells import ZERO_WIDTH_JOINER


class PrintableFilter(LineFilter):
    """A filter that replaces unprintable characters by spaces of the same width.

    Zero width joiners stay: without them the parts of an emoji would stand side by side.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            segment if segment.control else Segment(_to_printable(segment.text), segment.style)
            for segment in segments
        ]


PRINTABLE_FILTER = PrintableFilter()  # a single instance: Textual caches lines by filter


def _to_printable(text: str) -> str:
    printable = "".join(
        char if char.isprintable() or char == ZERO_WIDTH_JOINER else " " * cell_len(char)
        for char in text
    )
    # a joiner may now join another character, which changes the width
    return set_cell_size(printable, cell_len(text))
