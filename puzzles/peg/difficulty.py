"""The measure of the difficulty of problems of peg solitaire: the bits of a winning line."""

from typing import cast

from ludoscope.games import AnyGame
from ludoscope.games.peg.rules import PegGame
from ludoscope.games.units import Unit
from ludoscope.puzzles.difficulty import DifficultyMeasure


def _bits(game: AnyGame) -> float | None:
    from ludoscope.search.peg.difficulty import measure_bits  # only in workers

    return measure_bits(cast(PegGame, game))


BITS = DifficultyMeasure(
    "bits",
    Unit("bit", "bits"),
    (("easy", 0), ("medium", 10), ("hard", 18), ("very hard", 28)),
    "How much there is to find out: 1 bit for each choice in which half of the jumps lose. "
    "Not tested with players.",
    _bits,
)
