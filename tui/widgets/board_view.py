"""A board on a screen of widgets: a presenter's drawing, and the mouse upon it."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.reactive import reactive

from ludoscope.tui.boards.board import Board, Picture
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.lines import Lines


class BoardView(Lines):
    """As large as its presenter makes it in the room that the widget has, in the middle of it.

    `told` says whether there was a place on the board for what was to be laid upon it.
    """

    DEFAULT_CSS = "BoardView { height: 1fr; }"
    told: reactive[bool] = reactive(False, repaint=False)

    @dataclass
    class Picked(Message):
        """The mouse has clicked on cell (x, y) of what is drawn in `width` × `height` cells."""

        view: "BoardView"
        x: int
        y: int
        width: int
        height: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._board: Board | None = None
        self._picture: Picture | None = None
        self._most: tuple[int, int] | None = None
        self._laid: Block = []

    def draw(
        self,
        board: Board,
        picture: Picture,
        most: tuple[int, int] | None = None,
        laid: Block | None = None,
    ) -> bool:
        """Show this from now on, whatever the size; whether it differs from what stood there.

        `most` is the room that the board may use of the widget's own; `laid` stands upon the board
        where nothing is drawn, if there is such a place.
        """
        self._board, self._picture, self._most, self._laid = board, picture, most, laid or []
        return self._draw()

    def _draw(self) -> bool:
        if not self._board or not self._picture or not self.size:
            return False
        width, height = self._drawn()
        lines = drawing.centre(self._picture(width, height), *self.size)
        upon = drawing.upon(lines, self._laid) if self._laid else None
        self.told = upon is not None
        return self.show(upon or lines)

    def _drawn(self) -> tuple[int, int]:
        """Columns and rows of the drawing."""
        assert self._board
        width, height = self.size
        if self._most:
            needs = self._board.least()
            width = min(width, max(self._most[0], needs[0]))
            height = min(height, max(self._most[1], needs[1]))
        return self._board.size(width, height)

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if not self._board:
            return
        width, height = self._drawn()
        at = event.get_content_offset(self)
        if at is None:
            return
        x = at.x - max(0, (self.size.width - width) // 2)
        y = at.y - max(0, (self.size.height - height) // 2)
        if 0 <= x < width and 0 <= y < height:
            self.post_message(self.Picked(self, x, y, width, height))
