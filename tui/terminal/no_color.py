"""Line filter for terminals without colours: what a colour alone would show is an attribute.

Textual's own filters keep greys that hardly differ, so that a cursor that is only a colour
vanishes.
"""

from collections.abc import Sequence
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import color
from textual.filter import LineFilter, Monochrome, NoColor

FAINT_COLORS = (0, 8)  # black and grey, on a dark background
REVERSE, DIM = Style(reverse=True), Style(dim=True)


class AttributeFilter(LineFilter):
    """Filter that replaces a distinct background by reverse, and black or grey text by dim."""

    def apply(self, segments: list[Segment], background: color.Color) -> list[Segment]:
        screen_color = background.rich_color
        return [
            Segment(text, style and _without_color(style, screen_color), control)
            for text, style, control in segments
        ]


ATTRIBUTE_FILTER = AttributeFilter()  # a single instance: Textual caches lines by filter


@lru_cache(1024)
def _without_color(style: Style, screen_color: Color) -> Style:
    background, foreground = style.bgcolor, style.color
    colorless = style.without_color
    if background and not (
        background.is_default or background.number in FAINT_COLORS or background == screen_color
    ):
        return colorless + REVERSE
    if foreground and foreground.number in FAINT_COLORS and not style.reverse:
        return colorless + DIM
    return colorless


def replace_color_filters(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """Return an app's line filters with `AttributeFilter` for Textual's own filters of colours."""
    return [
        ATTRIBUTE_FILTER if isinstance(line_filter, NoColor | Monochrome) else line_filter
        for line_filter in filters
    ]
