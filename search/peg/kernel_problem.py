"""A problem of peg solitaire, or its dual, in the form that the kernels use.

The dual has pegs and holes exchanged and time reversed. It has the same solutions, with the jumps
in reverse order; often one of the two is far easier.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from ludoscope.games.peg.board import Board
from ludoscope.games.peg.rules import Move, PegGame
from ludoscope.search.peg.pagoda import Pagoda

MAX_HOLES, MAX_JUMPS = 64, 512
MAX_GOALS = 2_000  # positions known to lead to the finish


def fits_kernels(board: Board) -> bool:
    """Return True if the kernels can search a board: up to 64 holes and 512 jumps."""
    return len(board.holes) <= MAX_HOLES and len(board.jumps) <= MAX_JUMPS


class KernelProblem:
    """A problem or its dual in the form of the kernels, and the translation of their results.

    Attributes:
        is_dual: True if the kernel searches the dual, that is backwards from the finish.
        kernel: The `Problem` of the kernels.

    Raises:
        ValueError: The board is too large for the kernels.
    """

    def __init__(self, problem: PegGame, *, is_dual: bool) -> None:
        from ludoscope.search.peg.kernels.problem import Problem

        self.is_dual = is_dual
        self._board = problem.board
        game = problem.dual() if is_dual else problem
        self.kernel = Problem(
            list(game.board.jumps),  # pyright: ignore[reportCallIssue]
            list(game.symmetries[1:]),
            len(game.board.holes),
            game.start,
            game.finish,
        )

    def set_pagodas(self, pagodas: Sequence[Pagoda]) -> None:
        """Set the pagodas that later searches prune by; the same ones serve the dual."""
        self.kernel.set_pagodas(list(pagodas))

    @cached_property
    def goals(self) -> Any:
        """The positions from which a few jumps lead to the finish, a `Goals` of the kernels."""
        from ludoscope.search.peg.kernels.goals import Goals

        return Goals(self.kernel, MAX_GOALS)  # pyright: ignore[reportCallIssue]

    def to_original(self, position: int) -> int:
        """Return the position of the original problem for a position of the kernel."""
        return self._board.all_holes & ~position if self.is_dual else position

    def moves(self, positions: Sequence[int]) -> tuple[Move, ...]:
        """Return the jumps of a solution of the kernel, in the order of the original problem."""
        jumps = {
            (1 << source | 1 << jumped | 1 << target, 1 << target): (source, target)
            for source, jumped, target in self._board.jumps
        }
        moves = [
            jumps[position ^ child, child & ~position] for position, child in pairwise(positions)
        ]
        return tuple(reversed(moves) if self.is_dual else moves)
