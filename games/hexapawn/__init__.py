"""Hexapawn: a game of pawns for two players on n rows by m columns."""

from ludoscope.games.hexapawn.formats import read_board, read_sides, write_board, write_sides
from ludoscope.games.hexapawn.rules import (
    COLUMNS,
    ROWS,
    HexapawnGame,
    Move,
    Position,
    from_spec,
    parse_line,
    parse_move,
)

__all__ = [
    "COLUMNS",
    "ROWS",
    "HexapawnGame",
    "Move",
    "Position",
    "from_spec",
    "parse_line",
    "parse_move",
    "read_board",
    "read_sides",
    "write_board",
    "write_sides",
]
