"""The dialog that copies a game or its result and shows the copied text.

The terminal copies it (OSC 52), which some terminals ignore without an error. So the text is shown
too, in a box without borders at its sides, for the user to select nothing else.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.modal import ModalBase

OTHER_LINES = 7  # borders and explanation of the dialog, and three lines of the screen below
COPIED = "Copied (if your terminal supports it). Otherwise select the text."
LINE_USE = "Paste it on any screen of Ludoscope, or in a shell, to open it."
LINES_USE = "Paste it on any screen of Ludoscope, or its last line in a shell, to open it."


class ShareDialog(ModalBase[None]):
    """A dialog that copies a text when it opens, and its other formats on request."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other", "other format", id="share.other"),
        Binding("c", "dismiss(None)", "share", id="play.copy", show=False),
        Binding("enter,space", "dismiss(None)", "close", id="share.close", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "share.tcss"
    TITLE = " Share "  # a border without corners puts no blanks around it

    def __init__(self, formats: Sequence[tuple[str, str, str]]) -> None:
        """Create a dialog.

        Args:
            formats: The formats, each with its label, its text, and a sentence on what it leaves
                out or ""; the first one is copied first.
        """
        super().__init__()
        self._formats = formats
        self._format_index = 0
        self._text, self._note = Static(id="text"), Static(id="note")
        self._explanation = Static(id="explanation")

    def compose_body(self) -> Iterable[Widget]:
        yield self._text
        yield self._note
        yield self._explanation

    def on_mount(self) -> None:
        self._copy()

    def on_resize(self, event: events.Resize) -> None:
        self._text.styles.max_height = max(1, event.size.height - OTHER_LINES)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "other" or len(self._formats) > 1

    @property
    def _next_index(self) -> int:
        """The index of the format that the next key copies."""
        return (self._format_index + 1) % len(self._formats)

    def _copy(self) -> None:
        """Copy the text in the current format and show it."""
        _, text, note = self._formats[self._format_index]
        self.app.copy_to_clipboard(text)
        self._text.update(Content(text))
        self._note.update(Content(note))
        self._note.display = bool(note)
        use = LINES_USE if "\n" in text else LINE_USE
        self._explanation.update(Content(f"{COPIED}\n{use}"))
        key = self.app.options.key_display
        keys = [(key("go.back", "esc"), "back", "screen.dismiss(None)")]
        if len(self._formats) > 1:
            next_label, *_ = self._formats[self._next_index]
            keys.insert(0, (key("share.other", "tab"), f"copy {next_label}", "screen.other"))
        self.box.show_keys(keys)

    def action_other(self) -> None:
        self._format_index = self._next_index
        self._copy()
