"""A document that the mouse can select text in, made of rich's renderables."""

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, RichVisual
from textual.widget import Widget
from textual.widgets import Static


class SelectableVisual(RichVisual):
    """A rich renderable whose cells know their place in the text, as Textual's Content does."""

    def __init__(self, widget: Widget, renderable: RenderableType) -> None:
        super().__init__(widget, renderable)
        self._rendered_for: tuple[int, Style] | None = None  # width and style
        self.strips: list[Strip] = []  # without the selection

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        if self._rendered_for != (width, style):
            self._rendered_for = width, style
            self.strips = super().render_strips(width, None, style, options)
        strips = self.strips[:height]
        selection, selection_style = options.selection, options.selection_style
        if selection and selection_style:
            rich_style = (style + selection_style).rich_style
            strips = [
                _apply_style(strip, selection.get_span(y), rich_style)
                for y, strip in enumerate(strips)
            ]
        return [strip.apply_offsets(0, y) for y, strip in enumerate(strips)]


def _apply_style(strip: Strip, span: tuple[int, int] | None, style: RichStyle) -> Strip:
    """Apply a style to a span of cells; -1 is the end of the line."""
    if span is None:
        return strip
    start, end = span[0], span[1] if span[1] >= 0 else strip.cell_length
    selected = Segment.apply_style(strip.crop(start, end), post_style=style)
    return Strip.join([strip.crop(0, start), Strip(selected), strip.crop(end)])


class DocumentText(Static):
    """Textual's Static for rich's renderables, of which Textual's cannot be selected."""

    _visual: SelectableVisual | None = None

    def show_document(self, text: RenderableType) -> None:
        """Show a document."""
        self._visual = SelectableVisual(self, text)
        self.update(self._visual)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, without the blanks at the ends of lines, and its ending."""
        if not self._visual:
            return super().get_selection(selection)
        lines = [strip.text.rstrip() for strip in self._visual.strips]
        return selection.extract("".join(f"{line}\n" for line in lines)), "\n"
