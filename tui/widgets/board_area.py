"""BoardArea: a board on the screen, with its animation and its mouse."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer

from ludoscope.tui.boards.board import Board, CellOffset, DrawFunction
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.clickable_keys import press_clicked_key
from ludoscope.tui.widgets.styled_lines import StyledLines

LEFT_BUTTON, RIGHT_BUTTON = 1, 3


class SizedDrawing(Protocol):
    """Something that knows how large it is drawn: a board, or that of an editor."""

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and rows used of `width` × `height`."""
        ...

    def min_size(self) -> tuple[int, int]:
        """Return the smallest columns and rows in which it can be used."""
        ...

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        """Return True if two cells are one place: the mouse moved between them drags nothing."""
        ...


class BoardArea(StyledLines):
    """A board, drawn as large as it fits and centred.

    Show a game with `show_game`, one position with `show_position`, and any other drawing with
    `show_picture`. What the mouse does on the board is posted as `Clicked` and `Dragged`; the
    widget changes no game itself, except that it advances the animation of a game it shows. A drag
    begins when the mouse leaves the place where its button was pressed, so that a click may slip.
    While the right button is held on a covered card of that game, the card is shown whole.

    Only the lines that change are rendered: on a board of 52 cards a key sends 560 bytes, where
    a `Static` sends 5,900.

    Attributes:
        overlay_fits: True if the overlay that was passed last is shown; it is left out if it would
            cover a part of the board.
    """

    DEFAULT_CSS = "BoardArea { height: 1fr; }"
    overlay_fits: reactive[bool] = reactive(False, repaint=False)

    _board: SizedDrawing | None = None
    _picture: DrawFunction | None = None
    _cursor_function: Callable[[int, int], CellOffset | None] | None = None
    _max_size: Size | None = None
    _overlay: Block | None = None
    _peek_function: Callable[[CellOffset | None, int, int], bool] | None = None
    _is_peeking = False
    _animation_timer: Timer | None = None
    _click_cell: CellOffset | None = None  # where the button was pressed, also for its click
    _drag_start: CellOffset | None = None  # the same, while it is held down
    _drag_end: CellOffset | None = None  # where the mouse is, once it has left that place
    _skip_click = False  # the release that ends a drag is also reported as a click

    @dataclass
    class Clicked(Message):
        """Posted when a cell of the board is clicked.

        Attributes:
            area: The widget.
            cell: The column and row of the drawing where the button was pressed.
            board_size: The columns and rows of the drawing.
            count: 1 for the first click, 2 for the second click of a double click, and so on.
        """

        area: "BoardArea"
        cell: CellOffset
        board_size: Size
        count: int = 1

    @dataclass
    class Dragged(Message):
        """Posted while a piece is dragged and when the button is released.

        It is not posted before the mouse has left the place where the button was pressed.

        Attributes:
            area: The widget.
            start: The column and row of the drawing where the button was pressed.
            end: The same for where the mouse is, which may lie outside of the drawing.
            board_size: The columns and rows of the drawing.
            is_drop: True if the button was released; no `Clicked` follows then.
        """

        area: "BoardArea"
        start: CellOffset
        end: CellOffset
        board_size: Size
        is_drop: bool = False

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002
        can_drag: bool = False,
        show_cursor: bool = True,
    ) -> None:
        """Create an empty area.

        Args:
            id: The id of the widget.
            can_drag: True if moving the mouse with its button held down posts `Dragged`.
            show_cursor: True if the cursor of the board is drawn.
        """
        super().__init__(id=id)
        self._can_drag = can_drag
        self.show_cursor = show_cursor

    # Drawing

    def show_game(
        self, model: GameModel, max_size: Size | None = None, overlay: Block | None = None
    ) -> bool:
        """Show the position of a game and keep its animation going.

        Args:
            model: The game.
            max_size: The largest room that the board may use; all of the widget if None.
            overlay: Lines to show on top of the board where nothing is drawn, if they fit there.
                A click on a key in them presses it.

        Returns:
            True if anything has changed.
        """
        changed = self.show_picture(model.board, model.draw_function, max_size, overlay)
        if not model.is_paused:
            self._cursor_function = partial(model.board.cursor_cell, model.position)
            self._peek_function = model.peek
        if model.animation.frame and not self._animation_timer:

            def advance() -> None:
                self._animation_timer = None
                model.advance_animation()

            self._animation_timer = self.set_timer(model.animation.seconds_to_next_frame, advance)
        return changed

    def end_animation(self) -> bool:
        """Show no more pictures of the animation; return False if none is due."""
        if not self._animation_timer:
            return False
        self._animation_timer.stop()
        self._animation_timer = None
        return True

    def show_position(
        self, board: Board, position: Hashable, marked_move: Hashable | None = None
    ) -> bool:
        """Show a position without a cursor: drawn if it fits, else as text; empty if None.

        Args:
            board: The board.
            position: The position.
            marked_move: The move that led to the position, to be marked.

        Returns:
            True if anything has changed.
        """

        def draw(*_: int) -> Block:
            return position_lines(board, position, *self.size, marked_move)

        return self.show_picture(board, draw, None, None)

    def show_picture(
        self,
        board: SizedDrawing,
        draw: DrawFunction,
        max_size: Size | None = None,
        overlay: Block | None = None,
    ) -> bool:
        """Show a drawing of a board; it is drawn again whenever the size of the widget changes.

        Args:
            board: The board, which says how large it is drawn in the available room.
            draw: A function that returns the lines for a width and a height.
            max_size: The largest room that the board may use; all of the widget if None.
            overlay: Lines to show on top of the board where nothing is drawn, if they fit there.

        Returns:
            True if anything has changed.
        """
        self._board, self._picture = board, draw
        self._max_size, self._overlay = max_size, overlay
        self._cursor_function = self._peek_function = None
        return self.redraw()

    def redraw(self) -> bool:
        return self.show_lines(self._draw()) if self._board and self.size else False

    def _draw(self) -> Block:
        assert self._picture
        picture = self._picture(*self._board_size())
        if isinstance(picture, drawing.MessageDrawing):
            picture = picture.resized(*self.size)
        lines: list[StyledLine] = list(picture)
        if not self.show_cursor:
            lines = drawing.blank_role(lines, "cursor")
        centred = drawing.center(lines, *self.size)
        with_overlay = drawing.overlay(centred, self._overlay) if self._overlay else None
        self.overlay_fits = with_overlay is not None
        return with_overlay or centred

    def text_cursor(self) -> Offset | None:
        """Return the cell where the board says that its cursor is, else the middle of its marks."""
        if not (self.show_cursor and self._board):
            return None
        board_size = self._board_size()
        cell = self._cursor_function(*board_size) if self._cursor_function else None
        if cell is not None:
            return self._board_offset(board_size) + cell
        marks = [
            (x, y) for y, line in enumerate(self._lines) for x in drawing.find_role(line, "cursor")
        ]
        if not marks:
            return None
        columns, rows = zip(*marks, strict=True)
        return Offset((min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2)

    def _board_offset(self, board_size: Size) -> Offset:
        """Return the cell of the widget's content where the drawing begins."""
        left = max(0, (self.size.width - board_size.width) // 2)
        top = max(0, (self.size.height - board_size.height) // 2)
        return Offset(left, top)

    def _board_size(self) -> Size:
        """Return the columns and rows of the drawing."""
        assert self._board
        width, height = self.size
        if self._max_size:
            min_width, min_height = self._board.min_size()
            width = min(width, max(self._max_size.width, min_width))
            height = min(height, max(self._max_size.height, min_height))
        return Size(*self._board.drawing_size(width, height))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the board if it was set before the first layout, so that the first frame has it."""
        if not self._lines and self._board:
            self._lines = self._draw()
        return super().render_lines(crop)

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    # Mouse

    def cancel_drag(self) -> bool:
        """Forget the drag that is under way; return False if there is none."""
        self._peek(None)
        self._skip_click = is_dragging = self._drag_end is not None
        if self._drag_start is not None:
            self._drag_start = self._drag_end = None
            self.release_mouse()
        return is_dragging

    def _peek(self, cell: CellOffset | None) -> None:
        """Show what is covered at a cell until the button is released, which is None."""
        if cell is None and self._is_peeking:
            self._is_peeking = False
            self.release_mouse()
        elif cell is None or not self._peek_function:
            return
        if self._peek_function and self._peek_function(cell, *self._board_size()):
            self.redraw()
            if cell is not None:
                self._is_peeking = True
                self.capture_mouse()

    def _cell_at(self, event: events.MouseEvent) -> CellOffset:
        """Return the cell of the drawing under the mouse, which may lie outside of it."""
        board_size = self._board_size()
        return event.screen_offset - self.content_region.offset - self._board_offset(board_size)

    def _cell_within(self, event: events.MouseEvent) -> CellOffset | None:
        """Return the cell of the drawing under the mouse, None if the mouse is outside of it."""
        if not self._board:
            return None
        cell = self._cell_at(event)
        return cell if self._board_size().region.contains(*cell) else None

    def on_click(self, event: events.Click) -> None:
        if self._skip_click:
            self._skip_click = False
            event.stop()
        elif self.overlay_fits and press_clicked_key(self, self._lines, event):
            return
        elif event.button == LEFT_BUTTON and self._click_cell is not None:
            size = self._board_size()
            self.post_message(self.Clicked(self, self._click_cell, size, event.chain))
            event.stop()  # the message takes its place

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._skip_click = False
        self._click_cell = cell = self._cell_within(event)
        if cell is None:
            return
        if event.button == RIGHT_BUTTON:
            self._peek(cell)
        elif self._can_drag and event.button == LEFT_BUTTON:
            self._drag_start, self._drag_end = cell, None
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._is_peeking and not event.button:  # released outside of the terminal
            self._peek(None)
        if self._drag_start is None:
            return
        if not event.button:  # released outside of the terminal, which did not report it
            self.cancel_drag()
            return
        cell = self._cell_at(event)
        if cell != self._drag_end:
            self._drag_to(cell, is_drop=False)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._drag_start is not None:
            self._drag_to(self._cell_at(event), is_drop=True)
        self.cancel_drag()

    def _drag_to(self, cell: CellOffset, *, is_drop: bool) -> None:
        """Post `Dragged`, unless the mouse has not yet left the place of the button press."""
        assert self._board
        assert self._drag_start is not None  # the offset (0, 0) is false
        start, size = self._drag_start, self._board_size()
        if self._drag_end is None and self._board.is_same_place(start, cell, *size):
            return
        self._drag_end = cell
        self.post_message(self.Dragged(self, start, cell, size, is_drop))


def fits(board: Board, width: int, height: int) -> bool:
    """Return True if a board can be drawn in the given columns and rows."""
    columns, rows = board.drawing_size(width, height)
    return columns <= width and rows <= height


def position_lines(
    board: Board, position: Hashable, width: int, height: int, marked_move: Hashable | None = None
) -> Block:
    """Return a position without a cursor: drawn if it fits, else as text; nothing if None."""
    if position is None or height < 1:
        return []
    if fits(board, width, height):
        columns, rows = board.drawing_size(width, height)
        lines = board.draw(position, columns, rows, marked_move)
        return drawing.center(drawing.blank_role(lines, "cursor"), width, rows)
    text = board.game.text(position)
    return [[(text[start : start + width], "")] for start in range(0, len(text), width)][:height]
