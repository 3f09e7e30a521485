"""AfterDuel: the rematch and the review that are offered once a duel is over."""

from functools import partial

from ludoscope.tui import screens
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.play.background import ScreenTasks
from ludoscope.tui.screens.play.solver_jobs import SolverJobs
from ludoscope.tui.screens.review.screen import ReviewScreen
from ludoscope.tui.services.lobby import LobbySnapshot, get_lobby_service


class AfterDuel:
    """Invites the opponent to the same game with the sides swapped, and opens it once it begins.

    Whoever asks second accepts the invitation of the first.

    Args:
        screen: The screen of the duel; that of the rematch takes its place.
        duel_id: The id of the duel.
        opponent_name: The name of the other player.
    """

    def __init__(self, screen: BaseScreen[None], duel_id: str, opponent_name: str) -> None:
        self._screen, self._duel_id, self._opponent_name = screen, duel_id, opponent_name
        self._lobby = get_lobby_service(screen.app)
        self._rematch_id = ""

    def open(self) -> None:
        """Follow the lobby until `close` is called."""
        self._lobby.listeners.append(self._on_snapshot)

    def close(self) -> None:
        """Stop following the lobby."""
        self._lobby.listeners.remove(self._on_snapshot)

    @property
    def note(self) -> str:
        """What has become of a rematch so far, in a few words; "" if nobody has asked for one."""
        if self._find_offer():
            return f"{self._opponent_name} offers a rematch"
        rematch = self._find_rematch()
        if rematch and rematch.state == "invitation_sent":
            return "Rematch offered"
        return f"{self._opponent_name} declined" if rematch and rematch.state == "declined" else ""

    def _find_offer(self) -> Duel | None:
        """Return an open invitation of the opponent to the same game."""
        duel = self._lobby.snapshot.find_duel(self._duel_id)
        for other in self._lobby.snapshot.duels if duel else ():
            is_invitation = other.state == "invitation_received"
            if is_invitation and duel and is_same_game(other, duel):
                return other
        return None

    def request_rematch(self) -> None:
        """Accept the opponent's offer, or else make one."""
        self._screen.run_worker(self._request_rematch, group="rematch", exclusive=True)

    async def _request_rematch(self) -> None:
        lobby, duels = self._lobby, self._lobby.duels
        if offer := self._find_offer():
            if await lobby.run_write(partial(duels.accept, offer)):
                self._rematch_id = offer.id
                self._on_snapshot(lobby.snapshot)
            return
        duel, rematch = lobby.snapshot.find_duel(self._duel_id), self._find_rematch()
        if not duel or (rematch and rematch.state == "invitation_sent"):
            self._screen.notify_here(f"{self._opponent_name} has not answered yet")
            return
        header, side = duel.header, 1 - duel.own_side
        if header.puzzle:
            invite = partial(duels.invite_to_puzzle, duel.opponent, header.puzzle, side)
        else:
            invite = partial(duels.invite, duel.opponent, header.rows, header.columns, side)
        known_ids = {one.id for one in lobby.snapshot.duels}
        if not await lobby.run_write(invite):
            return
        sent = (one for one in lobby.snapshot.duels if one.id not in known_ids)
        self._rematch_id = next((one.id for one in sent if is_same_game(one, duel)), "")
        begins = "you move" if side == 0 else f"{self._opponent_name} moves"
        self._screen.notify_here(f"Rematch offered to {self._opponent_name}; {begins} first")
        self._screen.refresh_view()

    def _find_rematch(self) -> Duel | None:
        return self._lobby.snapshot.find_duel(self._rematch_id) if self._rematch_id else None

    def _on_snapshot(self, snapshot: LobbySnapshot) -> None:
        """Open the rematch if it has begun."""
        rematch = self._find_rematch()
        if rematch and rematch.state == "playing" and self._screen.is_active:
            self._rematch_id = ""
            screens.open_duel(self._screen.app, rematch, self._opponent_name, replace=True)
        elif self._screen.is_active:
            self._screen.refresh_view()


def open_review(screen: BaseScreen[None], model: GameModel) -> None:
    """Show a game of two people, which is over, beside the best moves."""
    jobs = SolverJobs(model, ScreenTasks(screen), lambda: None, lambda _: None)
    if not model.analysis.get(model.session.position):
        jobs.analyse()  # whether the last move lost the game, where no final position shows it
    screen.app.push_screen(ReviewScreen(model, jobs, can_retry=False), lambda _: jobs.close())


def is_same_game(duel: Duel, other: Duel) -> bool:
    """Return True if two duels are of the same game against the same opponent."""
    headers = (duel.header, other.header)
    games = {(header.puzzle, header.rows, header.columns) for header in headers}
    return len(games) == 1 and duel.opponent == other.opponent
