"""The box that shows the line to send, once it is copied.

It goes to the clipboard through the terminal (OSC 52), which some refuse without a word; so it
is shown as well, without edges at its sides: whoever selects it selects nothing else.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.overlay import Box, Overlay

AROUND = 7  # lines that the line itself leaves: edges, what is said, three of the screen below
SAID = """\
copied, if the terminal takes it; else select it here and copy it by hand
paste it in Ludoscope, anywhere, to open it"""


class SharePage(Overlay[None]):
    """The line, over the screen it was made of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,c", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "share_box.tcss"
    heading = "Share"

    def __init__(self, line: str) -> None:
        super().__init__()
        self._line = line

    def body(self) -> Iterable[Widget]:
        yield Static(Content(self._line), id="line")
        yield Static(Content(SAID), id="said")

    def on_mount(self) -> None:
        back = self.app.look.key("go.back", "esc")
        for box in self.query(Box):
            box.key_line([(back, "back", "screen.dismiss(None)")])

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.query("#line").set_styles(max_height=max(1, event.size.height - AROUND))
