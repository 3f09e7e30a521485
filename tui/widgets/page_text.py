"""Text to be read that the mouse selects, though it is made of rich's renderables."""

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, RichVisual
from textual.widget import Widget
from textual.widgets import Static


class Selectable(RichVisual):
    """A renderable whose cells know their place in the text, as those of Textual's Content do."""

    def __init__(self, page: Widget, renderable: RenderableType) -> None:
        super().__init__(page, renderable)
        self._drawn: tuple[int, Style] | None = None
        self.strips: list[Strip] = []  # as it was rendered last, but for what is selected

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        if self._drawn != (width, style):
            self._drawn = width, style
            drawn = super().render_strips(width, None, style, options)
            self.strips = [strip.apply_offsets(0, y) for y, strip in enumerate(drawn)]
        chosen, look = options.selection, options.selection_style
        if not (chosen and look):
            return self.strips[:height]
        marked = (style + look).rich_style
        return [_marked(strip, chosen.get_span(y), marked) for y, strip in enumerate(self.strips)]


def _marked(strip: Strip, span: tuple[int, int] | None, style: RichStyle) -> Strip:
    """The line with the cells of `span` in that style, where -1 is the end of the line."""
    if span is None:
        return strip
    first, end = span[0], span[1] if span[1] >= 0 else strip.cell_length
    chosen = Segment.apply_style(strip.crop(first, end), post_style=style)
    return Strip.join([strip.crop(0, first), Strip(chosen), strip.crop(end)])


class PageText(Static):
    """The text of a page."""

    _text: Selectable | None = None

    def show(self, text: RenderableType) -> None:
        self._text = Selectable(self, text)
        self.update(self._text)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What is selected, without the blanks at the ends of lines."""
        if not self._text:
            return super().get_selection(selection)
        lines = [strip.text.rstrip() for strip in self._text.strips]
        return selection.extract("".join(f"{line}\n" for line in lines)), "\n"
