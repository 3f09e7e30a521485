"""The labels of parts of which one is shown."""

from collections.abc import Iterable

from textual.widgets import Tabs

TAB = "tab-{}"  # as Textual names them, from 1


class Labels(Tabs, can_focus=False):
    """Textual's Tabs in one line; their keys are the screen's."""

    DEFAULT_CSS = """
    Labels {
        height: 1; padding: 0 1;
        Underline { display: none; }
        Tab.-active { text-style: reverse; &:ansi { text-style: reverse; } }
    }
    """

    def __init__(self, labels: Iterable[str], at: int = 0) -> None:
        super().__init__(*labels, active=TAB.format(at + 1))

    def validate_active(self, active: str) -> str:
        """None where the app leaves before its tabs are there: Textual would raise."""
        return active if active and self.query(f"#{active}") else ""

    @property
    def at(self) -> int:
        """The number of the active tab, from 0: also after a click that a key has gone on from."""
        return int(self.active.rpartition("-")[2]) - 1

    def turn_to(self, at: int) -> None:
        """Make this the active tab, without a message."""
        if self.active:  # its tabs are there
            with self.prevent(Tabs.TabActivated):
                self.active = TAB.format(at + 1)
