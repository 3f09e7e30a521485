"""The board of Lights Out, declared to the app: arrows and Enter, or a click on a light.

A light takes four columns and, where there is room, two lines. Thumbnails have no letters and
numbers. The cursor is a pair of brackets:

         a   b   c
     1   ·   ●   ·

     2   ●  [●]  ●
"""

from typing import NamedTuple

from ludoscope.tui.boards.board import NOT_HANDLED, Board, InputResult, StyledLine
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.rules_page import ExampleBoard, KeyDisplay, RulesDocument
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import Canvas

from .puzzles import LightsOutCollection
from .rules import COLUMN_LETTERS, LightsOut

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}  # rows, columns
CELL_WIDTH = 4
MARGIN_WIDTH = 3  # of the numbers of the rows
SIGNS = {"on": "●", "off": "·"}
ASCII_SIGNS = {"on": "#", "off": "."}


class Layout(NamedTuple):
    """The layout of a drawing.

    Attributes:
        left: Columns before the first light.
        top: Lines before the first light.
        cell_height: Lines of a light.
    """

    left: int
    top: int
    cell_height: int


class LightsOutBoard(Board):
    KEY_LABELS = (("↑↓←→", "choose a light"), ("enter", "press it"))
    NOTATION = "the column and the row of a light, such as b2; several with blanks between them"
    LEGEND = (("[ ]", "the cursor"), ("●", "a light that is on"), ("·", "one that is off"))
    PLAY_HINT_KEY = "enter"

    game: LightsOut

    def __init__(self, game: LightsOut, options: UserOptions) -> None:
        super().__init__(game, options)
        self._cursor = game.rows // 2 * game.columns + game.columns // 2

    # Drawing

    def _layout(self, height: int) -> Layout:
        margin = (0, 0) if self.is_thumbnail else (MARGIN_WIDTH, 1)
        has_room = height >= 2 * self.game.rows + margin[1]
        return Layout(*margin, cell_height=2 if has_room else 1)

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(height)
        rows = layout.cell_height * self.game.rows
        return layout.left + CELL_WIDTH * self.game.columns, layout.top + rows

    def draw(
        self, position: int, width: int, height: int, marked_move: int | None = None
    ) -> list[StyledLine]:
        layout = self._layout(height)
        canvas = Canvas(*self.drawing_size(width, height))
        if not self.is_thumbnail:
            for column in range(self.game.columns):
                x = layout.left + CELL_WIDTH * column + 1
                canvas.write(x, 0, COLUMN_LETTERS[column], "dim")
            for row in range(self.game.rows):
                canvas.write(0, layout.top + layout.cell_height * row, f"{row + 1:>2}", "dim")
        signs = ASCII_SIGNS if self.options.appearance.ascii_only else SIGNS
        for light in range(self.game.rows * self.game.columns):
            row, column = divmod(light, self.game.columns)
            x = layout.left + CELL_WIDTH * column
            y = layout.top + layout.cell_height * row
            is_on = bool(position >> light & 1)
            role = "last" if light == marked_move else "first" if is_on else "hole"
            canvas.write(x + 1, y, signs["on" if is_on else "off"], role)
            if light == self._cursor and self.shows_cursor:
                canvas.write(x, y, "[", "cursor")
                canvas.write(x + 2, y, "]", "cursor")
        return canvas.to_lines(width, height)

    # Keys and mouse

    def handle_key(self, position: int, key: str) -> InputResult:
        if key == "enter":
            return self._press(position)
        if key not in STEPS:
            return NOT_HANDLED
        row, column = divmod(self._cursor, self.game.columns)
        row = min(max(row + STEPS[key][0], 0), self.game.rows - 1)
        column = min(max(column + STEPS[key][1], 0), self.game.columns - 1)
        self._cursor = row * self.game.columns + column
        return InputResult()

    def handle_click(self, position: int, x: int, y: int, width: int, height: int) -> InputResult:
        layout = self._layout(height)
        column, row = (x - layout.left) // CELL_WIDTH, (y - layout.top) // layout.cell_height
        if column not in range(self.game.columns) or row not in range(self.game.rows):
            return NOT_HANDLED
        self._cursor = row * self.game.columns + column
        return self._press(position)

    def _press(self, position: int) -> InputResult:
        if self.game.is_won(position):
            return InputResult(message="All lights are out.")
        return InputResult((self._cursor,))

    # Hints

    def point_at(self, position: int, move: int) -> None:
        self._cursor = move

    def propose_move(self, position: int, move: int) -> str:
        self._cursor = move
        return "enter"

    # Texts

    def describe_piece(self, position: int, move: int) -> str:
        return f"the light {self.game.move_text(position, move)}"

    def status_text(self, position: int) -> str:
        return f"{position.bit_count()} of {self.game.rows * self.game.columns} on"

    def goal_position(self) -> int:
        return 0


class LightsOutBoards(BoardFamily):
    """The board of Lights Out and its rules page."""

    board_class = LightsOutBoard

    def write_rules(self, document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
        example = ExampleBoard(LightsOutCollection.puzzles[0].game, options)
        document.add_heading("The basics")
        document.add_paragraph(
            "A press switches a light and its neighbours to the left, to the right, above and "
            "below: what is on goes off, what is off goes on. Put all the lights out."
        )
        before = example.picture((16, 7))
        after = example.press("enter").picture((16, 7))
        document.add_drawings((before, "Press b2 …"), (after, "… and all lights are out."))
        document.add_heading("Good to know")
        document.add_paragraph(
            "The order of presses does not matter, and a second press of a light takes back the "
            "first. Not every board has a solution: of the 5 × 5 boards, one in four."
        )
        document.add_how_to_play(example.board, keys)
