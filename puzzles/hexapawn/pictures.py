"""Pictures of hexapawn: a chequered board with pawns, and the side to move."""

from functools import cache, lru_cache

from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame, Position
from ludoscope.puzzles.svg import Markup, Picture, element, join, label

CELL = 52  # pixels
MARGIN = 26

_LIGHT, _DARK, _INK = "#F3E3C3", "#C79F6B", "#4A3820"


def draw_position(game: HexapawnGame, position: Position) -> Picture:
    """Return the picture of a position."""
    width, height = _size(game.rows, game.columns)
    left = _left(game.columns)
    pawns = []
    for cell in range(game.rows * game.columns):
        is_white = bool(position.white >> cell & 1)
        if is_white or position.black >> cell & 1:
            row, column = divmod(cell, game.columns)
            y = MARGIN + (game.rows - 1 - row) * CELL
            pawns.append(_draw_pawn(left + column * CELL, y, is_white))
    caption = label(_status_text(game, position), width / 2, height - 12, fill=_INK)
    return Picture(width, height, (_draw_board(game.rows, game.columns), *pawns, caption))


def _size(rows: int, columns: int) -> tuple[int, int]:
    return max(columns * CELL + 2 * MARGIN, 140), rows * CELL + 2 * MARGIN + 22


def _left(columns: int) -> float:
    """Return the left edge of the board, which is in the middle of the picture."""
    return (_size(0, columns)[0] - columns * CELL) / 2


def _status_text(game: HexapawnGame, position: Position) -> str:
    mover, opponent = ("White", "Black") if position.white_to_move else ("Black", "White")
    return f"{opponent} has won" if game.is_won(position) else f"{mover} to move"


@lru_cache(4096)
def _draw_pawn(x: float, y: float, is_white: bool) -> Markup:
    """Return a pawn on the square whose upper left corner is (x, y)."""
    fill, stroke = ("#FFFFFF", "#000000") if is_white else ("#1A1A1A", "#FFFFFF")
    shape = (
        f"M{x + 13:g} {y + 45:g}c0-9 7-9 8-17h-4c-2 0-2-4 0-4h2a9 9 0 1 1 14 0h2c2 0 2 4 0 4h-4"
        "c1 8 8 8 8 17z"
    )
    line = {"stroke_width": 2, "stroke_linejoin": "round"}
    return element("path", d=shape, fill=fill, stroke=stroke, **line)


@cache
def _draw_board(rows: int, columns: int) -> Markup:
    """Return the empty board with the names of its rows and columns."""
    left = _left(columns)
    size = {"width": columns * CELL, "height": rows * CELL}
    dark = "".join(
        f"M{left + x * CELL:g} {MARGIN + y * CELL}h{CELL}v{CELL}h-{CELL}z"
        for y in range(rows)
        for x in range(columns)
        if (x + rows - 1 - y) % 2 == 0  # the first square of the lowest row is dark
    )
    letters = [
        label(COLUMN_LETTERS[x], left + (x + 0.5) * CELL, MARGIN + rows * CELL + 17, fill=_INK)
        for x in range(columns)
    ]
    numbers = [
        label(str(rows - y), left - 12, MARGIN + (y + 0.5) * CELL + 5, fill=_INK)
        for y in range(rows)
    ]
    return join(
        [
            element("rect", x=left, y=MARGIN, **size, fill=_LIGHT),
            element("path", d=dark, fill=_DARK),
            element("rect", x=left, y=MARGIN, **size, fill="none", stroke=_INK, stroke_width=2),
            *letters,
            *numbers,
        ]
    )
