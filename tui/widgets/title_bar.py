"""The first line of a screen: its title at the left, its subtitle at the right."""

from textual.content import Content
from textual.widgets import Static

from ludoscope.tui.text import drawing

PADDING = 2  # columns, both sides together


class TitleBar(Static):
    """A title bar without the icon, the clock and the centred title of Textual's Header.

    It follows the screen's `title` and `sub_title`.
    """

    DEFAULT_CSS = "TitleBar { dock: top; height: 1; padding: 0 1; }"

    def on_mount(self) -> None:
        for title in ("title", "sub_title"):
            self.watch(self.screen, title, self._refresh_titles)

    def on_resize(self) -> None:
        self._refresh_titles()

    def _refresh_titles(self) -> None:
        title, subtitle = (text or "" for text in (self.screen.title, self.screen.sub_title))
        right = [("  ", ""), (subtitle, "dim")] if subtitle else []
        width = self.app.size.width - PADDING  # known before the bar is laid out
        self.update(
            Content.assemble(*drawing.align_to_edges([(title, "bold")], right, width)), layout=False
        )
