"""A small animated board: a puzzle that plays itself at random, for the home screen."""

import random

from ludoscope.games import AnyGame
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.portrait import thumbnail
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
        """As it stands, in so many columns and lines."""
        return thumbnail(self._board, self._position, width, height, self._last)
