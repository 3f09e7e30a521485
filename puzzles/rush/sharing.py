"""How ORush writes its puzzles into the line of `puzzles.share`."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, NotationError, from_spec
from ludoscope.puzzles.sharing import Sharing


class RushSharing(Sharing):
    """The rows of the grid, and what is counted where that is not cells."""

    def game_text(self, spec: dict[str, Any]) -> str:
        return f"{spec['grid']}{'' if spec['measure'] == 'cells' else ' ' + spec['measure']}"

    def read_game(self, words: Sequence[str]) -> AnyGame:
        if len(words) not in (1, 2):
            raise NotationError("expected the rows of the grid with / between them")
        return from_spec({"family": "rush", "grid": words[0], "measure": [*words, "cells"][1]})
