"""Sokoban, declared to the rules of Ludoscope."""

from typing import Any

from ludoscope.games import GameFamily, Unit

from .rules import SokobanGame


class Sokoban(GameFamily):
    """Sokoban: push every box onto a goal."""

    name = "sokoban"
    title = "Sokoban"
    goal = "Push every box onto a goal."
    puzzle_unit = Unit("level", "levels")
    name_prefixes = ("sokoban-",)

    def from_spec(self, spec: dict[str, Any]) -> SokobanGame:
        return SokobanGame(str(spec.get("start")))
