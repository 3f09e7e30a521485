"""The encoding of patience in shared lines."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, from_spec
from ludoscope.games.patience.cards import card_name
from ludoscope.puzzles.sharing import Sharing

FREE = "-free"  # after a variant: cards go to the foundation by moves only


class PatienceSharing(Sharing):
    """An encoding of a game as variant and position, of a move as card-destination: "9S-TH"."""

    def encode_game(self, spec: dict[str, Any]) -> str:
        """Return the variant, with "-free" if nothing moves by itself, and the start."""
        return f"{spec['variant']}{'' if spec['normalise'] else FREE} {spec['start']}"

    def decode_game(self, tokens: Sequence[str]) -> AnyGame:
        """Return the game of a variant, with or without "-free", and a start."""
        name = tokens[0] if tokens else ""
        return from_spec(
            {
                "family": "patience",
                "variant": name.removesuffix(FREE),
                "start": " ".join(tokens[1:]),
                "normalise": not name.endswith(FREE),
            }
        )

    def encode_move(self, text: str) -> str:
        """Join the parts of a move by "-", with cards by name in place of their numbers."""
        return "-".join(card_name(int(part)) if part.isdigit() else part for part in text.split())

    def decode_move(self, token: str) -> str:
        """Return the parts of a move with spaces between them."""
        return token.replace("-", " ")
