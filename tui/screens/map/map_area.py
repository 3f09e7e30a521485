"""MapArea: the map of a game, and its mouse."""

from dataclasses import dataclass

from textual import events
from textual.geometry import Offset
from textual.message import Message

from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.map_drawing import MapDrawing, MapMarks
from ludoscope.tui.widgets.styled_lines import StyledLines


class MapArea(StyledLines):
    """A map with its marks; only the lines that change are sent."""

    @dataclass
    class Clicked(Message):
        """Posted when a position on the map is clicked.

        Attributes:
            index: Its index.
        """

        index: int

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._drawing: MapDrawing | None = None
        self._marks = MapMarks()

    def show_map(self, map_drawing: MapDrawing, marks: MapMarks) -> bool:
        """Show a map with its marks; return True if anything has changed."""
        self._drawing, self._marks = map_drawing, marks
        return self.set_drawing(self._draw)

    def _draw(self, width: int, height: int) -> Block:
        assert self._drawing
        return self._drawing.draw(width, height, self._marks, self.app.options.appearance)

    def text_cursor(self) -> Offset | None:
        """Return the cell of the current position."""
        if not self._drawing or self._marks.current is None or not self._lines:
            return None
        return Offset(*self._drawing.cell_of(self._marks.current))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if self._drawing and offset and self._lines:
            index = self._drawing.nearest(offset.x, offset.y)
            if index is not None:
                self.post_message(self.Clicked(index))
