"""ORush, Rush Hour with boats: the rules, the grid and the notations."""

from ludoscope.games.rush.boats import Boat, Cell, Grid
from ludoscope.games.rush.notation import STRING_WATER, read_grid, read_steps
from ludoscope.games.rush.rules import Move, Position, RushGame, from_spec, read_game

__all__ = [
    "STRING_WATER",
    "Boat",
    "Cell",
    "Grid",
    "Move",
    "Position",
    "RushGame",
    "from_spec",
    "read_game",
    "read_grid",
    "read_steps",
]
