"""The board of Sokoban, declared to the app: a square is two columns wide, arrows push."""

from ludoscope.tui.boards.board import NOT_HANDLED, Board, InputResult, StyledLine
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.rules_page import ExampleBoard, KeyDisplay, RulesDocument
from ludoscope.tui.boards.user_options import UserOptions

from .levels import Levels
from .rules import Position, ahead

ARROWS = {"left": "l", "right": "r", "up": "u", "down": "d"}
ROLES = {"@": "hero", "+": "hero", "$": "piece", "*": "good", ".": "target", "#": "dim"}


class SokobanBoard(Board):
    KEY_LABELS = (("↑↓←→", "walk and push"),)
    NOTATION = "l, r, u and d for each step, such as llUr"
    LEGEND = (("@", "you"), ("$", "a box"), (".", "a goal"), ("*", "a box on a goal"))

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        return 2 * self.game.width, self.game.height

    def draw(
        self, position: Position, width: int, height: int, marked_move: object = None
    ) -> list[StyledLine]:
        rows = [row.replace("-", " ") for row in self.game.rows(position)]
        return [[(sign.ljust(2), ROLES.get(sign, "")) for sign in row] for row in rows]

    def handle_key(self, position: Position, key: str) -> InputResult:
        if key not in ARROWS:
            return NOT_HANDLED
        try:
            self.game.play(position, ARROWS[key])
        except ValueError as error:
            return InputResult(message=str(error))
        return InputResult((ARROWS[key],))

    def handle_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        there = (x // 2, y)
        steps = [m for m in self.game.moves(position) if ahead(position.player, m) == there]
        return InputResult(tuple(steps), handled=bool(steps))

    def describe_piece(self, position: Position, move: str) -> str:
        return "the player"

    def propose_move(self, position: Position, move: str) -> str:
        return next(key for key, step in ARROWS.items() if step == move)

    def status_text(self, position: Position) -> str:
        return f"{len(self.game.goals & position.boxes)} of {len(self.game.goals)} on a goal"


class SokobanBoards(BoardFamily):
    """The board of Sokoban and its rules page."""

    board_class = SokobanBoard

    def write_rules(self, document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
        example = ExampleBoard(Levels.puzzles[1].game, options)
        document.add_heading("The basics")
        document.add_paragraph(
            "Push every box onto a goal. You can push one box at a time, and never pull."
        )
        document.add_drawings((example.picture((12, 6)), "@ is you, $ a box, . a goal, # a wall."))
        document.add_how_to_play(example.board, keys)
