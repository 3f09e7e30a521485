"""Hexapawn positions as texts of several lines.

    board   number of rows, number of columns, the rows from the top with P, p and spaces; white
            is to move
    sides   W or B for the side to move, the rows from the top with P, p and dots

In rows, W and B are also read as pawns, and dots and dashes as empty cells. Blank lines at the end
are ignored. In the board format, rows may be too short (the missing cells are empty) or too long
(the cells beyond the last column are dropped).
"""

import re

from ludoscope.games.errors import NotationError
from ludoscope.games.hexapawn.rules import (
    ROWS,
    HexapawnGame,
    Position,
    check_size,
    in_our_letters,
    pack,
)

_NUMBER = re.compile(r"[1-9][0-9]?")


def _lines(text: str) -> list[str]:
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip(" "):
        lines.pop()
    return lines


def _size(lines: list[str], index: int, what: str) -> int:
    found = lines[index].strip(" ") if index < len(lines) else ""
    if not _NUMBER.fullmatch(found):
        raise NotationError(f"found {found[:60]!r}, expected a number of {what}", index + 1)
    return int(found)


def read_board(text: str) -> HexapawnGame:
    """The game that a text in the board format describes; NotationError with the line."""
    lines = _lines(text)
    rows, columns = _size(lines, 0, "rows"), _size(lines, 1, "columns")
    try:
        check_size(rows, columns)
    except ValueError as error:
        raise NotationError(str(error), 1 if rows not in ROWS else 2) from None
    drawn = lines[2:]
    for number, row in enumerate(drawn[rows:], rows + 3):
        if row.strip(" "):
            raise NotationError(f"found {row[:60]!r}, expected the end after {rows} rows", number)
    # Empty rows at the bottom look like blank lines at the end, so lines are counted in the text.
    if text.count("\n") + 1 < rows + 2:
        raise NotationError(f"found too few rows, expected {rows}", text.count("\n") + 1)
    drawn += [""] * (rows - len(drawn))
    drawn = [row[:columns].ljust(columns) for row in drawn[:rows]]
    return HexapawnGame(rows, columns, pack(_pawns(drawn, " ", 3), True))


def read_sides(text: str) -> HexapawnGame:
    """The game that a text in the sides format describes; NotationError with the line."""
    lines = _lines(text)
    side = lines[0].strip(" ") if lines else ""
    if side not in ("W", "B"):
        raise NotationError(f"found {side[:60]!r}, expected W or B for the side to move", 1)
    rows = [row.rstrip(" ") for row in lines[1:]]
    columns = len(rows[0]) if rows else 0
    try:
        check_size(len(rows), columns)
    except ValueError as error:
        raise NotationError(str(error), 2) from None
    for number, row in enumerate(rows, 2):
        if len(row) != columns:
            raise NotationError(f"found a row of {len(row)} cells, expected {columns}", number)
    return HexapawnGame(len(rows), columns, pack(_pawns(rows, ".", 2), side == "W"))


def _pawns(rows: list[str], empty: str, first: int) -> list[str]:
    """The rows in P, p and dots; NotationError for other characters. `first`: line of row 1."""
    found = [in_our_letters(row) for row in rows]
    for number, row in enumerate(found, first):
        strange = row.translate({ord(known): None for known in "Pp." + empty})
        if strange:
            said = f"found {strange[0]!r}, expected P, p or {empty!r} (or W, B and '-')"
            raise NotationError(said, number)
    return found


def write_board(game: HexapawnGame, position: Position) -> str:
    """The board format; ValueError when black is to move, which the format cannot express."""
    if not position.white_to_move:
        raise ValueError(
            "the board format cannot show that black is to move, 'sides' and 'line' can"
        )
    rows = [row.replace(".", " ") for row in game.drawing(position)]
    return "\n".join([str(game.rows), str(game.columns), *rows]) + "\n"


def write_sides(game: HexapawnGame, position: Position) -> str:
    """The sides format."""
    side = "W" if position.white_to_move else "B"
    return "\n".join([side, *game.drawing(position)]) + "\n"
