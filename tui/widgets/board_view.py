"""A board on a screen of widgets: a presenter's drawing, and the mouse upon it."""

from dataclasses import dataclass

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from ludoscope.tui.boards.board import Board, Cell, Picture
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.styled_lines import Lines


class BoardView(Lines):
    """As large as its presenter makes it in the room that the widget has, in the middle of it.

    `told` says whether there was a place on the board for what was to be laid upon it.
    """

    DEFAULT_CSS = "BoardView { height: 1fr; }"
    told: reactive[bool] = reactive(False, repaint=False)

    _pressed: Cell | None = None  # where the button is held down
    _dragged: Cell | None = None  # where it has been taken to
    _dropped = False  # the click that ends a drag is none
    _board: Board | None = None
    _picture: Picture | None = None
    _most: tuple[int, int] | None = None
    _laid: Block | None = None

    @dataclass
    class Picked(Message):
        """The mouse has clicked on cell (x, y) of what is drawn in `width` × `height` cells.

        `times` in a row, so that the second click of a double click has 2.
        """

        view: "BoardView"
        x: int
        y: int
        width: int
        height: int
        times: int = 1

    @dataclass
    class Dragged(Message):
        """The mouse, its button held, has gone from cell `start` to cell `end`, maybe beside it.

        `ended`: it was let go there. No click follows.
        """

        start: Cell
        end: Cell
        width: int
        height: int
        ended: bool = False

    def __init__(self, *, id: str | None = None, drags: bool = False) -> None:  # noqa: A002
        """`drags`: a press, a way and a release are `Dragged`, not a click at their end."""
        super().__init__(id=id)
        self._drags = drags

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
        self._board, self._picture, self._most, self._laid = board, picture, most, laid
        return self._draw()

    def _draw(self) -> bool:
        return self.show(self._drawing()) if self._board and self.size else False

    def _drawing(self) -> Block:
        assert self._picture
        width, height = self._drawn()
        lines = drawing.centre(self._picture(width, height), *self.size)
        upon = drawing.upon(lines, self._laid) if self._laid else None
        self.told = upon is not None
        return upon or lines

    def render_lines(self, crop: Region) -> list[Strip]:
        """Textual's, where the first frame has the board that was to be drawn before any layout."""
        if not self._lines and self._board:
            self._lines = self._drawing()
        return super().render_lines(crop)

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

    def _cell(self, event: events.MouseEvent) -> Cell:
        """Of the drawing, or beside it."""
        width, height = self._drawn()
        at = event.screen_offset - self.content_region.offset
        x = at.x - max(0, (self.size.width - width) // 2)
        return x, at.y - max(0, (self.size.height - height) // 2)

    def _within(self, cell: Cell) -> bool:
        width, height = self._drawn()
        return 0 <= cell[0] < width and 0 <= cell[1] < height

    def on_click(self, event: events.Click) -> None:
        if self._dropped:
            self._dropped = False
            event.stop()
        elif self._board and self._within(cell := self._cell(event)):
            self.post_message(self.Picked(self, *cell, *self._drawn(), event.chain))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._dropped = False
        if self._drags and self._board and event.button == 1:
            cell = self._cell(event)
            if self._within(cell):
                self._pressed, self._dragged = cell, None
                self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pressed is None:
            return
        if not event.button:  # it was let go where nobody told
            self.let_go()
            return
        cell = self._cell(event)
        if cell != (self._dragged or self._pressed):
            self._dragged = cell
            self._tell(ended=False)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._dragged is not None:
            self._dragged = self._cell(event)
            self._tell(ended=True)
            self._dropped = True
        self.let_go()

    def _tell(self, *, ended: bool) -> None:
        assert self._pressed
        assert self._dragged
        told = self.Dragged(self._pressed, self._dragged, *self._drawn(), ended)
        self.post_message(told)

    def let_go(self) -> bool:
        """Forget what the mouse holds; whether it was dragging."""
        if self._pressed is None:
            return False
        dragging = self._dragged is not None
        self._pressed = self._dragged = None
        self.release_mouse()
        return dragging
