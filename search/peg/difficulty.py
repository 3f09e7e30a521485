"""The bits of a problem of peg solitaire: how much a player has to find out to solve it.

A winning jump is one after which the problem can still be solved. If w of the n legal jumps of a
position win, finding one takes log2(n / w) bits. The bits of a problem are the sum of these along a
random winning line, the mean of `LINES` lines. At each position of a line every winning jump is
equally probable, and the lines are determined by the problem alone.

Which jumps win is looked up in the atlas of the problem (`search.peg.atlas`), so it is exact; a
problem whose atlas exceeds the limits has no figure. Start with `measure_bits`. It needs the
compiled kernels.
"""

import math
from hashlib import sha256

from ludoscope.games.peg.rules import PegGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.atlas import Atlas, load_cached
from ludoscope.search.peg.kernel_problem import fits_kernels
from ludoscope.search.peg.levels import LevelLimitReached
from ludoscope.search.peg.solvers import ATLAS_KERNELS
from ludoscope.search.seeded_random import SeededRandom

LINES = 32
LIMITS = Limits(explored=40_000_000, memory=1 << 30)
"""The limits of the atlas: those of every problem on the English board but a few."""


def measure_bits(game: PegGame, limits: Limits = LIMITS, salt: str = "") -> float | None:
    """Return the mean number of bits of a winning line.

    Args:
        game: The problem.
        limits: The limits of its atlas.
        salt: Another text gives other lines, to measure how much the figure depends on them.

    Returns:
        The mean; None if the problem cannot be solved, its atlas exceeds the limits, or the kernels
        are not compiled.
    """
    if not all(map(is_compiled, ATLAS_KERNELS)) or not fits_kernels(game.board):
        return None
    atlas = load_cached(game) or _build_atlas(game, limits)
    if not atlas or game.is_won(game.start) or not atlas.contains(game.start):
        return None
    spec = game.spec()  # but for the name of the board, which does not matter
    problem = "\n".join([spec["lattice"], spec["start"], spec["finish"], salt])
    digest = sha256(problem.encode()).digest()
    rng = SeededRandom(int.from_bytes(digest[:8], "big"))
    return sum(_line_bits(atlas, rng) for _ in range(LINES)) / LINES


def _build_atlas(game: PegGame, limits: Limits) -> Atlas | None:
    """Return the atlas of a problem; None if it exceeds the limits."""
    build = Atlas.build(game, Budget(limits), limits.memory, threads=1)
    try:
        while True:
            next(build)
    except StopIteration as end:
        atlas: Atlas = end.value
        return atlas
    except LevelLimitReached:
        return None


def _line_bits(atlas: Atlas, rng: SeededRandom) -> float:
    """Return the bits of one random winning line."""
    game, bits = atlas.game, 0.0
    position = game.start
    while not game.is_won(position):
        winning_moves = tuple(atlas.winning_moves(position))
        bits += math.log2(len(game.moves(position)) / len(winning_moves))
        position = game.play(position, rng.choice(winning_moves))
    return bits
