"""The lobby service of an app without a shared folder; loads nothing of the lobby."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoscope.tui.model.session import Session
    from ludoscope.tui.model.training_run import TrainingRun


class BaseLobbyService:
    """Lobby service that does nothing; the base of the one with a shared folder.

    Attributes:
        is_available: There is a shared folder.
    """

    is_available = False

    def start(self) -> None:
        """Start polling; called in the event loop."""

    def close(self) -> None:
        """Write what is pending, tell others that the player left, and stop."""

    def share_session(self, session: "Session") -> None:
        """Take note of the session on the screen, which was opened or has changed."""

    def share_training(self, run: "TrainingRun") -> None:
        """Take note of a run of a training series that has ended."""
