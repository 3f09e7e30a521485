"""Notifications of duels: what changed between two polls of the shared folder."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoscope.tui.lobby.duel import Duel


@dataclass(frozen=True, slots=True)
class DuelEvent:
    """A change that the player is notified of.

    Attributes:
        duel: The duel as it is now.
        template: What happened, with {opponent} for the opponent's name.
    """

    duel: Duel
    template: str

    @property
    def is_invitation(self) -> bool:
        """True if the player can accept or decline."""
        return self.duel.state == "invitation_received"

    def message(self, opponent_name: str, key: str) -> str:
        """Return the text of the notification.

        Args:
            opponent_name: Displayed name of the opponent.
            key: Key that answers an invitation on any screen, or else opens the lobby from the home
                screen; "" for the latter while the lobby is open.
        """
        event = self.template.format(opponent=opponent_name)
        if self.is_invitation:
            first = "you move" if self.duel.own_side == 0 else f"{opponent_name} moves"
            message = f"{event} to {self.duel.title}, {first} first"
        else:
            message = f"{event}, {self.duel.title}"
        if not key:
            return message
        purpose = "to answer" if self.is_invitation else "on the home screen to open it"
        return f"{message}: press {key} {purpose}"


def first_duel_event(
    previous_duels: Sequence[Duel],
    current_duels: Sequence[Duel],
    open_duel_id: str,
    is_first_poll: bool,
) -> DuelEvent | None:
    """Return the first change that the player should be notified of.

    Args:
        previous_duels: Duels at the previous poll.
        current_duels: Duels now, in the order of `DuelStore.list_duels`.
        open_duel_id: Id of the duel on the screen, which is not reported; "" if none.
        is_first_poll: Report the invitations and turns that are waiting, instead of changes.
    """
    previous_by_id = {(duel.id, duel.opponent): duel for duel in previous_duels}
    for duel in current_duels:
        previous = previous_by_id.get((duel.id, duel.opponent))
        template = _waiting(duel) if is_first_poll else _change(previous, duel)
        if template and duel.id != open_duel_id:
            return DuelEvent(duel, template)
    return None


def _waiting(duel: Duel) -> str:
    if duel.state == "invitation_received":
        return "{opponent} invites you"
    return "It is your move against {opponent}" if duel.is_our_turn else ""


def _change(previous: Duel | None, duel: Duel) -> str:
    if previous is None:
        return "{opponent} invites you" if duel.state == "invitation_received" else ""
    if previous.state == "invitation_sent" and duel.state == "playing":
        return "{opponent} accepted"
    if previous.state == "invitation_sent" and duel.state == "declined":
        return "{opponent} declined"
    if previous.state == "playing" and duel.state == "over":
        opponent_resigned = duel.has_resigned and duel.winner == duel.own_side
        return "{opponent} resigned" if opponent_resigned else "The game is over"
    has_new_move = len(duel.turns) > len(previous.turns)
    return "{opponent} has moved" if has_new_move and duel.is_our_turn else ""
