"""Heuristics of peg solitaire: each factory makes a function of positions for a game.

(x, y)   coordinates of a peg, n the number of pegs
blocked  a peg that has no jump
"""

from typing import Any

from ludoscope.games.peg.colouring import refuted_by_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.generic.path import Dead, Score


def blocked(game: PegGame) -> Score:
    """The share of pegs that cannot jump, from 0 to 1: the fewer, the more moves are left."""
    jumps = [(1 << a, 1 << a | 1 << b | 1 << c, 1 << a | 1 << b) for a, b, c in game.board.jumps]

    def score(position: int) -> float:
        able = 0
        for source, mask, pegs in jumps:
            if position & mask == pegs:
                able |= source
        return 1 - able.bit_count() / max(1, position.bit_count())

    return score


def jumps(game: PegGame) -> Score:
    """The number of legal jumps, negated, since lower scores are better."""
    patterns = [(mask, pegs) for _, mask, pegs in game.board.moves]

    def score(position: int) -> float:
        return -sum(position & mask == pegs for mask, pegs in patterns)

    return score


def spread(game: PegGame) -> Score:
    """n·Σ(x² + y²) − (Σx)² − (Σy)², n² times the variance: low if the pegs are close together."""
    places = game.board.holes

    def score(position: int) -> float:
        n = squares = across = up = 0
        for hole, (x, y) in enumerate(places):
            if position >> hole & 1:
                n += 1
                squares += x * x + y * y
                across += x
                up += y
        return n * squares - across * across - up * up

    return score


def dead(game: PegGame) -> Dead:
    """Counting and colouring (`games.peg.colouring`); the result is the same after any jump."""

    def proof(position: Any) -> str:
        return refuted_by_colouring(game.board, position, game.finish)

    return proof
