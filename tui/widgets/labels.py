"""The labels of parts of which one is shown."""

from textual.widgets import Tabs


class Labels(Tabs, can_focus=False):
    """Textual's Tabs in one line; their keys are the screen's."""

    DEFAULT_CSS = """
    Labels {
        height: 1; padding: 0 1;
        Underline { display: none; }
        Tab.-active { text-style: reverse; &:ansi { text-style: reverse; } }
    }
    """

    def turn_to(self, tab: str) -> None:
        """Make this the active tab, without a message."""
        if self.active:  # its tabs are there
            with self.prevent(Tabs.TabActivated):
                self.active = tab
