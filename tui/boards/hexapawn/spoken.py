"""Hexapawn in words."""

import re
from collections.abc import Sequence

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame, Move, Position
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.spoken_board import SpokenBoard
from ludoscope.tui.text.formatting import format_count

_SQUARE = re.compile(r"([a-p]) ?([1-9][0-9]?)", re.IGNORECASE | re.ASCII)
_MOVE = re.compile(
    r"(?:pawn )?([a-p][1-9][0-9]?) (to|takes|x) ([a-p][1-9][0-9]?)", re.IGNORECASE | re.ASCII
)


class SpokenHexapawnBoard(SpokenBoard):
    """Pawns by their squares, a1 at the bottom left."""

    PLACES = "a square, such as b2"
    game: HexapawnGame

    def describe_rules(self, preferences: Preferences) -> Sequence[str]:
        return (
            "A pawn steps one square straight ahead if that is empty, or captures an enemy one"
            " square ahead and to the side. White moves first and up the board, black down.",
            "You win when a pawn of yours is on the far row, or when your opponent has no move.",
        )

    def summarise(self, position: Position) -> Sequence[str]:
        return (
            f"White {self._squares(position.white)}.",
            f"Black {self._squares(position.black)}.",
        )

    def _squares(self, pawns: int) -> str:
        cells = range(self.game.rows * self.game.columns)
        squares = [self.game.cell_text(cell) for cell in cells if pawns >> cell & 1]
        return ", ".join(squares) or "no pawns"

    def describe_board(self, position: Position) -> Sequence[str]:
        rows, columns = self.game.rows, self.game.columns
        last = COLUMN_LETTERS[columns - 1]
        letters = f"a to {last}" if columns > 1 else last
        lines = [
            f"{format_count(rows, 'row')}, {format_count(columns, 'column')}, {letters};"
            " row 1 is white's."
        ]
        for row in range(rows, 0, -1):
            mask = ((1 << columns) - 1) << (row - 1) * columns
            sides = (("white", position.white & mask), ("black", position.black & mask))
            parts = [f"{side} {self._squares(pawns)}" for side, pawns in sides if pawns]
            lines.append(f"Row {row}: {'; '.join(parts) or 'empty'}.")
        return lines

    def describe_place(self, position: Position, place: str) -> str:
        match = _SQUARE.fullmatch(place)
        column = COLUMN_LETTERS.index(match[1].lower()) if match else -1
        row = int(match[2]) - 1 if match else -1
        if not (0 <= column < self.game.columns and 0 <= row < self.game.rows):
            last = self.game.cell_text(self.game.rows * self.game.columns - 1)
            raise NotationError(f"found {short_repr(place)}, expected a square from a1 to {last}")
        cell = row * self.game.columns + column
        name = self.game.cell_text(cell)
        if not (position.white | position.black) >> cell & 1:
            return f"{name}: empty."
        side = "white" if position.white >> cell & 1 else "black"
        if (side == "white") != position.white_to_move:
            return f"{name}: {side} pawn; {side} is not to move."
        moves = [move for move in self.game.moves(position) if move[0] == cell]
        texts = [self.describe_moves(position, [move]) for move in moves]
        return f"{name}: {side} pawn; {', or '.join(texts) or 'it cannot move'}."

    def describe_moves(self, position: Position, moves: Sequence[Move]) -> str:
        texts = []
        for move in moves:
            start, end = map(self.game.cell_text, move)
            is_capture = (position.white | position.black) >> move[1] & 1
            texts.append(f"{start} {'takes' if is_capture else 'to'} {end}")
            position = self.game.play(position, move)
        return ", then ".join(texts)

    def to_notation(self, position: Position, text: str) -> str:
        """Return "b2 to b3" as `b2b3` and "b2 takes c3" as `b2xc3`."""
        match = _MOVE.fullmatch(text.strip())
        if not match:
            return text.lower() if _SQUARE.match(text) else text
        capture = "" if match[2].lower() == "to" else "x"
        return f"{match[1]}{capture}{match[3]}".lower()
