"""Heuristics of peg solitaire: each function takes a game and returns a function of its positions.

Lower scores are better.
"""

from typing import Any

from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.generic.path import LossProof, Score


def blocked(game: PegGame) -> Score:
    """Return a score: the fraction of pegs that cannot jump, 0 to 1.

    The fewer pegs are blocked, the more moves remain.
    """
    jumps = [
        (1 << source, 1 << source | 1 << jumped | 1 << target, 1 << source | 1 << jumped)
        for source, jumped, target in game.board.jumps
    ]

    def score(position: int) -> float:
        can_jump = 0
        for source, mask, pegs in jumps:
            if position & mask == pegs:
                can_jump |= source
        return 1 - can_jump.bit_count() / max(1, position.bit_count())

    return score


def jumps(game: PegGame) -> Score:
    """Return a score: the number of legal jumps, negated."""
    patterns = [(mask, pegs) for _, mask, pegs in game.board.masked_jumps]

    def score(position: int) -> float:
        return -sum(position & mask == pegs for mask, pegs in patterns)

    return score


def spread(game: PegGame) -> Score:
    """Return a score: n·Σ(x² + y²) − (Σx)² − (Σy)² over the n pegs at (x, y).

    This is n² times the variance of the coordinates, low if the pegs are close together.
    """
    coordinates = game.board.holes

    def score(position: int) -> float:
        pegs = squares = x_sum = y_sum = 0
        for hole, (x, y) in enumerate(coordinates):
            if position >> hole & 1:
                pegs += 1
                squares += x * x + y * y
                x_sum += x
                y_sum += y
        return pegs * squares - x_sum * x_sum - y_sum * y_sum

    return score


def dead(game: PegGame) -> LossProof:
    """Return a test that proves by counting and colouring that a position is lost.

    The test returns the proof, "" if it finds none; see `games.peg.colouring`. Its result is the
    same after any jump.
    """

    def proof(position: Any) -> str:
        return refute_by_counting_or_colouring(game.board, position, game.finish)

    return proof
