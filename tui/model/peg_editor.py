"""A problem of peg solitaire while it is being set up, and what is known of it at once.

side   "start" or "finish": which of the two positions is at hand
step   what one key changed; each can be undone
"""

import re

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.kernels import is_compiled

START, FINISH = "start", "finish"
SECONDS = 0.5  # for a proof by pagodas, which takes some milliseconds
TRIANGLES = (6, 7)  # holes along a side, besides the built-in five
NUMBER = re.compile("([0-9])([0-9])|([0-9]{1,3}),([0-9]{1,3})")
KERNELS = (
    "ludoscope.search.peg.kernels.pagoda",
    "ludoscope.search.peg.kernels.problem",
    "ludoscope.search.peg.kernels.depth_first",
    "ludoscope.search.peg.kernels.goals",
    "ludoscope.search.peg.kernels.beam",
)


def boards() -> dict[str, Board]:
    """The boards to begin on, by what they are called."""
    larger = {
        f"triangle of {n * (n + 1) // 2}": Board.from_rows(
            ["." * (row + 1) for row in range(n)], "triangular"
        )
        for n in TRIANGLES
    }
    return {**BOARDS, **larger}


def blank(board: Board) -> PegGame:
    """The problem to begin with: all pegs but the middle one, and that one alone at the finish."""
    x = (1 + board.width) / 2 if board.lattice == "square" else board.width / 3
    y = (1 + board.height) / 2 if board.lattice == "square" else board.height / 3

    def off(hole: int) -> float:
        across, up = board.holes[hole]
        return (across - x) ** 2 + (up - y) ** 2

    return PegGame(board, board.all_holes & ~(1 << min(range(len(board.holes)), key=off)))


def hole_numbered(board: Board, text: str) -> int:
    """The hole at column and row, "44" or "12,3"; NotationError when there is none."""
    found = NUMBER.fullmatch(text.replace(" ", ""))
    if not found:
        raise NotationError(
            f"{short_repr(text)} found, expected column and row, such as {example(board)}"
        )
    x, y = (int(part) for part in found.groups() if part)
    return board.hole_at(x, y)


def example(board: Board) -> str:
    """The number of a hole that the board has: 44 where it can be."""
    x, y = (4, 4) if (4, 4) in board.hole_numbers else board.holes[-1]
    return f"{x}{y}" if max(x, y) < 10 else f"{x},{y}"


def is_whole(board: Board, text: str) -> bool:
    """Whether nothing can follow in the number of a hole."""
    return max(board.width, board.height) < 10 and len(text) == 2 and text.isdecimal()


class Editor:
    """Two positions on one board, and the way back through their changes."""

    def __init__(self, game: PegGame, name: str = "") -> None:
        self.board = game.board
        self.name = name
        self.side = START
        self.game = game  # the problem as it stands
        self._at = 0
        self._steps = [(game.start, game.finish)]

    @property
    def pegs(self) -> int:
        """The position at hand."""
        return self._steps[self._at][self.side == FINISH]

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at + 1 < len(self._steps)

    def switch(self) -> None:
        """To the other side."""
        self.side = FINISH if self.side == START else START

    def toggle(self, hole: int) -> None:
        """A peg where there is none, and none where there is one."""
        self._put(self.pegs ^ 1 << hole)

    def fill(self) -> None:
        self._put(self.board.all_holes)

    def clear(self) -> None:
        self._put(0)

    def complement(self) -> None:
        """The finish gets a peg where the start has a hole."""
        start, _ = self._steps[self._at]
        self._change(start, self.board.all_holes & ~start)

    def dual(self) -> None:
        """The problem whose solutions are those of this one backwards."""
        dual = self.game.dual()
        self._change(dual.start, dual.finish)

    def undo(self) -> None:
        self._go(max(0, self._at - 1))

    def redo(self) -> None:
        self._go(min(self._at + 1, len(self._steps) - 1))

    def _put(self, pegs: int) -> None:
        start, finish = self._steps[self._at]
        self._change(*((pegs, finish) if self.side == START else (start, pegs)))

    def _change(self, start: int, finish: int) -> None:
        if (start, finish) != self._steps[self._at]:
            self._steps[self._at + 1 :] = [(start, finish)]
            self._go(self._at + 1)

    def _go(self, at: int) -> None:
        self._at = at
        self.game = PegGame(self.board, *self._steps[at])


def refuted_at_once(game: PegGame) -> str:
    """Why counting or colouring forbids a problem, "" when they do not; microseconds."""
    return refute_by_counting_or_colouring(game.board, game.start, game.finish)


def refuted_by_pagodas(game: PegGame) -> str:
    """Why pagoda functions forbid it, "" when none are found that do; milliseconds."""
    if not all(map(is_compiled, KERNELS)):
        return ""
    from ludoscope.search.peg.kernel_problem import fits_kernels
    from ludoscope.search.peg.prove import pagoda_tree_verdict
    from ludoscope.search.peg.swift import pagoda_verdict

    if game.is_won(game.start) or not fits_kernels(game.board):
        return ""
    budget = Budget(Limits(seconds=SECONDS))
    verdict = pagoda_verdict(game, game.start, budget) or pagoda_tree_verdict(
        game, game.start, budget
    )
    return verdict.proof if isinstance(verdict, Unsolvable) else ""
