"""The encoding of hexapawn in shared lines."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, from_spec
from ludoscope.puzzles.sharing import Sharing


class HexapawnSharing(Sharing):
    """An encoding of games as the one-line notation of the start."""

    def encode_game(self, spec: dict[str, Any]) -> str:
        """Return the start in one-line notation."""
        return str(spec["start"])

    def decode_game(self, tokens: Sequence[str]) -> AnyGame:
        """Return the game whose start is in one-line notation."""
        return from_spec({"family": "hexapawn", "start": " ".join(tokens)})
