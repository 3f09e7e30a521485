"""The encoding of patience in shared lines."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, NotationError, from_spec
from ludoscope.games.errors import short_repr
from ludoscope.games.patience.cards import card_name
from ludoscope.puzzles.patience.rule_suffixes import FREE_SUFFIX
from ludoscope.puzzles.sharing import Sharing


class PatienceSharing(Sharing):
    """An encoding of games as variant and position, and of moves such as "9S-TH"."""

    def encode_game(self, spec: dict[str, Any]) -> str:
        """Return the variant and the start; "-free" follows the variant without normalisation."""
        return f"{spec['variant']}{'' if spec['normalise'] else FREE_SUFFIX} {spec['start']}"

    def decode_game(self, tokens: Sequence[str]) -> AnyGame:
        """Return the game of a variant, with or without "-free", and a start."""
        name = tokens[0] if tokens else ""
        if "+" in name:  # more cells than the game has, for the search for explanations only
            raise NotationError(f"unknown variant {short_repr(name)}")
        return from_spec(
            {
                "family": "patience",
                "variant": name.removesuffix(FREE_SUFFIX),
                "start": " ".join(tokens[1:]),
                "normalise": not name.endswith(FREE_SUFFIX),
            }
        )

    def encode_move(self, text: str) -> str:
        """Return the parts of a move joined by "-", with numbers of cards replaced by names."""
        return "-".join(card_name(int(part)) if part.isdigit() else part for part in text.split())

    def decode_move(self, token: str) -> str:
        """Return the parts of a move joined by spaces."""
        return token.replace("-", " ")
