"""The last line of a screen: Textual's Footer, in which no key is cut."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer

from ludoscope.tui.widgets.footer import ELSEWHERE, order_of


class KeyLine(Footer):
    """Textual's own cuts the last keys where there is no room: here only the help tells of them.

    The ways to elsewhere stay, then what works now, in the order of the screen's list.

    Textual's own also makes all of its keys anew whenever they may be others, which is after nearly
    each key, and was half of all widgets that the app made; here only when they are.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._keys: Sequence[tuple[object, ...]] = []

    def compose(self) -> ComposeResult:
        keys = sorted(super().compose(), key=self._place)
        self._fit(keys, self.app.size.width)
        yield from keys

    def _place(self, key: Any) -> int:
        """As the tables list it, also on a key of the person's own, which Textual puts last."""
        active = self.screen.active_bindings.get(key.key)
        order = order_of(type(self.screen), type(self.app))
        return order.get(active.binding.id, -1) if active else -1  # of a widget with the focus

    def bindings_changed(self, screen: Screen[object]) -> None:
        if screen.app.app_focus and self.is_attached and screen is self.screen:
            keys = [
                (binding, self.app.get_key_display(binding), enabled, tooltip)
                for _, binding, enabled, tooltip in screen.active_bindings.values()
                if binding.show
            ]
            if keys == self._keys:
                return
            self._keys = keys
        super().bindings_changed(screen)

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
