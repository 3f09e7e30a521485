"""The peg solitaire problem in the editor: two positions on one board.

Start with `PegEditor`. A problem has two sides, its start and its finish.
"""

import re
from collections.abc import Sequence

from ludoscope.games import AnyGame
from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.tui.model.editor import BoardChoice, Editor
from ludoscope.tui.text import formatting

START, FINISH = "start", "finish"
EXTRA_TRIANGLE_SIDES = (6, 7)  # holes along a side, besides the triangle of the catalogue
HOLE_NUMBER_PATTERN = re.compile("([0-9])([0-9])|([0-9]{1,3}),([0-9]{1,3})")


def list_boards() -> dict[str, Board]:
    """Return the boards for a new problem by name."""
    extra_triangles = {
        f"triangle of {side * (side + 1) // 2}": Board.from_rows(
            ["." * (row + 1) for row in range(side)], "triangular"
        )
        for side in EXTRA_TRIANGLE_SIDES
    }
    return {**BOARDS, **extra_triangles}


def create_initial_problem(board: Board) -> PegGame:
    """Return a new problem: all pegs but the middle one, which is alone at the finish."""
    if board.lattice == "square":
        middle_x, middle_y = (1 + board.width) / 2, (1 + board.height) / 2
    else:
        middle_x, middle_y = board.width / 3, board.height / 3

    def squared_distance(hole: int) -> float:
        x, y = board.holes[hole]
        return (x - middle_x) ** 2 + (y - middle_y) ** 2

    middle_hole = min(range(len(board.holes)), key=squared_distance)
    return PegGame(board, board.all_holes & ~(1 << middle_hole))


def parse_hole(board: Board, text: str) -> int:
    """Return the index of a hole given by column and row, such as "44" or "12,3".

    Raises:
        NotationError: The text is no such number, or the board has no such hole.
    """
    match = HOLE_NUMBER_PATTERN.fullmatch(text.replace(" ", ""))
    if not match:
        expected = f"column and row, such as {example_hole_number(board)}"
        raise NotationError(f"{short_repr(text)} found, expected {expected}")
    x, y = (int(part) for part in match.groups() if part)
    return board.hole_at(x, y)


def example_hole_number(board: Board) -> str:
    """Return the number of a hole of the board, 44 if it has that one."""
    x, y = (4, 4) if (4, 4) in board.hole_numbers else board.holes[-1]
    return f"{x}{y}" if max(x, y) < 10 else f"{x},{y}"


def is_complete_number(board: Board, text: str) -> bool:
    """Return True if the number of a hole is complete, so that no further digit is expected."""
    return max(board.width, board.height) < 10 and len(text) == 2 and text.isdecimal()


class PegEditor(Editor[PegGame]):
    """A problem of peg solitaire that is being set up: its start and its finish.

    Attributes:
        side: The side being edited, `START` or `FINISH`.
        cursor: The index of a hole.
    """

    family = "peg"

    def __init__(self, game: PegGame, name: str = "") -> None:
        super().__init__(game, _first_cursor(game), name)
        self.side = START

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def pegs(self) -> int:
        """The position being edited, with a bit per hole that is set for a peg."""
        return self.state.start if self.side == START else self.state.finish

    def _create_game(self) -> PegGame:
        return self.state

    def problems(self) -> Sequence[str]:
        return ["start and finish are the same"] if self.state.is_won(self.state.start) else ()

    def summary(self) -> str:
        game = self.state
        jump_count = max(0, game.start.bit_count() - game.finish.bit_count())
        hole_text = formatting.format_count(len(game.board.holes), "hole")
        return f"{hole_text}, {formatting.format_count(jump_count, 'jump')} from start to finish"

    def refutation(self) -> str:
        """Return a proof by counting or colouring, which takes microseconds."""
        game = self.state
        return refute_by_counting_or_colouring(game.board, game.start, game.finish)

    def switch_side(self) -> None:
        """Edit the other side."""
        self.side = FINISH if self.side == START else START

    def toggle(self, hole: int) -> None:
        """Put a peg into a hole, or remove the one in it."""
        self._set_pegs(self.pegs ^ 1 << hole, hole)

    def remove(self, hole: int) -> None:
        """Remove the peg in a hole, if there is one."""
        self._set_pegs(self.pegs & ~(1 << hole), hole)

    def move(self, source: int, target: int) -> None:
        """Move the peg in a hole to another hole."""
        if self.pegs >> source & 1:
            self._set_pegs(self.pegs & ~(1 << source) | 1 << target, target)

    def fill(self) -> None:
        self._set_pegs(self.board.all_holes)

    def clear(self) -> None:
        self._set_pegs(0)

    def complement(self) -> None:
        """Put a peg into each hole of the finish that is empty at the start, and no others."""
        start = self.state.start
        self.change(PegGame(self.board, start, self.board.all_holes & ~start))

    def dual(self) -> None:
        """Replace the problem by its dual, whose solutions are those of this one reversed."""
        self.change(self.state.dual())

    def load(self, game: AnyGame, position: int) -> None:
        assert isinstance(game, PegGame)
        problem = PegGame(game.board, position, game.finish)
        self.change(problem, _first_cursor(problem))

    def enter(self, text: str) -> None:
        """Toggle the holes of a text such as "44" or "35 53"."""
        words = text.split()
        if not words:
            parse_hole(self.board, text)
        holes = [parse_hole(self.board, word) for word in words]
        pegs = self.pegs
        for hole in holes:
            pegs ^= 1 << hole
        self._set_pegs(pegs, holes[-1])

    def list_boards(self) -> Sequence[BoardChoice]:
        return [
            BoardChoice(name, formatting.format_count(len(board.holes), "hole"), board)
            for name, board in list_boards().items()
        ]

    def choose_board(self, value: Board) -> None:
        game = create_initial_problem(value)
        self.load(game, game.start)

    def _set_pegs(self, pegs: int, hole: int | None = None) -> None:
        game = self.state
        if self.side == START:
            self.change(PegGame(game.board, pegs, game.finish), hole)
        else:
            self.change(PegGame(game.board, game.start, pegs), hole)


def _first_cursor(game: PegGame) -> int:
    """Return the hole that the first jump goes to, or the middle one."""
    moves = game.moves(game.start)
    return moves[0][1] if moves else len(game.board.holes) // 2
