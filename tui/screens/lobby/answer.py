"""The answer to an invitation, from any screen, and the screen of a duel."""

from functools import partial

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.model.last_winnable import OPPONENTS
from ludoscope.tui.screens.duel.screen import DuelScreen
from ludoscope.tui.screens.last_winnable.duel_link import DuelLink
from ludoscope.tui.screens.last_winnable.screen import LastWinnableScreen
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.lobby import get_lobby_service

ACCEPT, DECLINE, LATER = "accept", "decline", "later"


def open_duel(app: AppBase, duel: Duel, opponent_name: str, replace: bool = False) -> None:
    """Open the screen of a duel, in place of the top screen if `replace` is true."""
    screen: DuelScreen | LastWinnableScreen
    if duel.header.puzzle:
        puzzle = Puzzle(duel.header.puzzle, duel.game, duel.title)
        link = DuelLink(app, duel, opponent_name)
        screen = LastWinnableScreen(puzzle, app.options, OPPONENTS[0], link)
    else:
        screen = DuelScreen(duel, app.options, opponent_name)
    if replace:
        app.switch_screen(screen)
    else:
        app.push_screen(screen)


def ask_to_answer(app: AppBase) -> None:
    """Ask whether to accept the first invitation that is open; say so if there is none."""
    lobby = get_lobby_service(app)
    duels = (duel for duel in lobby.snapshot.duels if duel.state == "invitation_received")
    invitation = next(duels, None)
    if not invitation:
        app.notify_here("No invitation to answer")
        return
    opponent_name = lobby.snapshot.display_name(invitation.opponent)
    beginner = "you move" if invitation.own_side == 0 else f"{opponent_name} moves"
    choices = [
        Choice("Accept", f"{beginner} first", ACCEPT),
        Choice("Decline", f"{opponent_name} is notified", DECLINE),
        Choice("Later", "answer it in the lobby, under Games", LATER),
    ]

    async def answer(chosen: str | None) -> None:
        if chosen == DECLINE:
            await lobby.run_write(partial(lobby.duels.decline, invitation))
        if chosen != ACCEPT or not await lobby.run_write(partial(lobby.duels.accept, invitation)):
            return
        if duel := lobby.snapshot.find_duel(invitation.id):
            open_duel(app, duel, opponent_name)

    def on_chosen(chosen: str | None) -> None:
        app.run_worker(partial(answer, chosen), group="duel", exclusive=True)

    title = f"{opponent_name} invites you to {invitation.title}"
    app.push_screen(PickerDialog(title, choices), on_chosen)
