"""The rules of the games: positions, moves and notations, without files, search or screen."""

from importlib import import_module
from typing import Any, cast

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.game import AnyGame, Game

FAMILIES = ("peg", "patience", "rush", "hexapawn")

__all__ = ["FAMILIES", "AnyGame", "Game", "NotationError", "from_spec"]


def from_spec(spec: dict[str, Any]) -> AnyGame:
    """The game that `Game.spec` described; ValueError when the description is malformed.

    Each family is a module `games.<family>` with a function `from_spec`, imported on first use.
    """
    family = spec.get("family")
    if family not in FAMILIES:
        raise ValueError(f"unknown family {shown(family)}, expected one of {', '.join(FAMILIES)}")
    return cast(AnyGame, import_module(f"ludoscope.games.{family}").from_spec(spec))
