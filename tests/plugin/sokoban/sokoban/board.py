"""The board of Sokoban, declared to the app: a square is two columns wide, arrows push."""

from ludoscope.tui.boards.board import IGNORED, Board, Line, Reply
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.rules_page import Book, Keys, Scene
from ludoscope.tui.boards.user_options import UserOptions

from .levels import Levels
from .rules import Position, ahead

ARROWS = {"left": "l", "right": "r", "up": "u", "down": "d"}
ROLES = {"@": "hero", "+": "hero", "$": "piece", "*": "good", ".": "target", "#": "dim"}


class SokobanBoard(Board):
    KEYS = (("↑↓←→", "walk and push"),)
    NOTATION = "l, r, u and d for each step, such as llUr"
    MARKS = (("@", "you"), ("$", "a box"), (".", "a goal"), ("*", "a box on a goal"))

    def size(self, width: int, height: int) -> tuple[int, int]:
        return 2 * self.game.width, self.game.height

    def draw(self, position: Position, width: int, height: int, last: object = None) -> list[Line]:
        rows = [row.replace("-", " ") for row in self.game.rows(position)]
        return [[(sign.ljust(2), ROLES.get(sign, "")) for sign in row] for row in rows]

    def press(self, position: Position, key: str) -> Reply:
        if key not in ARROWS:
            return IGNORED
        try:
            self.game.play(position, ARROWS[key])
        except ValueError as error:
            return Reply(notice=str(error))
        return Reply((ARROWS[key],))

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        there = (x // 2, y)
        steps = [m for m in self.game.moves(position) if ahead(position.player, m) == there]
        return Reply(tuple(steps), handled=bool(steps))

    def where(self, position: Position, move: str) -> str:
        return "the player"

    def offer(self, position: Position, move: str) -> str:
        return next(key for key, step in ARROWS.items() if step == move)

    def summary(self, position: Position) -> str:
        return f"{len(self.game.goals & position.boxes)} of {len(self.game.goals)} on a goal"


class SokobanBoards(BoardFamily):
    """The board of Sokoban and its rules page."""

    board_class = SokobanBoard

    def write_rules(self, book: Book, options: UserOptions, keys: Keys) -> None:
        scene = Scene(Levels.puzzles[1].game, options)
        book.heading("The basics")
        book.text("Push every box onto a goal. Boxes can be pushed, one at a time, never pulled.")
        book.pictures((scene.drawn((12, 6), (12, 6)), "@ is you, $ a box, . a goal, # a wall."))
        book.how_to_play(scene.board, keys)
