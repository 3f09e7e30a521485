"""Notations of moves and problems of peg solitaire.

Three notations of moves are read; several jumps by one peg can be chained:

    45/65  45-65   Lucas: column and row of from and to, one digit each; chained 45/65/63
    4,5:E          compass: from, and the direction of each jump; chained 5,3:NWSE
    1,5:S.SE.E     on triangular boards, directions of one or two letters, separated by dots

A problem is a picture: rows of `x` (peg) and `.` (empty hole), top row first; any other character
is outside. In pictures without a dot, `X` and `O`, or `x` and `0`, are read as well. The finish is
the complement of the start, unless a line `finish` and a second picture follow. A first line
`triangular` sets the lattice. (Neither word contains one of these characters.)
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.peg.board import DIRECTIONS, Board, Hole

PAIR = re.compile(r"[0-9]{2}(?:[-/][0-9]{2})+")
COMPASS = re.compile(r"([0-9]{1,4}),([0-9]{1,4}):([A-Za-z.]+)")
TRIANGULAR = "triangular"
FINISH = "finish"
EXPECTED = "expected a move like 45/65 or 4,5:E"
GLYPHS = (("x", "."), ("X", "O"), ("x", "0"))  # a peg and an empty hole
OUTSIDE = " E#_-"  # in a picture without dots; with dots, any other character is outside
EXPECTED_BOARD = "expected x (peg) and . (empty hole), or X and O, or x and 0"

Move = tuple[Hole, Hole]


def parse(board: Board, text: str) -> list[Move]:
    """The jumps of a move in any notation; NotationError when it is no move of this board."""
    text = text.strip()
    if PAIR.fullmatch(text):
        places = [(int(pair[0]), int(pair[1])) for pair in re.split("[-/]", text)]
    elif match := COMPASS.fullmatch(text):
        places = _places(board, text, int(match[1]), int(match[2]), match[3].upper())
    else:
        raise NotationError(f"{shown(text)} is not a valid move, {EXPECTED}")
    holes = [board.hole_at(x, y) for x, y in places]
    return list(pairwise(holes))


def _places(board: Board, text: str, x: int, y: int, letters: str) -> list[tuple[int, int]]:
    """The places that a peg starting at (x, y) visits."""
    steps = DIRECTIONS[board.lattice]
    names = "|".join(sorted(steps, key=len, reverse=True))
    if not re.fullmatch(f"(?:(?:{names})\\.?)+", letters):
        raise NotationError(
            f"{shown(text)} is not a valid move, expected directions out of {' '.join(steps)}"
        )
    places = [(x, y)]
    for name in re.findall(names, letters):
        dx, dy = steps[name]
        x, y = x + 2 * dx, y + 2 * dy
        places.append((x, y))
    return places


def compass(board: Board, moves: Sequence[Move]) -> list[str]:
    """The moves in compass notation; successive jumps of one peg are chained."""
    steps = {step: name for name, step in DIRECTIONS[board.lattice].items()}
    texts: list[str] = []
    last = -1
    for source, to in moves:
        (x, y), (u, v) = board.holes[source], board.holes[to]
        name = steps[(u - x) // 2, (v - y) // 2]
        if source == last:
            texts[-1] += ("." if board.lattice == TRIANGULAR else "") + name
        else:
            texts.append(f"{x},{y}:{name}")
        last = to
    return texts


def moves_of(jumps: Sequence[Move]) -> int:
    """The number of moves, where successive jumps by one peg are one move."""
    return sum(at == 0 or jumps[at - 1][1] != source for at, (source, _) in enumerate(jumps))


def check_numbers(board: Board) -> None:
    """ValueError where a coordinate of the board has two digits."""
    if max(board.width, board.height) > 9:
        raise ValueError("the notation 45/65 has no place for coordinates above 9")


def lucas(board: Board, move: Move) -> str:
    """The jump in Lucas's notation; ValueError where a coordinate has two digits."""
    check_numbers(board)
    return "/".join(f"{x}{y}" for x, y in (board.holes[hole] for hole in move))


def read_problem(text: str) -> tuple[Board, int, int]:
    """(board, start, finish) of a problem; NotationError with the line when it is malformed."""
    lines = text.splitlines()
    words = [line.strip().lower() for line in lines]
    lattice = TRIANGULAR if TRIANGULAR in words[:1] else "square"
    if FINISH not in words:
        board, start = read_picture(lines, lattice)
        return board, start, board.full & ~start
    cut = words.index(FINISH)
    board, start = read_picture(lines[:cut], lattice)
    other, finish = read_picture(lines[cut + 1 :], lattice)
    if other.holes != board.holes:
        raise NotationError("the finish has other holes than the start", cut + 2)
    return board, start, finish


def read_picture(lines: Sequence[str], lattice: str = "square") -> tuple[Board, int]:
    """(board, pegs) of a picture; NotationError when it is malformed."""
    text = "\n".join(line.rstrip() for line in lines)
    peg, hole = _glyphs(text)
    rows = text.translate({ord(peg): "x", ord(hole): "."}).split("\n")
    board = Board.from_rows(rows, lattice)
    pegs = [c == "x" for row in rows for c in row if c in "x."]
    return board, sum(1 << hole for hole, peg in enumerate(pegs) if peg)


def _glyphs(text: str) -> tuple[str, str]:
    """(peg, empty hole), the characters of a picture; NotationError when it mixes two forms."""
    if "." in text:  # any character but x is then outside
        return GLYPHS[0]
    found = "".join(glyph for glyph in "xX0O" if glyph in text)
    strange = set(re.sub(TRIANGULAR, "", text, flags=re.IGNORECASE)) - {*OUTSIDE, *found, "\n"}
    if found and strange:
        said = f"{shown(min(strange))} found on a board without a dot"
        raise NotationError(f"{said}, {EXPECTED_BOARD}")
    for glyphs in GLYPHS:
        if not set(found) - set(glyphs):
            return glyphs
    raise NotationError(f"{', '.join(found)} found on one board, {EXPECTED_BOARD}")


def write_problem(board: Board, start: int, finish: int) -> str:
    """The problem as a picture, or two; `read_problem` reads it."""
    rows = [TRIANGULAR] if board.lattice == TRIANGULAR else []
    rows += board.rows(start)
    if finish != board.full & ~start:
        rows += [FINISH, *board.rows(finish)]
    return "\n".join(rows) + "\n"


def picture(board: Board, pegs: int, peg: str = "●", empty: str = "○") -> str:
    """The board with row numbers at the left and, on square lattices, column numbers below."""
    margin = len(str(board.height))
    rows = [" ".join(row) for row in board.rows(pegs, peg, empty)]
    if board.lattice == TRIANGULAR:
        # each row is shifted by half a hole, so that the left-justified rows form a triangle
        rows = [" " * (board.height - 1 - i) + row for i, row in enumerate(rows)]
    lines = [f"{board.height - i:>{margin}}  {row}".rstrip() for i, row in enumerate(rows)]
    if board.lattice == TRIANGULAR:
        return "\n".join(lines) + "\n"
    columns = " ".join(str(x % 10) for x in range(1, board.width + 1))
    return "\n".join([*lines, "", " " * (margin + 2) + columns]) + "\n"
