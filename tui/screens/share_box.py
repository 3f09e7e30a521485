"""The box that shows the line to send, once it is copied.

It goes to the clipboard through the terminal (OSC 52), which some refuse without a word; so it
is shown as well, without edges at its sides: whoever selects it selects nothing else.
"""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoscope.tui.screens.overlay import Overlay
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

LEAST = 3  # lines of the screen below that stay in sight


class SharePage(Overlay[None]):
    """The line, over the screen it was made of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,c", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, line: str) -> None:
        super().__init__()
        self._line = line

    def frame(self) -> Block:
        width, height = self.app.size
        said = "copied, if the terminal takes it; else select it here and copy it by hand"
        lines = drawing.wrap(self._line, width)[: max(1, height - LEAST - 4)]
        top = drawing.box("To send", [], width, 2)[0]
        shown: Block = [
            [("─" * width, "dim")],
            drawing.fit([(f" {said}", "dim")], width),
            drawing.ends(
                [(" paste it in Ludoscope, anywhere, to open it  ", "dim")],
                [(self.app.look.key("go.back", "esc"), "key"), (" back ", "dim")],
                width,
            ),
        ]
        flat = [(text.replace("╭", "─").replace("╮", "─"), role) for text, role in top]
        return [flat, *drawing.block(lines, width, len(lines)), *shown]
