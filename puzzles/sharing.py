"""The encoding of games and moves in the shared lines of `puzzles.share`.

`Sharing` works for every game. A family with a shorter notation subclasses it.
"""

import json
from collections.abc import Hashable, Sequence
from typing import Any
from urllib.parse import quote, unquote

from ludoscope.games import AnyGame, NotationError, from_spec
from ludoscope.games.json_objects import parse_object

UNQUOTED_CHARACTERS = "{}[]:,/()*+<>=!@~"  # not percent-encoded, like letters, digits and _ . -


class Sharing:
    """The default encoding: a game as the JSON of its `spec()`, a move as its text.

    Spaces, which separate tokens, and other special characters are percent-encoded.
    """

    def encode_game(self, spec: dict[str, Any]) -> str:
        """Encode a game, given by its `spec()`, in one or several tokens without `#`."""
        return quote(json.dumps(spec, separators=(",", ":")), safe=UNQUOTED_CHARACTERS)

    def decode_game(self, tokens: Sequence[str]) -> AnyGame:
        """Decode a game.

        Args:
            tokens: The encoded game, split at white space.

        Raises:
            ValueError: It is not the encoding of a game.
        """
        try:
            spec = parse_object(unquote("".join(tokens)))
        except ValueError:
            raise NotationError("expected its parameters as a JSON object") from None
        return from_spec(spec)

    def encode_moves(self, game: AnyGame, moves: Sequence[Hashable]) -> list[str]:
        """Encode moves from the start of a game; each token is one or more consecutive moves."""
        texts, position = [], game.start
        for move in moves:
            texts.append(self.encode_move(game.move_text(position, move)))
            position = game.play(position, move)
        return texts

    def encode_move(self, text: str) -> str:
        """Encode the text of a move as one token."""
        return quote(text, safe=UNQUOTED_CHARACTERS)

    def decode_move(self, token: str) -> str:
        """Decode a token to the text of a move, for `Game.parse_moves`."""
        return unquote(token)
