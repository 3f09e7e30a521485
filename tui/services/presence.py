"""A sentence that says when a player in the lobby was last seen."""

from ludoscope.tui.lobby.users import Person
from ludoscope.tui.services.lobby import Snapshot
from ludoscope.tui.text.formatting import format_local_time


def presence_text(snapshot: Snapshot, player: Person) -> str:
    """Return "Ann is online", or the time of day when she was last seen, which stays true."""
    name, seen = snapshot.name(player), snapshot.who(player)
    if not seen:
        return f"{name} is offline"
    if snapshot.here(player):
        return f"{name} is online"
    return f"{name} {'has left' if seen.here.has_left else 'was last seen'}, {format_local_time(seen.since)}"
