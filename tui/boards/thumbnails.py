"""Thumbnails: puzzles drawn as pictures, still in the library and animated on the home screen."""

import random

from ludoscope.games import AnyGame
from ludoscope.games.registry import PluginFault
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

CAPTIONS = ("Start", "Finish")
RANDOM_SEED = 1


class Thumbnail:
    """A board without cursor and coordinates, drawn at any size."""

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        self.game = game
        self._board = create_board(game, options)
        self._board.is_thumbnail, self._board.shows_cursor = True, False

    def _draw_position(
        self, position: object, width: int, height: int, last: object = None
    ) -> Block:
        """Return a drawing in the middle of `width` × `height`.

        If there is less room than the board needs, the gaps between columns and rows are left out
        first; then only the upper left part is drawn.
        """
        columns, rows = self._board.drawing_size(width, height)
        if columns > width:
            rows = 2 * height  # cut off below as well, rather than squeezed
        lines = self._board.draw(position, max(columns, width), max(rows, height), last)
        if isinstance(lines, drawing.MessageDrawing):
            return drawing.center(lines.resized(width, height), width, height)
        lines = drawing.blank_role(lines, "cursor")
        if columns > width:
            lines = drawing.remove_blank_columns(lines)
        lines = drawing.remove_last_blank_lines(lines)
        if len(lines) > height:
            lines = [line for line in lines if drawing.line_text(line).strip()]
        return drawing.center(drawing.crop_with_ellipsis(lines, width, height), width, height)


class StillThumbnail(Thumbnail):
    """The start and, if there is just one, the finish of a puzzle.

    Both stand side by side or one above the other, whichever allows larger boards.
    """

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        super().__init__(game, options)
        finish = self._board.goal_position()
        self._positions = [game.start] if finish is None else [game.start, finish]

    def draw(self, width: int, height: int) -> Block:
        if len(self._positions) == 1:
            return self._draw_position(self._positions[0], width, height)
        side_by_side, stacked = (width // 2, height - 1), (width, height // 2 - 1)
        board_sizes = {room: self._board.drawing_size(*room) for room in (side_by_side, stacked)}
        fitting = [
            room
            for room, (columns, rows) in board_sizes.items()
            if columns <= room[0] and rows <= room[1]
        ]
        if not fitting:
            return self._draw_position(self._positions[0], width, height)
        room = max(fitting, key=lambda room: board_sizes[room])
        start, finish = (
            self._draw_with_caption(caption, position, *room)
            for caption, position in zip(CAPTIONS, self._positions, strict=True)
        )
        if room == stacked:
            return [*start, *finish]
        gap: Block = [[(" " * (width - 2 * room[0]), "")] for _ in start]
        return drawing.join_equal_heights(start, gap, finish)

    def _draw_with_caption(self, caption: str, position: object, width: int, height: int) -> Block:
        _, board_height = self._board.drawing_size(width, height)
        board = self._draw_position(position, width, board_height)
        return [[(caption.center(width), "dim")], *board]


class RandomPlayThumbnail(Thumbnail):
    """A puzzle that plays random moves, and begins again at a dead end."""

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._fault = ""
        self._random = random.Random(RANDOM_SEED)
        self._position = game.start
        self._last = None

    def play_random_move(self) -> None:
        """Play a random move, or go back to the start if there is none."""
        if self._fault:
            return
        try:
            self._play_random_move()
        except PluginFault as fault:
            self._fault = str(fault)

    def _play_random_move(self) -> None:
        moves = [] if self.game.is_won(self._position) else self.game.moves(self._position)
        if not moves:
            self._position, self._last = self.game.start, None
            return
        self._last = self._random.choice(moves)
        position_before = self._position
        self._position = self.game.play(position_before, self._last)
        self._board.on_position_changed(position_before, self._last, self._position)

    def draw(self, width: int, height: int) -> Block:
        if self._fault:
            return drawing.wrap_text(self._fault, width - 2, "bad")[:height]
        return self._draw_position(self._position, width, height, self._last)
