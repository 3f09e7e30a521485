"""The declaration of hexapawn."""

from typing import Any

from ludoscope.games.family import GameFamily
from ludoscope.games.game import AnyGame
from ludoscope.games.units import Unit


class HexapawnFamily(GameFamily):
    """Hexapawn on boards of any size."""

    name = "hexapawn"
    title = "Hexapawn"
    goal = "Reach the far row, or block your opponent."
    move_unit = Unit("ply", "plies")
    puzzle_unit = Unit("board", "boards")
    players = 2
    order = 4
    name_prefixes = ("hexapawn-",)

    def from_spec(self, spec: dict[str, Any]) -> AnyGame:
        """Return the game on a board of the given size, from the given start."""
        from ludoscope.games.hexapawn.rules import from_spec

        return from_spec(spec)

    def first_side(self, game: AnyGame) -> int:
        """Return black if it is to move in the position that the game begins with."""
        return 0 if game.start.white_to_move else 1
