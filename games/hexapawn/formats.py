"""File formats of hexapawn: positions as texts of one or several lines.

    board   the number of rows, the number of columns, then the rows from the top with P (white),
            p (black) and spaces; white is to move
    sides   W or B for the side to move, then the rows from the top with P, p and dots
    drawing rows from the top with P (white), p (black) and dots, one on each line or joined by /;
            W or B at the end is the side to move, white if there is none

In rows, W and B are also read as pawns, and dots and dashes as empty cells. In drawings w and b are
read too, … for three dots, and spaces between the cells. Blank lines at the end are ignored, and
those before a drawing. In the board format, rows may be too short (the missing cells are empty) or
too long (the cells beyond the last column are dropped). The one-line format of
`games.hexapawn.rules` is a drawing too.
"""

import re
from itertools import dropwhile

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.hexapawn.rules import (
    ROW_COUNTS,
    HexapawnGame,
    Position,
    check_size,
    normalise_letters,
    position_from_rows,
)

_NUMBER = re.compile(r"[1-9][0-9]?")
_ROW_BREAK = re.compile(r"[/\n]")
_DRAWN_ROWS = re.compile(r"[PpWwBb.…·/ \t\r\n-]+")
_DRAWN_CELLS = str.maketrans({"w": "W", "b": "B", "…": "...", "·": "."})


def _split_lines(text: str) -> list[str]:
    """Return the lines of `text` without the blank ones at its end."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip(" "):
        lines.pop()
    return lines


def _read_count(lines: list[str], index: int, unit: str) -> int:
    """Return the number in a line; errors name `unit`, which is "rows" or "columns"."""
    count = lines[index].strip(" ") if index < len(lines) else ""
    if not _NUMBER.fullmatch(count):
        raise NotationError(f"found {short_repr(count)}, expected a number of {unit}", index + 1)
    return int(count)


def read_board(text: str) -> HexapawnGame:
    """Return the game that starts in a position in the board format.

    Raises:
        NotationError: If the text is malformed; `line` is the line of the error.
    """
    lines = _split_lines(text)
    rows, columns = _read_count(lines, 0, "rows"), _read_count(lines, 1, "columns")
    try:
        check_size(rows, columns)
    except ValueError as error:
        raise NotationError(str(error), 1 if rows not in ROW_COUNTS else 2) from None
    board_rows = lines[2:]
    for number, row in enumerate(board_rows[rows:], rows + 3):
        if row.strip(" "):
            raise NotationError(
                f"found {short_repr(row)}, expected the end after {rows} rows", number
            )
    # Empty rows at the bottom look like blank lines at the end, so lines are counted in the text.
    if text.count("\n") + 1 < rows + 2:
        raise NotationError(f"found too few rows, expected {rows}", text.count("\n") + 1)
    board_rows += [""] * (rows - len(board_rows))
    board_rows = [row[:columns].ljust(columns) for row in board_rows[:rows]]
    board_rows = _normalise_rows(board_rows, empty=" ", first_line=3)
    return HexapawnGame(rows, columns, position_from_rows(board_rows, white_to_move=True))


def read_sides(text: str) -> HexapawnGame:
    """Return the game that starts in a position in the sides format.

    Raises:
        NotationError: If the text is malformed; `line` is the line of the error.
    """
    lines = _split_lines(text)
    side = lines[0].strip(" ") if lines else ""
    if side not in ("W", "B"):
        raise NotationError(f"found {short_repr(side)}, expected W or B for the side to move", 1)
    rows = [row.rstrip(" ") for row in lines[1:]]
    columns = len(rows[0]) if rows else 0
    try:
        check_size(len(rows), columns)
    except ValueError as error:
        raise NotationError(str(error), 2) from None
    for number, row in enumerate(rows, 2):
        if len(row) != columns:
            raise NotationError(f"found a row of {len(row)} cells, expected {columns}", number)
    rows = _normalise_rows(rows, empty=".", first_line=2)
    return HexapawnGame(len(rows), columns, position_from_rows(rows, white_to_move=side == "W"))


def is_drawing(text: str) -> bool:
    """Return True if a text consists of rows as `read_drawing` reads them."""
    has_rows = _ROW_BREAK.search(text.strip()) and _DRAWN_ROWS.fullmatch(text)
    return bool(has_rows) and any(map(str.isalpha, text))


def read_drawing(text: str) -> HexapawnGame:
    """Return the game that starts in a drawn position: rows on lines of their own or joined by /.

    Raises:
        NotationError: If the text is malformed; `line` is the line of the error.
    """
    lines = [line.translate(_DRAWN_CELLS).strip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    numbered_lines = dropwhile(lambda numbered: not numbered[1], enumerate(lines, 1))
    drawn = [(number, row.split()) for number, line in numbered_lines for row in line.split("/")]
    columns = next((len("".join(words)) for _, words in drawn if words), 0)
    side = "W"
    if drawn and drawn[-1][1] and drawn[-1][1][-1] in ("W", "B"):
        last_words = drawn[-1][1]
        if len("".join(last_words)) == columns + 1:
            side = last_words.pop()
        elif len(last_words) == 1 and columns > 1:
            side = last_words[0]
            drawn.pop()
    rows: list[str] = []
    for number, words in drawn:
        cells = "".join(words)
        if len(cells) != columns or not cells:
            raise NotationError(f"found a row of {len(cells)} cells, expected {columns}", number)
        rows += _normalise_rows([cells], empty=".", first_line=number)
    try:
        check_size(len(rows), columns)
        return HexapawnGame(len(rows), columns, position_from_rows(rows, white_to_move=side == "W"))
    except ValueError as error:
        raise NotationError(str(error), 1) from None


def _normalise_rows(rows: list[str], empty: str, first_line: int) -> list[str]:
    """Return `rows` with W, B and - replaced by P, p and dots, after checking all characters.

    Args:
        rows: The rows of the board, as they are in the text.
        empty: The character for an empty cell, besides the dot.
        first_line: The number of the line on which the rows begin.

    Raises:
        NotationError: If a row has another character.
    """
    normalised_rows = [normalise_letters(row) for row in rows]
    for number, row in enumerate(normalised_rows, first_line):
        unexpected = [cell for cell in row if cell not in "Pp." + empty]
        if unexpected:
            raise NotationError(
                f"found {short_repr(unexpected[0])}, "
                f"expected P, p or {short_repr(empty)} (or W, B and '-')",
                number,
            )
    return normalised_rows


def write_board(game: HexapawnGame, position: Position) -> str:
    """Return `position` in the board format.

    Raises:
        ValueError: If black is to move, which the format cannot express.
    """
    if not position.white_to_move:
        raise ValueError(
            "the board format cannot show that black is to move, 'sides' and 'line' can"
        )
    rows = [row.replace(".", " ") for row in game.to_rows(position)]
    return "\n".join([str(game.rows), str(game.columns), *rows]) + "\n"


def write_sides(game: HexapawnGame, position: Position) -> str:
    """Return `position` in the sides format."""
    side = "W" if position.white_to_move else "B"
    return "\n".join([side, *game.to_rows(position)]) + "\n"
