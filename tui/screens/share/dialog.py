"""The box that shows what is shared, once it is copied.

It goes to the clipboard through the terminal (OSC 52), which some refuse without a word; so it
is shown as well, without edges at its sides: whoever selects it selects nothing else.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.modal import Overlay

AROUND = 7  # lines that the text itself leaves: edges, what is said, three of the screen below
SAID = """\
copied, if your terminal allows it; else select it here and copy it
paste it on any screen of Ludoscope, or in a shell, to open it"""
Form = tuple[str, str]


class SharePage(Overlay[None]):
    """A text, over the screen it was made of; or the first of several forms of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other", "other format", id="share.other"),
        Binding("escape,q,enter,space,c", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "share.tcss"
    heading = "Share"

    def __init__(self, forms: Sequence[Form]) -> None:
        """`forms`: what each is, and its text."""
        super().__init__()
        self._forms = forms
        self._at = 0
        self._line = Static(id="line")

    def body(self) -> Iterable[Widget]:
        yield self._line
        yield Static(Content(SAID), id="said")

    def on_mount(self) -> None:
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        self._line.styles.max_height = max(1, event.size.height - AROUND)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "other" or len(self._forms) > 1

    def _show(self) -> None:
        """Copy the form at hand, and show it."""
        _, text = self._forms[self._at]
        self.app.copy_to_clipboard(text)
        self._line.update(Content(text))
        back = (self.app.options.key_display("go.back", "esc"), "back", "screen.dismiss(None)")
        keys = [
            (self.app.options.key_display("share.other", "tab"), self._next, "screen.other"),
            back,
        ]
        self.box.key_line(keys if len(self._forms) > 1 else [back])

    @property
    def _next(self) -> str:
        """What the next form is."""
        return f"copy {self._forms[(self._at + 1) % len(self._forms)][0]}"

    def action_other(self) -> None:
        self._at = (self._at + 1) % len(self._forms)
        self._show()
