"""Puzzles as pictures: a still one for a library, one that moves for the home screen."""

import random

from ludoscope.games import AnyGame
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

CAPTIONS = ("Start", "Finish")


class Thumbnail:
    """A board without coordinates, at any size."""

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        self.game = game
        self._board = board_for(game, options)
        self._board.bare, self._board.pointing = True, False

    def _drawn(self, position: object, width: int, height: int, last: object = None) -> Block:
        """In the middle, without a cursor; of a board that needs more room, its upper left part.

        Where there is less room than the board needs, first the gaps between columns and rows go.
        """
        columns, rows = self._board.size(width, height)
        if columns > width:
            rows = 2 * height  # cut off below too, rather than squeezed
        lines = self._board.draw(position, max(columns, width), max(rows, height), last)
        lines = drawing.without(lines, "cursor")
        if columns > width:
            lines = drawing.narrowed(lines)
        lines = drawing.trimmed(lines)
        if len(lines) > height:
            lines = [line for line in lines if drawing.cells_of(line).strip()]
        return drawing.centre(drawing.cut(lines, width, height), width, height)


class Portrait(Thumbnail):
    """The start and, if there is just one, the finish.

    Both beside each other or one above the other, whichever is larger.
    """

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        super().__init__(game, options)
        finish = self._board.finish()
        self._positions = [game.start, *([] if finish is None else [finish])]

    def draw(self, width: int, height: int) -> Block:
        """In the middle, without a cursor."""
        if len(self._positions) == 1:
            return self._drawn(self._positions[0], width, height)
        beside, above = (width // 2, height - 1), (width, height // 2 - 1)
        sizes = {room: self._board.size(*room) for room in (beside, above)}
        fitting = [room for room, (x, y) in sizes.items() if x <= room[0] and y <= room[1]]
        if not fitting:
            return self._drawn(self._positions[0], width, height)
        room = max(fitting, key=lambda room: sizes[room])
        pictures = [self._titled(at, *room) for at in range(2)]
        if room == above:
            return [*pictures[0], *pictures[1]]
        gap: Block = [[(" " * (width - 2 * room[0]), "")] for _ in pictures[0]]
        return drawing.beside(pictures[0], gap, pictures[1])

    def _titled(self, at: int, width: int, height: int) -> Block:
        caption = CAPTIONS[at].center(width)
        high = self._board.size(width, height)[1]
        return [[(caption, "dim")], *self._drawn(self._positions[at], width, high)]


class Miniature(Thumbnail):
    """A puzzle that plays itself at random, and begins again at a dead end."""

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._random = random.Random(1)
        self._position = game.start
        self._last = None

    def step(self) -> None:
        """Play a legal move."""
        moves = [] if self.game.is_won(self._position) else self.game.moves(self._position)
        if not moves:
            self._position, self._last = self.game.start, None
            return
        self._last = self._random.choice(moves)
        before = self._position
        self._position = self.game.play(before, self._last)
        self._board.moved(before, self._last, self._position)

    def draw(self, width: int, height: int) -> Block:
        """As it stands, in so many columns and lines."""
        return self._drawn(self._position, width, height, self._last)
