"""A problem of peg solitaire and its dual, in the form that the kernels use.

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

MOST_HOLES, MOST_JUMPS = 64, 512
GOALS = 2_000  # positions that are known to lead to the finish


def fits(board: Board) -> bool:
    """Whether the board is small enough for the kernels."""
    return len(board.holes) <= MOST_HOLES and len(board.jumps) <= MOST_JUMPS


class End:
    """One end of a problem, from which to search; ValueError for boards that do not fit."""

    def __init__(self, problem: PegGame, *, backwards: bool) -> None:
        from ludoscope.search.peg.kernels.problem import Problem

        self.backwards = backwards
        self.board = problem.board
        game = problem.reversed() if backwards else problem
        self.problem = Problem(
            list(game.board.jumps),
            list(game.symmetries[1:]),
            len(game.board.holes),
            game.start,
            game.finish,
        )

    def arm(self, pagodas: Sequence[Pagoda]) -> None:
        """Set the pagodas that later searches prune by; the same ones serve both ends."""
        self.problem.arm(list(pagodas))

    @cached_property
    def goals(self) -> Any:
        """Positions that lead to the finish, for beams."""
        from ludoscope.search.peg.kernels.goals import Goals

        return Goals(self.problem, GOALS)

    def seen(self, position: int) -> int:
        """The position of the problem for a position of the kernel."""
        return self.board.full & ~position if self.backwards else position

    def moves(self, positions: Sequence[int]) -> tuple[Move, ...]:
        """The jumps of a solution of the kernel, in the order in which they solve the problem."""
        jumps = {(1 << a | 1 << b | 1 << c, 1 << c): (a, c) for a, b, c in self.board.jumps}
        moves = [jumps[a ^ b, b & ~a] for a, b in pairwise(positions)]
        return tuple(reversed(moves) if self.backwards else moves)
