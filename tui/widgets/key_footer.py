"""The keys of a screen in one line."""

from collections.abc import Sequence

from textual.screen import Screen
from textual.widgets import Footer


class KeyFooter(Footer):
    """Textual's Footer, but its keys are made anew only when they are others than before.

    Its own does so whenever they may be, which is after nearly each key, and was half of all
    widgets that the app made.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._keys: Sequence[tuple[object, ...]] = []

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
