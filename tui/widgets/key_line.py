"""The last line of a screen: its keys."""

from collections.abc import Iterable, Sequence
from typing import Protocol, cast

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer

from ludoscope.tui.widgets.footer import FIXED_ACTIONS, binding_order


class FooterKey(Protocol):
    """A key in Textual's footer; Textual does not export the class."""

    key: str
    key_display: str
    description: str
    display: bool

    def has_class(self, *class_names: str) -> bool: ...


class ScreenFooter(Footer):
    """Textual's Footer, in which no key is cut.

    Textual's cuts the last keys if there is no room. Here those are left out that come last by the
    screen's BINDINGS, but never the keys that every screen has.

    Textual's also makes all of its keys again whenever they may have changed, which is after nearly
    each key press and was half of all widgets that the app made; here only if they have.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._keys: Sequence[tuple[object, ...]] = []

    def compose(self) -> ComposeResult:
        keys = sorted(super().compose(), key=self._place)
        self._hide_overflow(keys, self.app.size.width)
        yield from keys

    def _place(self, widget: Widget) -> int:
        """Return the place of a key in the BINDINGS; the focused widget's come first."""
        active = self.screen.active_bindings.get(cast(FooterKey, widget).key)
        order = binding_order(type(self.screen), type(self.app))
        return order.get(active.binding.id, -1) if active else -1

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
        self._hide_overflow(self.children, event.size.width)

    def _hide_overflow(self, widgets: Iterable[Widget], width: int) -> None:
        """Hide the keys without room; fixed ones are placed first, disabled ones last."""
        bindings = {key: active.binding for key, active in self.screen.active_bindings.items()}

        def rank(key: FooterKey) -> tuple[bool, bool]:
            binding = bindings.get(key.key)
            is_fixed = binding is not None and binding.id in FIXED_ACTIONS
            return not is_fixed, key.has_class("-disabled")

        keys = [cast(FooterKey, widget) for widget in widgets]
        room = width + 1
        for key in sorted(keys, key=rank):
            room -= cell_len(f"{key.key_display} {key.description} ")
            key.display = room >= 0
