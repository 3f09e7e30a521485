"""The measure of the difficulty of ORush puzzles: the fewest moves of a solution."""

from typing import cast

from ludoscope.games import AnyGame
from ludoscope.games.rush.rules import RushGame
from ludoscope.games.units import MOVES
from ludoscope.puzzles.difficulty import DifficultyMeasure

MAX_BACKWARD = 99


def _fewest_slides(game: AnyGame) -> float | None:
    """Return the fewest slides, and in the decimals how often boat A has to move back."""
    from ludoscope.search.rush.difficulty import measure_slides  # only in workers

    counts = measure_slides(cast(RushGame, game))
    return counts and counts.fewest + min(counts.backward, MAX_BACKWARD) / 100


FEWEST_SLIDES = DifficultyMeasure(
    "fewest moves",
    MOVES,
    (("easy", 0), ("medium", 8), ("hard", 14), ("very hard", 22)),
    "The fewest moves of any solution; a move slides a boat any distance. "
    "Of two equal puzzles, one in which boat A has to move away from the exit is harder.",
    _fewest_slides,
)
