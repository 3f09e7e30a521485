"""How hexapawn writes its positions into the line of `puzzles.share`."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, from_spec
from ludoscope.puzzles.sharing import Sharing


class HexapawnSharing(Sharing):
    """The position as a line."""

    def game_text(self, spec: dict[str, Any]) -> str:
        return str(spec["start"])

    def read_game(self, words: Sequence[str]) -> AnyGame:
        return from_spec({"family": "hexapawn", "start": " ".join(words)})
