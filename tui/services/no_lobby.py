"""Company where there is none: without a folder of the host's nothing of it is loaded."""

from ludoscope.tui.model.session import Session


class CompanyService:
    """What the app tells company; `in_company` does something of it."""

    on = False  # whether there is company here

    def start(self) -> None:
        """In the event loop."""

    def close(self) -> None:
        """The person leaves."""

    def follow(self, session: Session) -> None:
        """The person's own game has changed, or is on the screen now."""
