"""The tabs over the parts of a screen."""

from textual.widgets import Tabs


class Labels(Tabs, can_focus=False):
    """Textual's Tabs, one line high; their keys are the screen's."""

    DEFAULT_CSS = """
    Labels {
        height: 1; padding: 0 1;
        Underline { display: none; }
        .-active { text-style: reverse; }
    }
    """

    def mark(self, active: str) -> None:
        """Mark that tab, if there are tabs yet, without telling of it."""
        if self.active:
            with self.prevent(Tabs.TabActivated):
                self.active = active
