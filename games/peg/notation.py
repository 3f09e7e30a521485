"""Notations of peg solitaire: moves and problems as text.

A move is read in three notations. Successive jumps by the same peg can be chained:

    45/65  45-65   Lucas's notation: column and row of the start and of the end, one digit each;
                   chained 45/65/63
    4,5:E          compass notation: the start, and the direction of each jump; chained 5,3:NWSE
    1,5:S.SE.E     compass notation on triangular boards: directions of one or two letters,
                   separated by dots

A problem is written as a picture: rows of `x` (peg) and `.` (empty hole), top row first; any other
character is outside the board. In pictures without a dot, `X` and `O`, or `x` and `0`, are read as
well. The finish is the complement of the start, unless a line `finish` and a second picture follow.
A first line `triangular` sets the lattice. (Neither word contains `x` or `.`.)

Start with `parse_move` and `to_compass` for moves, with `read_problem` and `write_problem` for
problems.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.peg.board import DIRECTIONS, Board, Hole

TRIANGULAR = "triangular"  # as the first line of a problem, and as the name of the lattice
FINISH = "finish"  # the line before the picture of the finish

_LUCAS_MOVE = re.compile(r"[0-9]{2}(?:[-/][0-9]{2})+")
_COMPASS_MOVE = re.compile(r"([0-9]{1,4}),([0-9]{1,4}):([A-Za-z.]+)")
_EXPECTED_MOVE = "expected a move like 45/65 or 4,5:E"
_GLYPHS = (("x", "."), ("X", "O"), ("x", "0"))  # a peg and an empty hole
_OUTSIDE = " E#_-"  # outside the board in pictures without dots; with dots, any other character is
_EXPECTED_PICTURE = "expected x (peg) and . (empty hole), or X and O, or x and 0"

Move = tuple[Hole, Hole]


def parse_move(board: Board, text: str) -> list[Move]:
    """Return the jumps of a move by one peg, written in any of the three notations.

    Only the notation is checked: the holes exist, but the jumps may be illegal.

    Raises:
        NotationError: If the text is malformed or names a place that is not a hole.
    """
    text = text.strip()
    if _LUCAS_MOVE.fullmatch(text):
        places = [(int(digits[0]), int(digits[1])) for digits in re.split("[-/]", text)]
    elif match := _COMPASS_MOVE.fullmatch(text):
        places = _compass_places(board, text, int(match[1]), int(match[2]), match[3].upper())
    else:
        raise NotationError(f"{short_repr(text)} is not a valid move, {_EXPECTED_MOVE}")
    holes = [board.hole_at(x, y) for x, y in places]
    return list(pairwise(holes))


def _compass_places(
    board: Board, text: str, x: int, y: int, directions: str
) -> list[tuple[int, int]]:
    """Return the coordinates that a peg visits from (x, y); errors quote `text`."""
    steps = DIRECTIONS[board.lattice]
    names = "|".join(sorted(steps, key=len, reverse=True))
    # atomic groups: NW is never tried as N and W, which takes exponential time
    if not re.fullmatch(f"(?>(?:{names})\\.?)+", directions):
        raise NotationError(
            f"{short_repr(text)} is not a valid move, expected directions out of {' '.join(steps)}"
        )
    places = [(x, y)]
    for name in re.findall(names, directions):
        dx, dy = steps[name]
        x, y = x + 2 * dx, y + 2 * dy
        places.append((x, y))
    return places


def to_compass(board: Board, moves: Sequence[Move]) -> list[str]:
    """Return the moves in compass notation, one text for all successive jumps by the same peg."""
    names = {step: name for name, step in DIRECTIONS[board.lattice].items()}
    separator = "." if board.lattice == TRIANGULAR else ""
    texts: list[str] = []
    previous_end = -1
    for start, end in moves:
        (x, y), (end_x, end_y) = board.holes[start], board.holes[end]
        name = names[(end_x - x) // 2, (end_y - y) // 2]
        if start == previous_end:
            texts[-1] += separator + name
        else:
            texts.append(f"{x},{y}:{name}")
        previous_end = end
    return texts


def count_moves(jumps: Sequence[Move]) -> int:
    """Return the number of moves in a sequence of jumps.

    Successive jumps by one peg are one move.
    """
    continued = sum(previous[1] == jump[0] for previous, jump in pairwise(jumps))
    return len(jumps) - continued


def chain_length(jumps: Sequence[Move]) -> int:
    """Return the number of jumps that the first peg makes in a row; `jumps` is not empty."""
    count = 1
    while count < len(jumps) and jumps[count][0] == jumps[count - 1][1]:
        count += 1
    return count


def check_single_digits(board: Board) -> None:
    """Raise ValueError if a coordinate of the board has more than one digit."""
    if max(board.width, board.height) > 9:
        raise ValueError("the notation 45/65 has no place for coordinates above 9")


def to_lucas(board: Board, move: Move) -> str:
    """Return the jump in Lucas's notation, such as `45/65`.

    Raises:
        ValueError: If a coordinate of the board has more than one digit.
    """
    check_single_digits(board)
    return "/".join(f"{x}{y}" for x, y in (board.holes[hole] for hole in move))


def read_problem(text: str) -> tuple[Board, int, int]:
    """Return the board, the start and the finish of a problem written as a picture, or two.

    Raises:
        NotationError: If the text is malformed; `line` is set if the error is on one line.
    """
    lines = text.splitlines()
    stripped_lines = [line.strip().lower() for line in lines]
    lattice = TRIANGULAR if TRIANGULAR in stripped_lines[:1] else "square"
    if FINISH not in stripped_lines:
        board, start = read_picture(lines, lattice)
        return board, start, board.all_holes & ~start
    separator = stripped_lines.index(FINISH)
    board, start = read_picture(lines[:separator], lattice)
    finish_board, finish = read_picture(lines[separator + 1 :], lattice)
    if finish_board.holes != board.holes:
        raise NotationError("the finish has other holes than the start", separator + 2)
    return board, start, finish


def read_picture(lines: Sequence[str], lattice: str = "square") -> tuple[Board, int]:
    """Return the board and the position of a picture.

    Raises:
        NotationError: If the picture mixes two sets of characters or has no hole.
    """
    text = "\n".join(line.rstrip() for line in lines)
    peg_glyph, hole_glyph = _glyphs(text)
    rows = text.translate({ord(peg_glyph): "x", ord(hole_glyph): "."}).split("\n")
    board = Board.from_rows(rows, lattice)
    has_peg = [character == "x" for row in rows for character in row if character in "x."]
    return board, sum(1 << hole for hole, peg in enumerate(has_peg) if peg)


def _glyphs(text: str) -> tuple[str, str]:
    """Return the characters that stand for a peg and for an empty hole in a picture.

    Raises:
        NotationError: If the picture mixes characters of several of the accepted pairs.
    """
    if "." in text:  # any character but x is then outside
        return _GLYPHS[0]
    used_glyphs = "".join(glyph for glyph in "xX0O" if glyph in text)
    without_header = re.sub(TRIANGULAR, "", text, flags=re.IGNORECASE)
    unexpected = set(without_header) - {*_OUTSIDE, *used_glyphs, "\n"}
    if used_glyphs and unexpected:
        raise NotationError(
            f"{short_repr(min(unexpected))} found on a board without a dot, {_EXPECTED_PICTURE}"
        )
    for glyphs in _GLYPHS:
        if not set(used_glyphs) - set(glyphs):
            return glyphs
    raise NotationError(f"{', '.join(used_glyphs)} found on one board, {_EXPECTED_PICTURE}")


def write_problem(board: Board, start: int, finish: int) -> str:
    """Return the problem as a picture, or as two if the finish is not the complement of the start.

    `read_problem` reads the text back.
    """
    rows = [TRIANGULAR] if board.lattice == TRIANGULAR else []
    rows += board.to_rows(start)
    if finish != board.all_holes & ~start:
        rows += [FINISH, *board.to_rows(finish)]
    return "\n".join(rows) + "\n"


def draw_board(board: Board, pegs: int, peg: str = "●", empty: str = "○") -> str:
    """Return a readable drawing of the position `pegs`, with numbered rows.

    Columns are numbered below the board on square lattices; a triangular board is drawn as a
    triangle, without column numbers.

    Args:
        board: The board.
        pegs: The position.
        peg: The character for a peg.
        empty: The character for an empty hole.
    """
    margin = len(str(board.height))
    rows = [" ".join(row) for row in board.to_rows(pegs, peg, empty)]
    if board.lattice == TRIANGULAR:
        # each row is shifted by half a hole, so that the left-justified rows form a triangle
        rows = [" " * (board.height - 1 - i) + row for i, row in enumerate(rows)]
    lines = [f"{board.height - i:>{margin}}  {row}".rstrip() for i, row in enumerate(rows)]
    if board.lattice == TRIANGULAR:
        return "\n".join(lines) + "\n"
    columns = " ".join(str(x % 10) for x in range(1, board.width + 1))
    return "\n".join([*lines, "", " " * (margin + 2) + columns]) + "\n"
