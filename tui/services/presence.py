"""A sentence that says when a player in the lobby was last seen."""

from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.services.lobby import LobbySnapshot
from ludoscope.tui.text.formatting import format_local_time


def presence_text(snapshot: LobbySnapshot, player: UserProfile) -> str:
    """Return "Ann is online", or the time of day when she was last seen, which stays true."""
    name, seen = snapshot.display_name(player), snapshot.find_player(player)
    if not seen:
        return f"{name} is offline"
    if snapshot.is_online(player):
        return f"{name} is online"
    time = format_local_time(seen.last_seen)
    state = "has left" if seen.presence.has_left else "is offline"
    return f"{name} {state}, last seen {time}"
