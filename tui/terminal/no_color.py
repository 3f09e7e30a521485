"""No colours, whatever a widget draws: what was told by a colour alone is told by an attribute."""

from collections.abc import Sequence
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import color
from textual.filter import LineFilter, Monochrome, NoColor

FAINT = (0, 8)  # black and grey, on a dark ground
REVERSE, DIM = Style(reverse=True), Style(dim=True)


class Attributes(LineFilter):
    """A ground that stands out is reversed, such as that of a list's cursor; black is dim."""

    def apply(self, segments: list[Segment], background: color.Color) -> list[Segment]:
        own = background.rich_color
        return [
            Segment(text, style and _bare(style, own), control) for text, style, control in segments
        ]


@lru_cache(1024)
def _bare(style: Style, own: Color) -> Style:
    ground, ink = style.bgcolor, style.color
    bare = style.without_color
    if ground and not (ground.is_default or ground.number in FAINT or ground == own):
        return bare + REVERSE
    if ink and ink.number in FAINT and not style.reverse:
        return bare + DIM
    return bare


def without_colours(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """The filters of an app, with ours for those of Textual that take the colours away."""
    return [Attributes() if isinstance(one, NoColor | Monochrome) else one for one in filters]
