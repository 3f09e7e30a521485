"""DuelLink: the duel of the lobby that a game of the last winnable move belongs to."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ludoscope.tui.lobby.duel import Duel, Turn, conflict_text, turn_text
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.lobby import LobbySnapshot, get_lobby_service


class DuelLink:
    """Reads the turns of the other player, and writes those of ours.

    Args:
        app: The app.
        duel: The duel as it was read last.
        opponent_name: The name of the other player.

    Attributes:
        duel: The duel as it is known now.
    """

    def __init__(self, app: AppBase, duel: Duel, opponent_name: str) -> None:
        self.duel, self.opponent_name = duel, opponent_name
        self._lobby = get_lobby_service(app)
        self._on_change: Callable[[], None] | None = None

    def open(self, on_change: Callable[[], None]) -> None:
        """Call a function whenever the duel has changed, until the link is closed."""
        self._on_change = on_change
        self._lobby.listeners.append(self._on_snapshot)
        self._lobby.open_duel_id = self.duel.id
        self._lobby.poll_soon()

    def close(self) -> None:
        """Stop listening."""
        if self._on_change:
            self._lobby.listeners.remove(self._on_snapshot)
            if self._lobby.open_duel_id == self.duel.id:  # else a rematch is open
                self._lobby.open_duel_id = ""
        self._on_change = None

    def _on_snapshot(self, snapshot: LobbySnapshot) -> None:
        duel = snapshot.find_duel(self.duel.id)
        if duel and duel != self.duel and self._on_change:
            self.duel = duel
            self._on_change()

    @property
    def is_playing(self) -> bool:
        """True while neither player has resigned or completed the puzzle."""
        return self.duel.state == "playing" and not self.duel.conflict

    @property
    def is_over(self) -> bool:
        """True once one of the players has won, or nobody can win any more."""
        return self.duel.state == "over"

    @property
    def is_drawn(self) -> bool:
        """True if the game is over and nobody has won."""
        return self.is_over and self.duel.winner is None

    @property
    def conflict(self) -> str:
        """A sentence on a conflict between the two journals, or ""."""
        return conflict_text(self.duel.conflict, self.opponent_name)

    async def write_turn(self, positions: Sequence[Any], turns: Sequence[Turn]) -> bool:
        """Write our last turn; return False if that failed, which the user has been told.

        Args:
            positions: The positions before each of the turns, and after the last one.
            turns: All turns of the game, ours last.
        """
        game, ply = self.duel.game, len(turns) - 1
        answered = turn_text(game, positions[ply - 1], turns[ply - 1]) if ply else ""
        text = turn_text(game, positions[ply], turns[ply])
        return await self._lobby.run_write(
            partial(self._lobby.duels.add_move, self.duel.id, ply, text, answered)
        )

    async def resign(self, ply: int) -> None:
        """Write that we have lost, unless the duel is over already."""
        duel = self._lobby.snapshot.find_duel(self.duel.id)
        if duel and duel.state == "playing":
            await self._lobby.run_write(partial(self._lobby.duels.resign, duel.id, ply))

    async def declare_draw(self, ply: int) -> None:
        """Write that nobody wins."""
        await self._lobby.run_write(partial(self._lobby.duels.declare_draw, self.duel.id, ply))
