"""Classes and ranks of the jumps of a board, for searches that take commuting jumps in one order.

Two jumps without a common hole commute: after both the position is the same, whichever is first. A
search from level to level needs only one of the two orders (see `kernels/child_buckets.py`). So
that this holds up to symmetry, jumps that a symmetry takes to each other are of one *class*, and
only a jump of a class with a higher number is skipped. The *rank* of a jump is its place in the
order of classes.
"""

from collections.abc import Sequence

from ludoscope.games.peg.board import Board, Hole


class JumpOrder:
    """The order of the jumps of a board up to some symmetries.

    Attributes:
        classes: For each jump, the number of its class.
        image_ranks: For each jump, the rank of its image under each symmetry.
    """

    def __init__(self, board: Board, symmetries: Sequence[tuple[Hole, ...]]) -> None:
        """Order the jumps of `board`; the first of `symmetries` is the identity."""
        number_of = {jump: number for number, jump in enumerate(board.jumps)}
        images = [
            [number_of[p[source], p[jumped], p[target]] for p in symmetries]
            for source, jumped, target in board.jumps
        ]
        firsts = sorted(
            {min(row) for row in images}, key=lambda jump: -count_commuting(board, jump)
        )
        self.classes = [firsts.index(min(row)) for row in images]
        by_class = sorted(range(len(images)), key=self.classes.__getitem__)
        rank_of = {number: rank for rank, number in enumerate(by_class)}
        self.image_ranks = [[rank_of[image] for image in row] for row in images]


def count_commuting(board: Board, number: int) -> int:
    """Return how many jumps of a board have no hole in common with the jump of a number."""
    holes = set(board.jumps[number])
    return sum(holes.isdisjoint(jump) for jump in board.jumps)
