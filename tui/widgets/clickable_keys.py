"""ClickableKeys: lines whose keys can be clicked, as those of a footer."""

from rich.cells import cell_len
from textual import events

from ludoscope.tui import keymap
from ludoscope.tui.widgets.styled_lines import StyledLines


class ClickableKeys(StyledLines):
    """Lines in which a click on a key, or on the words after it, presses the key."""

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self._lines):
            return
        label, end = "", 0
        for text, role in self._lines[offset.y]:
            if role == "key":
                label = text
            elif not text.strip():
                label = ""  # a gap between two keys
            end += cell_len(text)
            if offset.x < end:
                name = keymap.key_for_display(label) if label else ""
                if name in self.screen.active_bindings:
                    self.app.simulate_key(name)
                return
