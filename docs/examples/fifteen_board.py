"""The 15-puzzle on the screen: what a plug-in adds to `fifteen.py` to be played in the app."""

from fifteen import SIDE, SOLVED, Fifteen

from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.board import NOT_HANDLED, Board, InputResult
from ludoscope.tui.boards.family import BoardFamily

# an arrow moves a tile in its direction: the tile comes from the other side of the gap
STEPS = {"left": (0, 1), "right": (0, -1), "up": (1, 0), "down": (-1, 0)}
CELL_WIDTH = 4


class FifteenPuzzles(Collection):
    example = "fifteen-1"
    puzzles = (
        Puzzle(
            "fifteen-1",
            Fifteen((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15)),
            "One slide",
        ),
        Puzzle(
            "fifteen-2",
            Fifteen((5, 1, 2, 3, 9, 6, 7, 4, 0, 10, 11, 8, 13, 14, 15, 12)),
            "Eight slides",
        ),
    )


class FifteenBoard(Board):
    KEY_LABELS = (("↑↓←→", "slide a tile"),)
    NOTATION = "the number of a tile, such as 12"

    def drawing_size(self, width, height):
        return CELL_WIDTH * SIDE, SIDE

    def draw(self, position, width, height, marked_move=None):
        rows = [position[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]
        return [
            [(f"{tile or '':>{CELL_WIDTH}}", "good" if tile else "") for tile in row]
            for row in rows
        ]

    def handle_key(self, position, key):
        if key not in STEPS:
            return NOT_HANDLED
        row, column = divmod(position.index(0), SIDE)
        return self._slide(position, row + STEPS[key][0], column + STEPS[key][1])

    def handle_click(self, position, x, y, width, height):
        return self._slide(position, y, x // CELL_WIDTH)

    def _slide(self, position, row, column):
        move = row * SIDE + column
        if 0 <= row < SIDE and 0 <= column < SIDE and move in self.game.moves(position):
            return InputResult((move,))
        return InputResult(message="no tile slides from there")

    def describe_piece(self, position, move):
        return f"the tile {position[move]}"

    def propose_move(self, position, move):
        row, column = divmod(position.index(0), SIDE)
        step = move // SIDE - row, move % SIDE - column
        return next(key for key in STEPS if STEPS[key] == step)

    def status_text(self, position):
        return f"{sum(a == b for a, b in zip(position, SOLVED, strict=True))} of 16 in place"


class FifteenBoards(BoardFamily):
    board_class = FifteenBoard
