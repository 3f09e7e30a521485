"""The view of the peg solitaire editor: the start and the finish side by side."""

from collections.abc import Sequence

from ludoscope.games.errors import NotationError
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.editor_board import EditorBoard, without_movers
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.peg_editor import (
    FINISH,
    START,
    PegEditor,
    create_initial_problem,
    example_hole_number,
    is_complete_number,
)
from ludoscope.tui.text import formatting
from ludoscope.tui.text.drawing import StyledLine

SIDES = (START, FINISH)
NO_PEGS = 0  # a position in which keys move only the cursor


class PegEditorBoard(EditorBoard):
    """Two boards with the pegs of the start and of the finish."""

    PURPOSE = (
        "Make your own problem: where the pegs are at the start, and where they must be at the "
        "finish. Below the boards stands whether it can be solved."
    )
    COMMANDS = ("fill", "complement", "dual")
    KEY_LABELS = (("↑↓←→", "hole"), ("⏎", "toggle peg"), ("tab", "start/finish"))
    LEGEND = (
        ("44", "column 4, row 4: type it to toggle a peg there"),
        ("complement", "give the finish a peg wherever the start has a hole"),
        ("dual", "the same problem backwards, with pegs and holes exchanged"),
    )
    ENTRY_LABEL = "Hole:"
    editor: PegEditor

    def __init__(self, editor: PegEditor, options: UserOptions) -> None:
        super().__init__(editor, options)
        self._board = PegBoard(editor.state, options)
        self._digits = ""

    @property
    def board(self) -> PegBoard:
        """The board of the current problem, with its cursor at that of the editor."""
        if self._board.game.board is not self.editor.board:
            self._board = PegBoard(self.editor.state, self.options)
        self._board.point_at(NO_PEGS, (self.editor.cursor, self.editor.cursor))
        return self._board

    @property
    def pane(self) -> int:  # the model knows the side
        return SIDES.index(self.editor.side)

    @pane.setter
    def pane(self, index: int) -> None:
        self.editor.side = SIDES[index]

    @property
    def pane_titles(self) -> Sequence[str]:
        game: PegGame = self.editor.state
        return [
            f"{side.capitalize()}: {formatting.format_count(pegs.bit_count(), 'peg')}"
            for side, pegs in ((START, game.start), (FINISH, game.finish))
        ]

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        return self.board.drawing_size(width, height)

    def min_size(self) -> tuple[int, int]:
        return self.board.min_size()

    def draw(self, pane: int, width: int, height: int) -> list[StyledLine]:
        game = self.editor.state
        pegs = game.start if SIDES[pane] == START else game.finish
        return without_movers(self.board.draw(pegs, width, height))

    def entry_hint(self) -> str:
        return f"column and row, such as {example_hole_number(self.editor.board)}"

    # Keys and mouse

    def note(self) -> str:
        return f"Hole {self._digits}: type the row" if self._digits else ""

    def handle_key(self, key: str) -> bool:
        if not key.isdecimal():
            self._digits = ""
        if key in ("tab", "shift+tab"):
            self.editor.switch_side()
        elif key == "enter":
            self.editor.toggle(self.editor.cursor)
        elif key in ("left", "right", "up", "down"):
            board = self.board
            board.handle_key(NO_PEGS, key)
            self.editor.cursor = board.cursor
        elif len(key) == 1 and key.isascii() and key.isdecimal():
            return self._handle_digit(key)
        else:
            return False
        return True

    def _handle_digit(self, digit: str) -> bool:
        """Take a digit as a part of a hole's number; the second one toggles the hole."""
        board: Board = self.editor.board
        if not is_complete_number(board, "11"):
            return False  # the numbers of a wide board are typed with a comma
        self._digits += digit
        if is_complete_number(board, self._digits):
            digits, self._digits = self._digits, ""
            self.editor.enter(digits)
        return True

    def handle_click(self, pane: int, cell: CellOffset, width: int, height: int) -> bool:
        hole = self._hole_at(cell, width, height)
        if hole is None:
            return False
        self.pane = pane
        self.editor.toggle(hole)
        self.editor.cursor = hole
        return True

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        return self.board.is_same_place(start, end, width, height)

    def handle_drop(
        self, pane: int, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        source, target = (self._hole_at(cell, width, height) for cell in (start, end))
        if source is None:
            return False
        self.pane = pane
        if target is None:
            self.editor.remove(source)
        elif target != source:
            self.editor.move(source, target)
        return True

    def _hole_at(self, cell: CellOffset, width: int, height: int) -> int | None:
        board = self.board
        return board.cursor if board.move_cursor_to(*cell, width, height) else None

    def remove(self) -> None:
        self.editor.remove(self.editor.cursor)

    def clear_selection(self) -> bool:
        had_digits, self._digits = bool(self._digits), ""
        return had_digits

    def enter(self, text: str) -> None:
        if not text.strip():
            raise NotationError("expected the number of a hole")
        super().enter(text)


def create_editor(game: PegGame | None, position: int | None, options: UserOptions) -> EditorBoard:
    """Return an editor of a position of a game, or of a new problem on the English board."""
    editor = PegEditor(game or create_initial_problem(BOARDS["english"]))
    if game and position is not None:
        editor.load(game, position)
    return PegEditorBoard(editor, options)
