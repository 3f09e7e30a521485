"""The problem in the peg solitaire editor: two positions on one board, and quick proofs about them.

Start with `PegEditor`. A problem has two sides, its start and its finish.
"""

import re
from typing import NamedTuple

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.kernels import is_compiled
from ludoscope.tui import lazy

START, FINISH = "start", "finish"
PROOF_SECONDS = 0.5  # a limit; most proofs by pagoda functions take some milliseconds
EXTRA_TRIANGLE_SIDES = (6, 7)  # holes along a side, besides the triangle of the catalogue
HOLE_NUMBER_PATTERN = re.compile("([0-9])([0-9])|([0-9]{1,3}),([0-9]{1,3})")
PAGODA_KERNELS = (
    "ludoscope.search.peg.kernels.pagoda",
    "ludoscope.search.peg.kernels.problem",
    "ludoscope.search.peg.kernels.depth_first",
    "ludoscope.search.peg.kernels.goals",
    "ludoscope.search.peg.kernels.beam",
)


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


class Sides(NamedTuple):
    """The two positions of a problem, each with a bit per hole that is set for a peg."""

    start: int
    finish: int


class PegEditor:
    """A problem that is being edited, with undo and redo.

    Attributes:
        board: The board, which cannot be changed.
        name: The name under which the problem is saved, "" if it is new.
        side: The side being edited, `START` or `FINISH`.
        game: The problem as it is now.
    """

    def __init__(self, game: PegGame, name: str = "") -> None:
        self.board = game.board
        self.name = name
        self.side = START
        self.game = game
        self._versions = [Sides(game.start, game.finish)]
        self._version_index = 0

    @property
    def _sides(self) -> Sides:
        return self._versions[self._version_index]

    @property
    def pegs(self) -> int:
        """The position being edited."""
        return self._sides.start if self.side == START else self._sides.finish

    @property
    def can_undo(self) -> bool:
        return self._version_index > 0

    @property
    def can_redo(self) -> bool:
        return self._version_index + 1 < len(self._versions)

    def switch_side(self) -> None:
        """Edit the other side."""
        self.side = FINISH if self.side == START else START

    def toggle(self, hole: int) -> None:
        """Put a peg into a hole, or remove the one in it."""
        self._set_pegs(self.pegs ^ 1 << hole)

    def fill(self) -> None:
        self._set_pegs(self.board.all_holes)

    def clear(self) -> None:
        self._set_pegs(0)

    def complement(self) -> None:
        """Put a peg into each hole of the finish that is empty at the start, and no others."""
        start = self._sides.start
        self._change(Sides(start, self.board.all_holes & ~start))

    def dual(self) -> None:
        """Replace the problem by its dual, whose solutions are those of this one reversed."""
        dual = self.game.dual()
        self._change(Sides(dual.start, dual.finish))

    def undo(self) -> None:
        if self.can_undo:
            self._go_to_version(self._version_index - 1)

    def redo(self) -> None:
        if self.can_redo:
            self._go_to_version(self._version_index + 1)

    def _set_pegs(self, pegs: int) -> None:
        if self.side == START:
            self._change(self._sides._replace(start=pegs))
        else:
            self._change(self._sides._replace(finish=pegs))

    def _change(self, sides: Sides) -> None:
        """Add a version, unless nothing has changed; undone versions are dropped."""
        if sides != self._sides:
            del self._versions[self._version_index + 1 :]
            self._versions.append(sides)
            self._go_to_version(self._version_index + 1)

    def _go_to_version(self, index: int) -> None:
        self._version_index = index
        self.game = PegGame(self.board, *self._sides)


def refute_by_colouring(game: PegGame) -> str:
    """Return a proof by counting or colouring that a problem is unsolvable, "" without one.

    It takes microseconds.
    """
    return refute_by_counting_or_colouring(game.board, game.start, game.finish)


def refute_by_pagodas(game: PegGame) -> str:
    """Return a proof by pagoda functions that a problem is unsolvable, "" without one.

    It takes milliseconds, and finds nothing without the compiled kernels.
    """
    if not all(map(is_compiled, PAGODA_KERNELS)):
        return ""
    if game.is_won(game.start) or not lazy.kernel_problem.fits_kernels(game.board):
        return ""
    budget = Budget(Limits(seconds=PROOF_SECONDS))
    verdict = lazy.swift.pagoda_verdict(game, game.start, budget)
    verdict = verdict or lazy.prove.pagoda_tree_verdict(game, game.start, budget)
    return verdict.proof if isinstance(verdict, Unsolvable) else ""
