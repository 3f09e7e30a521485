"""A small animated board: a puzzle that plays itself at random, for the home screen."""

import random

from ludoscope.games import AnyGame
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import Look
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block


class Miniature:
    """`step` plays one legal move; at a dead end the puzzle begins again."""

    def __init__(self, game: AnyGame, look: Look, seed: int = 1) -> None:
        self.game = game
        self._board = board_for(game, look)
        self._board.bare, self._board.pointing = True, False
        self._random = random.Random(seed)
        self._position = game.start
        self._last = None

    def step(self) -> None:
        moves = [] if self.game.is_won(self._position) else self.game.moves(self._position)
        if not moves:
            self._position, self._last = self.game.start, None
            return
        self._last = self._random.choice(moves)
        before = self._position
        self._position = self.game.play(before, self._last)
        self._board.moved(before, self._last, self._position)

    def draw(self, width: int, height: int) -> Block:
        """In the middle, without a cursor; of a board that needs more room, its upper left part.

        Where there is less room than the board needs, first the gaps between columns and rows go.
        """
        columns, rows = self._board.size(width, height)
        if columns > width:
            rows = 2 * height  # cut off below too, rather than squeezed
        lines = self._board.draw(self._position, max(columns, width), max(rows, height), self._last)
        lines = drawing.without(lines, "cursor")
        if columns > width:
            lines = drawing.narrowed(lines)
        while lines and not drawing.cells_of(lines[-1]).strip():
            lines.pop()
        if len(lines) > height:
            lines = [line for line in lines if drawing.cells_of(line).strip()]
        return drawing.centre(drawing.cut(lines, width, height), width, height)
