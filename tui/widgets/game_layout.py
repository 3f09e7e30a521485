"""The division of a screen between a board and the panel beside or below it."""

from typing import NamedTuple

from textual.geometry import Size

from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.widgets import message_bar

PANEL_WIDTH, MAX_PANEL_WIDTH = 30, 40  # columns of the panel beside the board
NARROW_PANEL_WIDTH = 28  # columns of the panel if the board makes use of the rest
PANEL_HEIGHT = 9  # lines of the panel below the board
WIDE_SCREEN = 110  # columns from which on the panel may have its largest width
BORDER = 2  # lines and columns
HEADER_HEIGHT = 1  # lines
AROUND_BOARD = HEADER_HEIGHT + BORDER + message_bar.HEIGHT  # lines
MIN_WIDTH, MIN_HEIGHT = 38, 10  # columns and lines for the texts above and below the board
STANDARD_SIZE = Size(80, 24)  # of the screen on which a board that is not to grow has its size


class GameLayout(NamedTuple):
    """The division of a screen of `width` × `height` cells.

    Attributes:
        width: The columns of the screen.
        height: The lines of the screen.
        panel_width: The columns of a panel beside the board, or 0.
        panel_height: The lines of a panel below the board, or 0.
        has_border: False if the lines of the border are needed for the board.
    """

    width: int
    height: int
    panel_width: int
    panel_height: int
    has_border: bool = True

    @classmethod
    def for_screen(cls, model: GameModel, size: Size) -> "GameLayout":
        """Return the layout for a game; a panel is below the board only while a solver works."""
        width, height = size
        if panel_width := _panel_width(model, width, height):
            return cls(width, height, panel_width, 0, height >= min_size(model).height)
        has_room = height >= min_size(model).height + PANEL_HEIGHT
        is_below = (model.replay is not None or model.is_solving) and has_room
        bordered = min_size(model)
        has_border = width >= bordered.width and height >= bordered.height
        return cls(width, height, 0, PANEL_HEIGHT if is_below else 0, has_border)

    @property
    def has_panel(self) -> bool:
        return bool(self.panel_width or self.panel_height)

    @property
    def board_height(self) -> int:
        """The lines of the board with its border."""
        return max(BORDER, self.height - HEADER_HEIGHT - message_bar.HEIGHT - self.panel_height)

    @property
    def standard_board_size(self) -> Size:
        """The room that a board has on a screen of the standard size."""
        width = STANDARD_SIZE.width - BORDER - (PANEL_WIDTH if self.panel_width else 0)
        return Size(width, STANDARD_SIZE.height - AROUND_BOARD)

    def shows_result_on_board(self, model: GameModel) -> bool:
        """Return True if the end of the game is to be shown without a panel beside the board."""
        has_ended = model.session.is_over or model.is_stuck
        return has_ended and not model.replay and not self.panel_width


def min_size(model: GameModel, *, with_border: bool = True) -> Size:
    """Return the columns and lines that the board and the lines around it take at least."""
    columns, rows = model.board.min_size()
    border = BORDER if with_border else 0
    return Size(
        max(columns + border, MIN_WIDTH),
        max(rows + AROUND_BOARD - BORDER + border, MIN_HEIGHT),
    )


def _panel_width(model: GameModel, width: int, height: int) -> int:
    """Return the columns of a panel beside the board, 0 if the board needs the whole width.

    The panel is made narrower if the board becomes larger by that.
    """
    board, rows = model.board, height - AROUND_BOARD
    panel = PANEL_WIDTH
    if width >= WIDE_SCREEN:
        board_width, _ = board.drawing_size(width - NARROW_PANEL_WIDTH - BORDER, rows)
        room = width - BORDER - board_width
        panel = max(NARROW_PANEL_WIDTH, min(MAX_PANEL_WIDTH, room))
        if model.options.appearance.small_boards:
            panel = MAX_PANEL_WIDTH
    else:
        narrow_room = width - NARROW_PANEL_WIDTH - BORDER
        if not board.fits(width - panel - BORDER, rows) and board.fits(narrow_room, rows):
            panel = NARROW_PANEL_WIDTH
    room = width - panel - BORDER
    if not PANEL_WIDTH <= room >= board.drawing_size(room, rows)[0]:
        return 0
    gains_by_whole_width = not board.fits(room, rows) and board.fits(width - BORDER, rows)
    return 0 if gains_by_whole_width else panel


def has_room_for_panel(model: GameModel, size: Size) -> bool:
    """Return True if a panel of the usual width fits beside the board on a screen of that size."""
    room = size.width - PANEL_WIDTH - BORDER
    return model.board.drawing_size(room, size.height - AROUND_BOARD)[0] <= room
