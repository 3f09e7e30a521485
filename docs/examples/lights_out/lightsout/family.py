"""Lights Out, declared to the rules of Ludoscope."""

from typing import Any

from ludoscope.games import GameFamily, Unit
from ludoscope.games.game import AnyGame


class LightsOutFamily(GameFamily):
    """The family of all boards of Lights Out."""

    name = "lightsout"
    title = "Lights Out"
    goal = "Put all the lights out."
    move_unit = Unit("press", "presses")
    puzzle_unit = Unit("board", "boards")
    name_prefixes = ("lightsout-",)

    def from_spec(self, spec: dict[str, Any]) -> AnyGame:
        from .rules import parse_game  # families are loaded at every start, rules when needed

        return parse_game(str(spec.get("start")))
