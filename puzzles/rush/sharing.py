"""The encoding of ORush in shared lines."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, NotationError, from_spec
from ludoscope.puzzles.sharing import Sharing


class RushSharing(Sharing):
    """An encoding of games as the rows of the grid, and the measure unless it is "cells"."""

    def encode_game(self, spec: dict[str, Any]) -> str:
        """Return the rows of the grid, and the measure unless it is "cells"."""
        return f"{spec['grid']}{'' if spec['measure'] == 'cells' else ' ' + spec['measure']}"

    def decode_game(self, tokens: Sequence[str]) -> AnyGame:
        """Return the game of a grid and, in a second token, its measure."""
        if len(tokens) not in (1, 2):
            raise NotationError("expected the rows of the grid with / between them")
        measure = tokens[1] if len(tokens) == 2 else "cells"
        return from_spec({"family": "rush", "grid": tokens[0], "measure": measure})
