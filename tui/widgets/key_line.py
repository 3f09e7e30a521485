"""The last line of a screen: Textual's Footer, in which no key is cut."""

from collections.abc import Iterable
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widgets import Footer

from ludoscope.tui.widgets.footer import ELSEWHERE


class KeyLine(Footer):
    """Textual's own cuts the last keys where there is no room: here only the help tells of them.

    The ways to elsewhere stay, then what works now, in the order of the screen's list.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        keys = list(super().compose())
        self._fit(keys, self.app.size.width)
        yield from keys

    def on_resize(self, event: events.Resize) -> None:
        self._fit(self.children, event.size.width)

    def _fit(self, keys: Iterable[Any], width: int) -> None:
        """Show those that have room; they are Textual's FooterKey, which it does not export."""
        bindings = {key: active.binding for key, active in self.screen.active_bindings.items()}

        def rank(key: Any) -> tuple[bool, bool]:
            binding = bindings.get(key.key)
            return not (binding and binding.id in ELSEWHERE), key.has_class("-disabled")

        room = width + 1
        for key in sorted(keys, key=rank):
            room -= cell_len(f"{key.key_display} {key.description} ")
            key.display = room >= 0
