"""ORush, Rush Hour with boats: the rules, the grid and the notations."""

from ludoscope.games.rush.boats import Boat, Cell, Sea
from ludoscope.games.rush.notation import STRING_WATER, read_sea, read_steps
from ludoscope.games.rush.rules import Move, Position, RushGame, from_spec, read_game

__all__ = [
    "STRING_WATER",
    "Boat",
    "Cell",
    "Move",
    "Position",
    "RushGame",
    "Sea",
    "from_spec",
    "read_game",
    "read_sea",
    "read_steps",
]
