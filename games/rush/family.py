"""The declaration of ORush."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, cast

from ludoscope.games.family import GameFamily
from ludoscope.games.game import AnyGame
from ludoscope.games.units import MOVES, Unit


class RushFamily(GameFamily):
    """Rush Hour with boats; players count slides, each of any number of cells."""

    name = "rush"
    title = "ORush"
    goal = "Clear the way to the exit for boat A."
    part_unit = Unit("square", "squares")
    measure_units = MappingProxyType({"slides": MOVES, "cells": part_unit})
    order = 3
    name_prefixes = ("orush-",)

    def from_spec(self, spec: dict[str, Any]) -> AnyGame:
        """Return the game on a grid of boats, measured in slides or cells."""
        from ludoscope.games.rush.rules import from_spec

        return from_spec(spec)

    def as_played(self, game: AnyGame) -> AnyGame:
        """Return the game with a slide of any length as one move."""
        from ludoscope.games.rush.rules import RushGame

        return cast(RushGame, game).with_measure("slides")

    def count_moves(self, moves: Sequence[Any]) -> int:
        """Return the number of slides, each of any number of cells."""
        from ludoscope.games.rush.slides import count_slides

        return count_slides(moves)

    def count_parts(self, moves: Sequence[Any]) -> int | None:
        """Return the number of cells by which boats move in all."""
        from ludoscope.games.rush.slides import count_cells

        return count_cells(moves)

    def merge_moves(self, last: Any, move: Any) -> Any:
        """Merge two consecutive slides of one boat in the same direction."""
        from ludoscope.games.rush.slides import merge_moves

        return merge_moves(last, move)
