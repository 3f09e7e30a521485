"""Figures of peg solitaire: problems that start or finish with a picture.

`data/figures.txt` has a line `NAME: title` and the picture of each. A name is BOARD-WORD, from
the figure to one peg in the centre, or BOARD-to-WORD, from the board with the centre empty to it.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame

_FILE = Path(__file__).parents[1] / "data" / "figures.txt"


class Figure(NamedTuple):
    """`rows` is the picture, the top row first."""

    name: str
    title: str
    rows: tuple[str, ...]

    @property
    def board(self) -> Board:
        return BOARDS[self.name.partition("-")[0]]

    @property
    def group(self) -> str:
        return f"{self.board.name.capitalize()}, figures"

    @property
    def detail(self) -> str:
        """The numbers of pegs at the start and at the finish."""
        pegs = "".join(self.rows).count("x")
        if not self._is_finish:
            return f"{pegs} → 1 peg"
        return f"{len(self.board.holes) - 1} → {pegs} pegs"

    @property
    def game(self) -> PegGame:
        board = self.board
        centre = 1 << board.hole_at(4, 4)
        _, pegs = notation.read_picture(self.rows)
        start, finish = (board.full & ~centre, pegs) if self._is_finish else (pegs, centre)
        return PegGame(board, start, finish)

    @property
    def _is_finish(self) -> bool:
        return "-to-" in self.name


@cache
def figures() -> dict[str, Figure]:
    """Name → figure, in the order of the file."""
    found = {}
    _, *blocks = _FILE.read_text(encoding="ascii").split("\n\n")
    for block in blocks:
        head, *rows = block.splitlines()
        name, _, title = head.partition(": ")
        found[name] = Figure(name, title, tuple(rows))
    return found
