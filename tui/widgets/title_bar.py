"""The first line of a screen: its title at the left, its subtitle at the right."""

from textual.content import Content
from textual.widgets import Static

from ludoscope.tui.text import drawing

SIDES = 2  # columns beside them


class TitleBar(Static):
    """Textual's Header has an icon and a clock, centres the title, and needs more bytes."""

    DEFAULT_CSS = "TitleBar { dock: top; height: 1; padding: 0 1; }"

    def on_mount(self) -> None:
        for title in ("title", "sub_title"):
            self.watch(self.screen, title, self._tell)

    def on_resize(self) -> None:
        self._tell()

    def _tell(self) -> None:
        """Both as they are now; the screen is as wide as the app also before it is laid out."""
        title, subtitle = (text or "" for text in (self.screen.title, self.screen.sub_title))
        right = [("  ", ""), (subtitle, "dim")] if subtitle else []
        line = drawing.ends([(title, "bold")], right, self.app.size.width - SIDES)
        self.update(Content.assemble(*line), layout=False)
