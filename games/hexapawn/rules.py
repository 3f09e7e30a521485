"""Hexapawn: the rules, and positions and moves as text.

    3  p p p    White pawns (P) start on the bottom row and move up, black pawns (p) start on the
    2  . . .    top row and move down: one step straight ahead onto an empty cell, or one step
    1  P P P    diagonally onto an enemy pawn, which is captured. White moves first. The side to
       a b c    move has lost if an enemy pawn stands on its home row, or if it has no legal move.

`HexapawnGame` is the game; `parse_game` makes one from a position such as `ppp/.../PPP W`.

    cell      row * columns + column, row 0 at the bottom
    pawns     an int used as a bit set: bit `1 << cell` is set if a pawn stands on the cell
    home row  the row on which a side starts; an enemy pawn that reaches it wins
    move      the cells (start, end)
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.game import ComparedBySpec

ROW_COUNTS = range(2, 17)  # numbers of rows; 16 rows and columns fit on a screen of 80×24
COLUMN_COUNTS = range(1, 17)  # numbers of columns
COLUMN_LETTERS = "abcdefghijklmnop"  # names of the columns, from the left

Move = tuple[int, int]
Step = tuple[int, bool, Move]
"""A step that a pawn may take: the bit of the target cell, True for a capture, and the move.

A plain tuple, because it is unpacked in the innermost loop of every search.
"""

_LINE = re.compile(r"[PpWB.-]+(?:/[PpWB.-]+)* [WB]")
_STANDARD_LETTERS = str.maketrans("WB-", "Pp.")
_MOVE = re.compile(r"([a-p])([1-9][0-9]?)(x?)([a-p])([1-9][0-9]?)")


class Position(NamedTuple):
    """A position of hexapawn.

    Attributes:
        white: The white pawns as a bit set of cells.
        black: The black pawns as a bit set of cells.
        white_to_move: True if it is white's turn, False if it is black's.
    """

    white: int
    black: int
    white_to_move: bool


class ParsedMove(NamedTuple):
    """A move as it is written; cells are (column, row), both from 0.

    Attributes:
        start: The cell of the pawn.
        is_capture: True if the move is written with an x.
        end: The cell that the pawn moves to.
    """

    start: tuple[int, int]
    is_capture: bool
    end: tuple[int, int]


def normalise_letters(cells: str) -> str:
    """Return `cells` with `W`, `B` and `-` replaced by `P`, `p` and `.`."""
    return cells.translate(_STANDARD_LETTERS)


def position_from_rows(rows: list[str], white_to_move: bool) -> Position:
    """Return the position drawn in `rows`.

    Args:
        rows: Rows of equal length, top row first: `P` for a white pawn, `p` for a black one;
            any other character is an empty cell.
        white_to_move: True if it is white's turn.
    """
    cells = "".join(reversed(rows))  # numbered from the bottom row
    white = sum(1 << cell for cell, pawn in enumerate(cells) if pawn == "P")
    black = sum(1 << cell for cell, pawn in enumerate(cells) if pawn == "p")
    return Position(white, black, white_to_move)


def check_size(rows: int, columns: int) -> None:
    """Raise ValueError if the program does not support a board of this size."""
    if rows not in ROW_COUNTS or columns not in COLUMN_COUNTS:
        raise ValueError(
            f"a board of {rows} rows by {columns} columns,"
            f" expected {ROW_COUNTS[0]} to {ROW_COUNTS[-1]} rows"
            f" and {COLUMN_COUNTS[0]} to {COLUMN_COUNTS[-1]} columns"
        )


def parse_game(text: str) -> "HexapawnGame":
    """Return the game that starts in a position written as one line.

    Args:
        text: The rows from the top joined by `/`, a space, and the side to move, W or B, such as
            `ppp/.../PPP W`. Pawns may also be written W and B, and empty cells `-`.

    Raises:
        NotationError: If the text is malformed or the board has an unsupported size.
    """
    if not _LINE.fullmatch(text):
        raise NotationError(
            f"found {short_repr(text)}, expected rows of P, p and . (or W, B and -) joined by /,"
            " a space, and W or B"
        )
    rows = normalise_letters(text[:-2]).split("/")
    if any(len(row) != len(rows[0]) for row in rows):
        raise NotationError(
            f"found rows of different lengths in {short_repr(text)}, expected equal ones"
        )
    try:
        check_size(len(rows), len(rows[0]))
        return HexapawnGame(len(rows), len(rows[0]), position_from_rows(rows, text.endswith("W")))
    except ValueError as error:
        raise NotationError(str(error)) from None


def parse_move(text: str) -> ParsedMove:
    """Return the cells of a move such as `b2b3` or `b2xc3`; the move may be illegal.

    Raises:
        NotationError: If the text is malformed.
    """
    match = _MOVE.fullmatch(text)
    if not match:
        raise NotationError(f"found {short_repr(text)}, expected a move such as b2b3 or b2xc3")
    column, row, capture, end_column, end_row = match.groups()
    return ParsedMove(
        (COLUMN_LETTERS.index(column), int(row) - 1),
        bool(capture),
        (COLUMN_LETTERS.index(end_column), int(end_row) - 1),
    )


class HexapawnGame(ComparedBySpec):
    """Hexapawn on a board of any supported size, from the full board or another position.

    Implements `games.game.Game`.

    Args:
        rows: The number of rows, in `ROW_COUNTS`.
        columns: The number of columns, in `COLUMN_COUNTS`.
        start: The position in which the game begins; by default each side's home row is full of
            its pawns, and white is to move.

    Raises:
        ValueError: If the size is unsupported or `start` does not fit on the board.
    """

    family = "hexapawn"
    measure = "plies"
    players = 2

    def __init__(self, rows: int, columns: int, start: Position | None = None) -> None:
        check_size(rows, columns)
        self.rows, self.columns = rows, columns
        self._cell_count = rows * columns
        bottom_row = (1 << columns) - 1
        top_row = bottom_row << (self._cell_count - columns)
        # of black and of white, indexed by white_to_move
        self._home_rows = (top_row, bottom_row)
        self._steps = (self._step_table(upwards=False), self._step_table(upwards=True))
        self._mirror_shifts = tuple(self._column_mirrors())
        self._start = Position(bottom_row, top_row, True) if start is None else start
        white, black, _ = self._start
        if white & black or white < 0 or black < 0 or (white | black) >> self._cell_count:
            raise ValueError(f"pawns that overlap or lie outside the board of {rows}×{columns}")

    def _step_table(self, upwards: bool) -> dict[int, tuple[Step, ...]]:
        """Return the steps and captures of a pawn, indexed by the bit of its cell."""
        return {
            1 << cell: tuple(self._steps_from(cell, upwards)) for cell in range(self._cell_count)
        }

    def _steps_from(self, cell: int, upwards: bool) -> Iterator[Step]:
        """Yield the steps and captures of a pawn on `cell`, sorted by target cell."""
        row, column = divmod(cell, self.columns)
        row += 1 if upwards else -1
        if 0 <= row < self.rows:
            for end_column in range(max(0, column - 1), min(self.columns, column + 2)):
                end = row * self.columns + end_column
                yield 1 << end, end_column != column, (cell, end)

    def _column_mirrors(self) -> Iterator[tuple[int, int]]:
        """Yield the mask of each column and the shift to the right that mirrors it.

        A negative shift is one to the left. The masks are those of two bitboards side by side, so
        that `key` mirrors both at once.
        """
        every_row = sum(1 << row * self.columns for row in range(2 * self.rows))
        for column in range(self.columns):
            yield every_row << column, 2 * column - self.columns + 1

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        return self._start

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves, sorted by start and end.

        The list is empty if an enemy pawn stands on the home row of the side to move.
        """
        white, black, white_to_move = position
        own_pawns, enemy_pawns = (white, black) if white_to_move else (black, white)
        moves: list[Move] = []
        if enemy_pawns & self._home_rows[white_to_move]:
            return moves
        occupied = white | black
        steps = self._steps[white_to_move]
        while own_pawns:
            pawn = own_pawns & -own_pawns
            own_pawns ^= pawn
            for target, is_capture, move in steps[pawn]:
                if target & enemy_pawns if is_capture else not target & occupied:
                    moves.append(move)
        return moves

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`, with the other side to move.

        Raises:
            ValueError: If the move is illegal; the message gives the reason.
        """
        white, black, white_to_move = position
        own_pawns, enemy_pawns = (white, black) if white_to_move else (black, white)
        if not 0 <= move[0] < self._cell_count:
            raise ValueError(f"there is no square number {move[0]}")
        pawn = 1 << move[0]
        if not own_pawns & pawn or enemy_pawns & self._home_rows[white_to_move]:
            raise ValueError(self._illegal_reason(position, move))
        for target, is_capture, known_move in self._steps[white_to_move][pawn]:
            if known_move == move and (
                target & enemy_pawns if is_capture else not target & (white | black)
            ):
                own_pawns ^= pawn | target
                enemy_pawns &= ~target
                if white_to_move:
                    return Position(own_pawns, enemy_pawns, False)
                return Position(enemy_pawns, own_pawns, True)
        raise ValueError(self._illegal_reason(position, move))

    def _illegal_reason(self, position: Position, move: Move) -> str:
        """Return the reason why `move` is illegal in `position`."""
        white, black, white_to_move = position
        own_pawns, enemy_pawns = (white, black) if white_to_move else (black, white)
        side, direction = ("white", "up") if white_to_move else ("black", "down")
        start, end = map(self.cell_text, move)
        if enemy_pawns & self._home_rows[white_to_move]:
            return f"the game is over: {'black' if white_to_move else 'white'} reached the far row"
        if not own_pawns >> move[0] & 1:
            return f"no {side} pawn on {start}"
        steps = self._steps[white_to_move][1 << move[0]]
        captures = {known_move: is_capture for _, is_capture, known_move in steps}
        if move not in captures:
            return f"a {side} pawn moves one row {direction}, not from {start} to {end}"
        if captures[move]:
            return f"no enemy to capture on {end}"
        return f"{end} is not empty"

    def is_won(self, position: Position) -> bool:
        """Return True if the side to move has lost."""
        return not self.moves(position)

    def loss_reason(self, position: Position) -> str:
        """Return why the side to move has lost, in a few words; "" if it has not lost."""
        enemy_pawns = position.black if position.white_to_move else position.white
        if enemy_pawns & self._home_rows[position.white_to_move]:
            return "a pawn reached the far row"
        return "" if self.moves(position) else "no move is left"

    def key(self, position: Position) -> int:
        """Return a number that is equal for positions that are mirrored or have colours exchanged.

        The number holds the white and black bitboards side by side. Reversing its bits turns the
        board by 180 degrees and exchanges the colours. This is done if black is to move, so that
        the side to move always moves up. The smaller of the result and its mirror image is
        returned.
        """
        bitboards = position.white | position.black << self._cell_count
        if not position.white_to_move:
            bitboards = int(f"{bitboards:0{2 * self._cell_count}b}"[::-1], 2)
        mirrored = 0
        for mask, shift in self._mirror_shifts:
            column = bitboards & mask
            mirrored |= column >> shift if shift > 0 else column << -shift
        return min(bitboards, mirrored)

    def to_rows(self, position: Position) -> list[str]:
        """Return the rows of the board, top row first: `P` white, `p` black, `.` empty."""
        cells = [
            "P" if position.white >> cell & 1 else "p" if position.black >> cell & 1 else "."
            for cell in range(self._cell_count)
        ]
        row_starts = range(self._cell_count - self.columns, -1, -self.columns)
        return ["".join(cells[first : first + self.columns]) for first in row_starts]

    def text(self, position: Position) -> str:
        """Return the rows from the top and the side to move, such as `ppp/.../PPP W`."""
        return "/".join(self.to_rows(position)) + (" W" if position.white_to_move else " B")

    def parse(self, text: str) -> Position:
        """Return the position that a line in the format of `HexapawnGame.text` describes.

        Raises:
            NotationError: If the text is malformed or its board has another size.
        """
        parsed_game = parse_game(text)
        if (parsed_game.rows, parsed_game.columns) != (self.rows, self.columns):
            raise NotationError(
                f"found {parsed_game.rows} rows by {parsed_game.columns} columns,"
                f" expected {self.rows} by {self.columns}"
            )
        return parsed_game.start

    def cell_text(self, cell: int) -> str:
        """Return the name of a cell, such as `b2`: the letter of its column, its row from 1."""
        row, column = divmod(cell, self.columns)
        return f"{COLUMN_LETTERS[column]}{row + 1}"

    def move_text(self, position: Position, move: Move) -> str:
        """Return the move as `b2b3`, or `b2xc3` if it is a capture."""
        is_capture = (position.white | position.black) >> move[1] & 1
        return self.cell_text(move[0]) + ("x" if is_capture else "") + self.cell_text(move[1])

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """Return a list of the one move that `text` describes.

        The x of a capture may be left out.

        Raises:
            NotationError: If the text is malformed or names a cell outside the board.
            ValueError: If the move is illegal; the message gives the reason.
        """
        start, is_capture, end = parse_move(text)
        for column, row in (start, end):
            if column >= self.columns or row >= self.rows:
                raise NotationError(
                    f"found {COLUMN_LETTERS[column]}{row + 1}, expected a square from a1"
                    f" to {self.cell_text(self._cell_count - 1)}"
                )
        if is_capture and start[0] == end[0]:
            raise NotationError(
                f"found {short_repr(text)}, expected a capture to end on another column"
            )
        move = (start[0] + start[1] * self.columns, end[0] + end[1] * self.columns)
        self.play(position, move)
        return [move]

    def spec(self) -> dict[str, Any]:
        """Return the parameters as JSON values, which `from_spec` reads."""
        return {"family": self.family, "start": self.text(self._start)}


def from_spec(spec: dict[str, Any]) -> HexapawnGame:
    """Return the game that `HexapawnGame.spec` describes.

    Raises:
        ValueError: If the entry "start" is missing or malformed.
    """
    start = spec.get("start")
    if not isinstance(start, str):
        raise ValueError(
            f"found start {short_repr(start)}, expected a position such as 'ppp/.../PPP W'"
        )
    return parse_game(start)
