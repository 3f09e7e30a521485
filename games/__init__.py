"""The rules of the games: positions, moves and notations, without files, search or screen."""

from typing import Any, cast

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.families import FAMILIES
from ludoscope.games.family import Family, Unloadable, load
from ludoscope.games.game import AnyGame, Game

__all__ = [
    "FAMILIES",
    "AnyGame",
    "Family",
    "Game",
    "NotationError",
    "Unloadable",
    "from_spec",
    "load",
]


def from_spec(spec: dict[str, Any]) -> AnyGame:
    """The game whose `spec()` this is; ValueError when it is none."""
    family = spec.get("family")
    if not isinstance(family, str) or family not in FAMILIES:
        raise ValueError(f"unknown family {shown(family)}, expected one of {', '.join(FAMILIES)}")
    return cast(AnyGame, load(FAMILIES[family].rules)(spec))
