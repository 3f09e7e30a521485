"""Files of solutions of peg solitaire: the name of each problem and its moves."""

from collections.abc import Iterable
from pathlib import Path

from ludoscope.games.peg import notation
from ludoscope.games.peg.board import Board


def read_move_lists(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the moves of each problem of a file, in compass notation, by its name.

    A name ends with a colon; the moves after it may go on over several lines.
    """
    lines = path.read_text(encoding="ascii").splitlines()
    moves_by_name: dict[str, tuple[str, ...]] = {}
    name = ""
    for token in " ".join(line for line in lines if not line.startswith("#")).split():
        if token.endswith(":"):
            name = token[:-1]
            moves_by_name[name] = ()
        else:
            moves_by_name[name] += (token,)
    return moves_by_name


def parse_line(board: Board, moves: Iterable[str]) -> tuple[notation.Move, ...]:
    """Return the jumps of moves in compass notation."""
    return tuple(jump for move in moves for jump in notation.parse_move(board, move))
