"""A bar of tabs, of which the screen shows one."""

from collections.abc import Iterable

from textual.widgets import Tab, Tabs

TAB_ID = "tab-{}"  # as Textual names them, from 1


class TabBar(Tabs, can_focus=False):
    """Textual's Tabs in one line without an underline; its keys are the screen's."""

    DEFAULT_CSS = """
    TabBar {
        height: 1; padding: 0 1;
        Underline { display: none; }
        Tab { color: $foreground; text-style: dim; }
        Tab.-active, Tab.-active:ansi { text-style: reverse; }
    }
    """

    def __init__(self, labels: Iterable[str], active_index: int = 0) -> None:
        super().__init__(*labels, active=TAB_ID.format(active_index + 1))

    def validate_active(self, active: str) -> str:
        """Return "" while the tab is not mounted, where Textual would raise an error."""
        return active if active and self.query(f"#{active}") else ""

    @property
    def active_index(self) -> int:
        """Index of the active tab, from 0."""
        return int(self.active.rpartition("-")[2]) - 1

    def relabel(self, index: int, label: str) -> None:
        """Change the label of a tab, given by its index from 0, once the tabs are mounted."""
        for tab in self.query(f"#{TAB_ID.format(index + 1)}").results(Tab):
            if tab.label_text != label:
                tab.label = label

    def activate(self, index: int) -> None:
        """Activate a tab without a message, by its index from 0."""
        if self.active:  # the tabs are mounted
            with self.prevent(Tabs.TabActivated):
                self.active = TAB_ID.format(index + 1)
