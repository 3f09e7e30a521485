"""Presence: a small file of each person, whose age shows when they were last seen.

    {"ludoscope": "here", "version": 1, "gone": false, "watched": true,
     "duels": [["5f1c09ab5f1c09ab", "1002.bob"]]}

gone     they have left, and are not just silent
watched  others may watch their game
duels    the files of games of two, each with whom
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoscope.tui.lobby.journal import ID
from ludoscope.tui.lobby.json_documents import document, read_document
from ludoscope.tui.lobby.users import Person, read_key

FILE = "here.json"
MOST_HERE = 1 << 13  # bytes
MOST_DUELS = 32
FIELDS: Mapping[str, Any] = {"gone": bool, "watched": bool, "duels": list}
BEAT, SILENT = 10.0, 30.0  # seconds between two signs of life, and after which somebody is not here


@dataclass(frozen=True, slots=True)
class Here:
    """The newest duels last."""

    gone: bool = False
    watched: bool = False
    duels: tuple[tuple[str, Person], ...] = ()

    def text(self) -> bytes:
        duels = [[name, person.key] for name, person in self.duels]
        return document("here", {"gone": self.gone, "watched": self.watched, "duels": duels})

    def present(self, silence: float) -> bool:
        """Whether they are here, so many seconds after their last sign of life."""
        return not self.gone and silence < SILENT


def read_here(data: bytes) -> Here:
    """ValueError when it is none."""
    row = read_document(data, "here", FIELDS)
    if len(row["duels"]) > MOST_DUELS:
        raise ValueError(f"expected at most {MOST_DUELS} duels")
    return Here(row["gone"], row["watched"], tuple(map(_duel, row["duels"])))


def _duel(pair: Any) -> tuple[str, Person]:
    match pair:
        case [str(name), str(key)] if ID.fullmatch(name):
            return name, read_key(key)
    raise ValueError("expected the id of a duel and with whom it is")
