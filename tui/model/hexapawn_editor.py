"""The hexapawn position in the editor: pawns on a board of any size, and the side to move."""

import re
from collections.abc import Sequence

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.games.hexapawn.formats import is_drawing, read_drawing
from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame, Position
from ludoscope.tui.model.editor import Editor, parse_size
from ludoscope.tui.text import formatting

WHITE, BLACK, EMPTY = "W", "B", "."
PAWN_ORDER = (EMPTY, WHITE, BLACK)  # in which `HexapawnEditor.cycle` goes through them
STANDARD_SIZE = (4, 4)  # rows and columns of a new board
MAX_ENTRIES = 256  # squares of the largest board
_ENTRY = re.compile(r"([WBPpw.-])?([a-pA-P])([0-9]{1,2})")


class HexapawnEditor(Editor[HexapawnGame]):
    """A position of hexapawn that is being set up.

    A square is numbered as in `HexapawnGame`: row by row from the bottom left. The cursor is one.
    """

    family = "hexapawn"

    def __init__(self, game: HexapawnGame, name: str = "") -> None:
        top_left = (game.rows - 1) * game.columns
        super().__init__(game, top_left, name)

    @property
    def position(self) -> Position:
        return self.state.start

    def _create_game(self) -> HexapawnGame:
        return self.state

    def problems(self) -> Sequence[str]:
        game, position = self.state, self.position
        sides = {"white": position.white, "black": position.black}
        missing = [side for side, pawns in sides.items() if not pawns]
        if missing:
            return [f"no {' and no '.join(missing)} pawns yet"]
        if game.is_won(position):
            winner = "black" if position.white_to_move else "white"
            return [f"the game is over, {winner} has won: {game.loss_reason(position)}"]
        return ()

    def summary(self) -> str:
        game, position = self.state, self.position
        white = formatting.format_count(position.white.bit_count(), "white pawn")
        side = "white" if position.white_to_move else "black"
        return (
            f"{game.rows}×{game.columns} (rows×columns), {white},"
            f" {position.black.bit_count()} black, {side} to move"
        )

    def pawn_at(self, square: int) -> str:
        """Return `WHITE`, `BLACK` or `EMPTY`."""
        position = self.position
        if position.white >> square & 1:
            return WHITE
        return BLACK if position.black >> square & 1 else EMPTY

    # Changes

    def put(self, square: int, pawn: str, cursor: int | None = None) -> None:
        """Put a pawn on a square, or clear it with `EMPTY`."""
        position = _with_pawn(self.position, square, pawn)
        self._set_position(position, square if cursor is None else cursor)

    def put_next(self, pawn: str, count: int = 1) -> None:
        """Put a pawn on the square at the cursor and go on to the next one in reading order.

        Args:
            pawn: `WHITE`, `BLACK` or `EMPTY`.
            count: The number of squares that get it.
        """
        position, square = self.position, self.cursor
        for _ in range(count):
            position = _with_pawn(position, square, pawn)
            square = self.next_square(square)
        self._set_position(position, square)

    def next_square(self, square: int) -> int:
        """Return the square after this one, row by row from the top left; the last stays."""
        row, column = divmod(square, self.state.columns)
        if column + 1 < self.state.columns:
            return square + 1
        return (row - 1) * self.state.columns if row else square

    def cycle(self, square: int) -> None:
        """Put a white pawn on an empty square; replace a white one by a black, remove a black."""
        index = PAWN_ORDER.index(self.pawn_at(square))
        self.put(square, PAWN_ORDER[(index + 1) % len(PAWN_ORDER)])

    def remove(self, square: int) -> None:
        self.put(square, EMPTY)

    def swap(self, square: int, other: int) -> None:
        """Exchange what stands on two squares; a pawn moves if the other one is empty."""
        here, there = self.pawn_at(square), self.pawn_at(other)
        position = _with_pawn(_with_pawn(self.position, square, there), other, here)
        self._set_position(position, other)

    def switch_side(self) -> None:
        """Give the move to the other side."""
        self._set_position(self.position._replace(white_to_move=not self.position.white_to_move))

    def clear(self) -> None:
        self._set_position(Position(0, 0, self.position.white_to_move))

    def fill(self) -> None:
        """Put all pawns on the home rows, with white to move."""
        self.change(HexapawnGame(self.state.rows, self.state.columns))

    def choose_board(self, value: str) -> None:
        """Use a board of a size such as "4x5", rows by columns; pawns stay where they fit."""
        rows, columns = parse_size(value, "4x5: rows×columns")
        game, position = self.state, self.position
        cells = [
            (row * columns + column, self.pawn_at(row * game.columns + column))
            for row in range(min(rows, game.rows))
            for column in range(min(columns, game.columns))
        ]
        resized = Position(0, 0, position.white_to_move)
        for square, pawn in cells:
            resized = _with_pawn(resized, square, pawn)
        self._use(rows, columns, resized)

    def load(self, game: AnyGame, position: Position) -> None:
        assert isinstance(game, HexapawnGame)
        self._use(game.rows, game.columns, position)

    def enter(self, text: str) -> None:
        """Enter a position such as "ppp/.../PPP W", or squares such as "Wb2 Bc3 .a1"."""
        words = text.split()
        entries = [_ENTRY.fullmatch(word) for word in words[:MAX_ENTRIES]]
        if is_drawing(text):
            game = read_drawing(text)
            self._use(game.rows, game.columns, game.start)
            return
        position, square = self.position, self.cursor
        for word, match in zip(words, entries, strict=False):
            if not match:
                raise NotationError(_expected_entry(word))
            square = self._parse_square(match[2] + match[3])
            pawn = match[1] or EMPTY
            pawn = {"P": WHITE, "w": WHITE, "p": BLACK, "-": EMPTY}.get(pawn, pawn)
            position = _with_pawn(position, square, pawn)
        if not words:
            raise NotationError(_expected_entry(text))
        self._set_position(position, square)

    def _parse_square(self, text: str) -> int:
        column, row = COLUMN_LETTERS.index(text[0].lower()), int(text[1:]) - 1
        game = self.state
        if not (column < game.columns and 0 <= row < game.rows):
            last = game.cell_text(game.rows * game.columns - 1)
            raise NotationError(f"found {text}, expected a square from a1 to {last}")
        return row * game.columns + column

    def _use(self, rows: int, columns: int, position: Position) -> None:
        """Use another board; the cursor goes to its top left."""
        try:
            game = HexapawnGame(rows, columns, position)
        except ValueError as error:
            raise NotationError(str(error)) from None
        self.change(game, (rows - 1) * columns)

    def _set_position(self, position: Position, cursor: int | None = None) -> None:
        self.change(HexapawnGame(self.state.rows, self.state.columns, position), cursor)


def _with_pawn(position: Position, square: int, pawn: str) -> Position:
    bit = 1 << square
    white = position.white | bit if pawn == WHITE else position.white & ~bit
    black = position.black | bit if pawn == BLACK else position.black & ~bit
    return position._replace(white=white, black=black)


def _expected_entry(text: str) -> str:
    return f"found {short_repr(text)}, expected squares such as Wb2 Bc3 .a1, or ppp/.../PPP W"
