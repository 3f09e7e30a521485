"""Generated ORush puzzles, whose names contain the whole grid."""

from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles.names import game_digest
from ludoscope.puzzles.puzzle import Puzzle

GENERATED_PREFIX = "generated-"
"""The beginning of the name of a generated puzzle; the string of its grid follows."""


def generated_puzzle(string: str) -> Puzzle:
    """Return a generated puzzle.

    Raises:
        NotationError: The string of its grid is malformed.
    """
    game = read_game(string)
    return Puzzle(
        f"{GENERATED_PREFIX}{string}", game, f"Generated {game_digest(game)[:4]}", "generated"
    )
