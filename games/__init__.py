"""The rules of the games: positions, moves and notation. No files, no search, no screen.

Start with `games.game`, the protocol that every game implements, and `games.family`, the
declaration of a family of games.
"""

from ludoscope.games.errors import NotationError
from ludoscope.games.families import FAMILIES, from_spec
from ludoscope.games.family import GameFamily
from ludoscope.games.game import AnyGame, Game
from ludoscope.games.registry import PluginError, Registry, load_object
from ludoscope.games.units import Unit, count_text

__all__ = [
    "FAMILIES",
    "AnyGame",
    "Game",
    "GameFamily",
    "NotationError",
    "PluginError",
    "Registry",
    "Unit",
    "count_text",
    "from_spec",
    "load_object",
]
