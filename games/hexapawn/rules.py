"""Hexapawn: the rules and the one-line notations.

    3  p p p    White pawns (P) start on the bottom row and move up, black ones (p) on the top
    2  . . .    row and move down: one step straight onto an empty cell, or one step diagonally
    1  P P P    onto an enemy, which is captured. White moves first. The side to move has lost
       a b c    if an enemy pawn stands on its home row, or if it has no legal move.

Legend
    cell      row * columns + column, row 0 at the bottom
    pawns     a bitboard: bit `cell` is set where a pawn stands
    own       the pawns of the side to move; enemy, the others
    home      the row where a side starts; an enemy pawn on it wins
    reach     the steps and captures of a pawn from a cell: (target bit, is it a capture?, move),
              sorted by target
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ludoscope.games.errors import NotationError, shown

ROWS = range(2, 17)  # 16 rows and columns fit on a screen of 80×24
COLUMNS = range(1, 17)
LETTERS = "abcdefghijklmnop"

Move = tuple[int, int]
Reach = tuple[int, bool, Move]

_LINE = re.compile(r"[PpWB.-]+(?:/[PpWB.-]+)* [WB]")
_OURS = str.maketrans("WB-", "Pp.")
_MOVE = re.compile(r"([a-p])([1-9][0-9]?)(x?)([a-p])([1-9][0-9]?)")


class Position(NamedTuple):
    """Bitboards of the pawns, and whose turn it is."""

    white: int
    black: int
    white_to_move: bool


def in_our_letters(cells: str) -> str:
    """Cells with `W`, `B` and `-` replaced by `P`, `p` and `.`; other characters are kept."""
    return cells.translate(_OURS)


def pack(rows: list[str], white_to_move: bool) -> Position:
    """The position in rows of equal length, top row first: `P` white, `p` black, else empty."""
    cells = "".join(reversed(rows))
    white = sum(1 << cell for cell, pawn in enumerate(cells) if pawn == "P")
    black = sum(1 << cell for cell, pawn in enumerate(cells) if pawn == "p")
    return Position(white, black, white_to_move)


def check_size(rows: int, columns: int) -> None:
    """ValueError unless the size is in ROWS by COLUMNS."""
    if rows not in ROWS or columns not in COLUMNS:
        raise ValueError(
            f"a board of {rows} rows by {columns} columns, expected {ROWS[0]} to {ROWS[-1]} rows"
            f" and {COLUMNS[0]} to {COLUMNS[-1]} columns"
        )


def parse_line(text: str) -> "HexapawnGame":
    """The game that starts at a position in one-line notation, such as `ppp/.../PPP W`."""
    if not _LINE.fullmatch(text):
        raise NotationError(
            f"found {text[:60]!r}, expected rows of P, p and . (or W, B and -) joined by /,"
            " a space, and W or B"
        )
    rows = in_our_letters(text[:-2]).split("/")
    if any(len(row) != len(rows[0]) for row in rows):
        raise NotationError(
            f"found rows of different lengths in {text[:60]!r}, expected equal ones"
        )
    try:
        return HexapawnGame(len(rows), len(rows[0]), pack(rows, text.endswith("W")))
    except ValueError as error:
        raise NotationError(str(error)) from None


def parse_move(text: str) -> tuple[tuple[int, int], bool, tuple[int, int]]:
    """((column, row), written as a capture?, (column, row)) of a move such as `b2b3` or `b2xc3`."""
    match = _MOVE.fullmatch(text)
    if not match:
        raise NotationError(f"found {text[:60]!r}, expected a move such as b2b3 or b2xc3")
    column, row, capture, to_column, to_row = match.groups()
    return (
        (LETTERS.index(column), int(row) - 1),
        bool(capture),
        (LETTERS.index(to_column), int(to_row) - 1),
    )


class HexapawnGame:
    """n rows by m columns, from the full starting position or from another one."""

    family = "hexapawn"
    measure = "plies"
    players = 2

    def __init__(self, rows: int, columns: int, start: Position | None = None) -> None:
        """ValueError when the size is out of range or `start` does not fit on the board."""
        check_size(rows, columns)
        self.rows, self.columns = rows, columns
        self._size = rows * columns
        bottom = (1 << columns) - 1
        top = bottom << (self._size - columns)
        self._home = (top, bottom)  # indexed, as the tables below, by white_to_move
        self._reach = (self._table(up=False), self._table(up=True))
        self._mirror = tuple(self._mirror_masks())
        self._start = Position(bottom, top, True) if start is None else start
        white, black, _ = self._start
        if white & black or white < 0 or black < 0 or (white | black) >> self._size:
            raise ValueError(f"pawns that overlap or lie outside the board of {rows}×{columns}")

    def _table(self, up: bool) -> dict[int, tuple[Reach, ...]]:
        return {1 << cell: tuple(self._reaches(cell, up)) for cell in range(self._size)}

    def _reaches(self, cell: int, up: bool) -> Iterator[Reach]:
        row, column = divmod(cell, self.columns)
        row += 1 if up else -1
        if 0 <= row < self.rows:
            for to in range(max(0, column - 1), min(self.columns, column + 2)):
                target = row * self.columns + to
                yield 1 << target, to != column, (cell, target)

    def _mirror_masks(self) -> Iterator[tuple[int, int]]:
        """(mask, shift) of each column of two bitboards side by side; the shift mirrors it."""
        every_row = sum(1 << row * self.columns for row in range(2 * self.rows))
        for column in range(self.columns):
            yield every_row << column, 2 * column - self.columns + 1

    @property
    def start(self) -> Position:
        return self._start

    def moves(self, position: Position) -> list[Move]:
        """The legal moves, sorted by from and to; none once an enemy pawn is on the home row."""
        white, black, white_to_move = position
        own, enemy = (white, black) if white_to_move else (black, white)
        found: list[Move] = []
        if enemy & self._home[white_to_move]:
            return found
        occupied = white | black
        reach = self._reach[white_to_move]
        while own:
            pawn = own & -own
            own ^= pawn
            for target, captures, move in reach[pawn]:
                if target & enemy if captures else not target & occupied:
                    found.append(move)
        return found

    def play(self, position: Position, move: Move) -> Position:
        white, black, white_to_move = position
        own, enemy = (white, black) if white_to_move else (black, white)
        pawn = 1 << move[0]
        if not own & pawn or enemy & self._home[white_to_move]:
            raise ValueError(self._refusal(position, move))
        for target, captures, known in self._reach[white_to_move][pawn]:
            if known == move and (target & enemy if captures else not target & (white | black)):
                own ^= pawn | target
                enemy &= ~target
                return Position(own, enemy, False) if white_to_move else Position(enemy, own, True)
        raise ValueError(self._refusal(position, move))

    def _refusal(self, position: Position, move: Move) -> str:
        """Why `move` is illegal at `position`."""
        white, black, white_to_move = position
        own, enemy = (white, black) if white_to_move else (black, white)
        side, way = ("white", "up") if white_to_move else ("black", "down")
        start, end = map(self.cell_text, move)
        if enemy & self._home[white_to_move]:
            return f"the game is over: {'black' if white_to_move else 'white'} reached the far row"
        if not own >> move[0] & 1:
            return f"no {side} pawn on {start}"
        reach = {known: captures for _, captures, known in self._reach[white_to_move][1 << move[0]]}
        if move not in reach:
            return f"a {side} pawn moves one row {way}, not from {start} to {end}"
        if reach[move]:
            return f"no enemy to capture on {end}"
        return f"{end} is not empty"

    def is_won(self, position: Position) -> bool:
        """Whether the side to move has lost."""
        return not self.moves(position)

    def defeat(self, position: Position) -> str:
        """The reason why the side to move has lost, in a few words; "" if it has not lost."""
        enemy = position.black if position.white_to_move else position.white
        if enemy & self._home[position.white_to_move]:
            return "a pawn reached the far row"
        return "" if self.moves(position) else "no move is left"

    def key(self, position: Position) -> int:
        """One number for the position, its mirror image, and both with the colours exchanged.

        White and black bitboards side by side, read backwards, are the board turned by 180 degrees
        with the colours exchanged; so in the key the side to move always moves up.
        """
        pair = position.white | position.black << self._size
        if not position.white_to_move:
            pair = int(f"{pair:0{2 * self._size}b}"[::-1], 2)
        mirrored = 0
        for mask, right in self._mirror:
            column = pair & mask
            mirrored |= column >> right if right > 0 else column << -right
        return min(pair, mirrored)

    def drawing(self, position: Position) -> list[str]:
        """Rows of `P`, `p` and `.`, top row first."""
        cells = [
            "P" if position.white >> cell & 1 else "p" if position.black >> cell & 1 else "."
            for cell in range(self._size)
        ]
        starts = range(self._size - self.columns, -1, -self.columns)
        return ["".join(cells[first : first + self.columns]) for first in starts]

    def text(self, position: Position) -> str:
        """Such as `ppp/.../PPP W`: the rows from the top, then the side to move."""
        return "/".join(self.drawing(position)) + (" W" if position.white_to_move else " B")

    def parse(self, text: str) -> Position:
        other = parse_line(text)
        if (other.rows, other.columns) != (self.rows, self.columns):
            raise NotationError(
                f"found {other.rows} rows by {other.columns} columns,"
                f" expected {self.rows} by {self.columns}"
            )
        return other.start

    def cell_text(self, cell: int) -> str:
        row, column = divmod(cell, self.columns)
        return f"{LETTERS[column]}{row + 1}"

    def move_text(self, position: Position, move: Move) -> str:
        capture = (position.white | position.black) >> move[1] & 1
        return self.cell_text(move[0]) + ("x" if capture else "") + self.cell_text(move[1])

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """One move; the x of a capture may be left out."""
        start, capture, end = parse_move(text)
        for column, row in (start, end):
            if column >= self.columns or row >= self.rows:
                raise NotationError(
                    f"found {LETTERS[column]}{row + 1}, expected a cell from a1"
                    f" to {self.cell_text(self._size - 1)}"
                )
        if capture and start[0] == end[0]:
            raise NotationError(f"found {shown(text)}, expected a capture to end on another column")
        cells = (column + row * self.columns for column, row in (start, end))
        move = (next(cells), next(cells))
        self.play(position, move)
        return [move]

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "start": self.text(self._start)}


def from_spec(spec: dict[str, Any]) -> HexapawnGame:
    """The game that `HexapawnGame.spec` described; ValueError when it is malformed."""
    start = spec.get("start")
    if not isinstance(start, str):
        raise ValueError(f"found start {shown(start)}, expected a position such as 'ppp/.../PPP W'")
    return parse_line(start)
