"""The view of the hexapawn editor: pawns are put on a board of any size."""

from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.editor_board import EditorBoard, without_movers
from ludoscope.tui.boards.hexapawn.board import HexapawnBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.hexapawn_editor import BLACK, EMPTY, STANDARD_SIZE, WHITE, HexapawnEditor
from ludoscope.tui.text.drawing import StyledLine

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}  # right, up
SHIFT = "shift+"


class HexapawnEditorBoard(EditorBoard):
    """A board on which `W` and `B` put pawns, as one reads it from the top left."""

    PURPOSE = (
        "Set up a position on a board of any size: white and black pawns, and who is to move. "
        "Below the board stands who wins with best play, and in how many plies."
    )
    KEY_LABELS = (
        ("↑↓←→", "square"),
        ("W", "white"),
        ("B", "black"),
        ("1-9", "empty squares"),
        ("⏎", "change"),
        ("tab", "side to move"),
    )
    LEGEND = (
        ("shift+→", "move a pawn to the square beside it; two pawns change places"),
        ("drag", "move a pawn or swap two; off the board remove it"),
        ("W B", "put a pawn and go on to the next square; 3 leaves three squares empty"),
        ("#", "squares such as Wb2 Bc3 .a1, or a position such as ppp/.../PPP W"),
    )
    ENTRY_LABEL = "Squares:"
    SIZE_LABEL = "Rows×columns:"
    editor: HexapawnEditor

    def __init__(self, editor: HexapawnEditor, options: UserOptions) -> None:
        super().__init__(editor, options)
        self._board = HexapawnBoard(editor.state, options)

    @property
    def board(self) -> HexapawnBoard:
        """The board of the current size, with its cursor at that of the editor."""
        game = self.editor.state
        if (self._board.game.rows, self._board.game.columns) != (game.rows, game.columns):
            self._board = HexapawnBoard(game, self.options)
        square = self.editor.cursor
        self._board.point_at(self.editor.position, (square, square))
        return self._board

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        return self.board.drawing_size(width, height)

    def draw(self, pane: int, width: int, height: int) -> list[StyledLine]:
        return without_movers(self.board.draw(self.editor.position, width, height))

    def entry_hint(self) -> str:
        return "such as Wb2 Bc3 .a1"

    def handle_key(self, key: str) -> bool:
        editor = self.editor
        if key in ARROWS:
            editor.cursor = self._square_beside(*ARROWS[key])
        elif key.removeprefix(SHIFT) in ARROWS:
            editor.swap(editor.cursor, self._square_beside(*ARROWS[key.removeprefix(SHIFT)]))
        elif key in (WHITE, BLACK):
            editor.put_next(key)
        elif len(key) == 1 and key in "123456789":
            editor.put_next(EMPTY, int(key))
        elif key == "enter":
            editor.cycle(editor.cursor)
        elif key in ("tab", "shift+tab"):
            editor.switch_side()
        elif key == "home":
            editor.cursor = (editor.state.rows - 1) * editor.state.columns
        elif key == "end":
            editor.cursor = editor.state.columns - 1
        else:
            return False
        return True

    def _square_beside(self, right: int, up: int) -> int:
        """Return the square beside the cursor, or that of the cursor at the edge."""
        game = self.editor.state
        cursor: int = self.editor.cursor
        row, column = divmod(cursor, game.columns)
        row = min(max(row + up, 0), game.rows - 1)
        column = min(max(column + right, 0), game.columns - 1)
        return row * game.columns + column

    def handle_click(self, pane: int, cell: CellOffset, width: int, height: int) -> bool:
        square = self.board.square_at(*cell, width, height)
        if square is not None:
            self.editor.cycle(square)
        return square is not None

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        return self.board.is_same_place(start, end, width, height)

    def handle_drop(
        self, pane: int, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        source = self.board.square_at(*start, width, height)
        target = self.board.square_at(*end, width, height)
        if source is None:
            return False
        if target is None:
            self.editor.remove(source)
        elif target != source:
            self.editor.swap(source, target)
        return True

    def remove(self) -> None:
        self.editor.remove(self.editor.cursor)


def create_editor(
    game: HexapawnGame | None, position: Position | None, options: UserOptions
) -> EditorBoard:
    """Return an editor of a position of a game, or of a new board without pawns."""
    editor = HexapawnEditor(game or HexapawnGame(*STANDARD_SIZE, Position(0, 0, True)))
    if game and position is not None:
        editor.load(game, position)
    return HexapawnEditorBoard(editor, options)
