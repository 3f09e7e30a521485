"""The presence file of a player; the time of its last change shows when they were last seen.

    {"ludoscope": "here", "version": 1, "gone": false, "watched": true,
     "duels": [["5f1c09ab5f1c09ab", "1002.bob"]]}

gone     the player has left the app
watched  others may watch the game on the player's screen
duels    id and opponent of each duel that the player has a journal of, the newest last
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ludoscope.tui.lobby.journal import DUEL_ID
from ludoscope.tui.lobby.json_documents import decode_document, encode_document
from ludoscope.tui.lobby.users import UserProfile, parse_profile_key

PRESENCE_FILE = "here.json"
MAX_PRESENCE_BYTES = 1 << 13
MAX_DUELS = 32
FIELDS: Mapping[str, type] = {"gone": bool, "watched": bool, "duels": list}
HEARTBEAT_SECONDS = 10.0  # between two updates of a player who is online
OFFLINE_AFTER_SECONDS = 30.0  # without an update


@dataclass(frozen=True, slots=True)
class Presence:
    """Contents of a presence file.

    Attributes:
        has_left: The player has left the app.
        is_watchable: Others may watch the player's game.
        duels: Id and opponent of each duel, the newest last.
    """

    has_left: bool = False
    is_watchable: bool = False
    duels: tuple[tuple[str, UserProfile], ...] = ()

    def encode(self) -> bytes:
        duels = [[duel_id, opponent.key] for duel_id, opponent in self.duels]
        fields = {"gone": self.has_left, "watched": self.is_watchable, "duels": duels}
        return encode_document("here", fields)

    def is_online(self, seconds_since_update: float) -> bool:
        return not self.has_left and seconds_since_update < OFFLINE_AFTER_SECONDS


def parse_presence(data: bytes) -> Presence:
    """Return the contents of a presence file.

    Raises:
        ValueError: The file is malformed.
    """
    row = decode_document(data, "here", FIELDS)
    if len(row["duels"]) > MAX_DUELS:
        raise ValueError(f"expected at most {MAX_DUELS} duels")
    return Presence(row["gone"], row["watched"], tuple(map(_parse_duel, row["duels"])))


def _parse_duel(pair: object) -> tuple[str, UserProfile]:
    match pair:
        case [str(duel_id), str(key)] if DUEL_ID.fullmatch(duel_id):
            return duel_id, parse_profile_key(key)
    raise ValueError("expected the id of a duel and the opponent's key")
