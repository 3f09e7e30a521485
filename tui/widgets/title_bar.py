"""The first line of a screen: its title at the left, its subtitle at the right."""

from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static


class TitleBar(Horizontal):
    """Textual's Header has an icon and a clock, centres the title, and needs more bytes."""

    DEFAULT_CSS = """
    TitleBar {
        dock: top; height: 1; padding: 0 1;
        #title { width: auto; text-style: bold; }
        #subtitle { width: 1fr; text-align: right; text-style: dim; padding-left: 2; }
    }
    """

    def __init__(self) -> None:
        self._title, self._subtitle = Static(id="title"), Static(id="subtitle")
        super().__init__(self._title, self._subtitle)

    def on_mount(self) -> None:
        self.watch(self.screen, "title", self._titled)
        self.watch(self.screen, "sub_title", self._subtitled)

    def _titled(self, title: str | None) -> None:
        self._title.update(Content(title or ""))

    def _subtitled(self, subtitle: str | None) -> None:
        self._subtitle.update(Content(subtitle or ""), layout=False)
