"""How a family writes its games and moves into the line of `puzzles.share`.

What is here will do for every game; a family whose own words are shorter has a class of its own.
"""

import json
from collections.abc import Hashable, Sequence
from typing import Any
from urllib.parse import quote, unquote

from ludoscope.games import AnyGame, NotationError, from_spec

SAFE = "{}[]:,/()*+<>=!@~"  # besides letters, digits, _ . -


class Sharing:
    """The game as its `spec`, each move as its text; what would part words is written as %20."""

    def game_text(self, spec: dict[str, Any]) -> str:
        """The game in words without `#`."""
        return quote(json.dumps(spec, separators=(",", ":")), safe=SAFE)

    def read_game(self, words: Sequence[str]) -> AnyGame:
        """The game that `game_text` wrote, white space taken out; ValueError when it is none."""
        try:
            spec = json.loads(unquote("".join(words)))
        except (ValueError, RecursionError):
            raise NotationError("expected its parameters as JSON") from None
        if not isinstance(spec, dict):
            raise NotationError("expected its parameters as a JSON object")
        return from_spec(spec)

    def move_texts(self, game: AnyGame, moves: Sequence[Hashable]) -> list[str]:
        """A word for each move, or for several that are made together."""
        texts, position = [], game.start
        for move in moves:
            texts.append(self.word(game.move_text(position, move)))
            position = game.play(position, move)
        return texts

    def word(self, text: str) -> str:
        """The text of a move as one word."""
        return "%20".join(text.split(" "))

    def text(self, word: str) -> str:
        """What `word` made one word of, for `parse_moves`."""
        return word.replace("%20", " ")
