"""Figures of peg solitaire: problems whose start or finish is a picture made of pegs.

`data/figures.txt` has a line `NAME: title` and the picture of each figure. There are two kinds:
BOARD-WORD goes from the figure to one peg in the centre, BOARD-to-WORD from the full board with an
empty centre to the figure.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame

_FILE = Path(__file__).parents[1] / "data" / "figures.txt"


class Figure(NamedTuple):
    """A problem that starts or finishes with a figure.

    Attributes:
        name: Name in the catalogue, such as "english-cross" or "english-to-rim".
        title: Name of the figure.
        rows: The picture, top row first; "x" is a peg.
    """

    name: str
    title: str
    rows: tuple[str, ...]

    @property
    def board(self) -> Board:
        """The board that the name begins with."""
        return BOARDS[self.name.partition("-")[0]]

    @property
    def group(self) -> str:
        """The heading in the catalogue."""
        return f"{self.board.name.capitalize()}, figures"

    @property
    def detail(self) -> str:
        """The numbers of pegs at the start and at the finish, as text."""
        pegs = "".join(self.rows).count("x")
        if not self._is_finish:
            return f"{pegs} pegs to 1"
        return f"{len(self.board.holes) - 1} pegs to {pegs}"

    @property
    def game(self) -> PegGame:
        """The problem, from its start to its finish."""
        board = self.board
        centre = 1 << board.hole_at(4, 4)
        _, pegs = notation.read_picture(self.rows)
        start, finish = (board.all_holes & ~centre, pegs) if self._is_finish else (pegs, centre)
        return PegGame(board, start, finish)

    @property
    def _is_finish(self) -> bool:
        return "-to-" in self.name


@cache
def load_figures() -> dict[str, Figure]:
    """Return the figures by name, in the order of the file."""
    figure_by_name = {}
    _, *blocks = _FILE.read_text(encoding="ascii").split("\n\n")
    for block in blocks:
        head, *rows = block.splitlines()
        name, _, title = head.partition(": ")
        figure_by_name[name] = Figure(name, title, tuple(rows))
    return figure_by_name
