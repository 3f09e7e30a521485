"""How patience writes its deals and moves into the line of `puzzles.share`."""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame, from_spec
from ludoscope.games.patience.cards import card_name
from ludoscope.puzzles.sharing import Sharing

FREE = "-free"  # cards go home only when told to


class PatienceSharing(Sharing):
    """The variant and the layout; a move is a card and where it goes, with - between them."""

    def game_text(self, spec: dict[str, Any]) -> str:
        return f"{spec['variant']}{'' if spec['normalise'] else FREE} {spec['start']}"

    def read_game(self, words: Sequence[str]) -> AnyGame:
        name = words[0] if words else ""
        return from_spec(
            {
                "family": "patience",
                "variant": name.removesuffix(FREE),
                "start": " ".join(words[1:]),
                "normalise": not name.endswith(FREE),
            }
        )

    def word(self, text: str) -> str:
        return "-".join(card_name(int(w)) if w.isdigit() else w for w in text.split())

    def text(self, word: str) -> str:
        return word.replace("-", " ")
