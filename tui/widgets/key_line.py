"""The keys in the last lines of a screen; a click on one of them presses it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import clear_render_cache
from ludoscope.tui.widgets.footer import FIXED_ACTIONS, binding_order

STYLES = ("key", "description", "hover", "disabled")
GAP = 1  # cells after a key of `ScreenFooter`


class PlacedKey(NamedTuple):
    """A key of a footer: its line and first cell, its label and what it does.

    `name` is Textual's name of the key, `action` the id of its binding; both may be unknown.
    """

    row: int
    column: int
    label: str
    description: str
    name: str = ""
    action: str = ""
    is_enabled: bool = True

    @property
    def width(self) -> int:
        return cell_len(f"{self.label} {self.description}")


class KeyLines(Widget):
    """Lines of keys, the one below the mouse highlighted."""

    DEFAULT_CSS = """
    KeyLines {
        dock: bottom; color: $footer-foreground;
        .footer-key--key { color: $footer-key-foreground; text-style: bold; }
        .footer-key--description { color: $footer-description-foreground; }
        .footer-key--hover { background: $block-hover-background; }
        .footer-key--disabled { text-style: dim; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"footer-key--{style}" for style in STYLES}
    ALLOW_SELECT = False
    app: AppBase
    _hovered: PlacedKey | None = None

    def on_unmount(self) -> None:
        clear_render_cache(self)

    def placed_keys(self, row: int) -> Iterable[PlacedKey]:
        """Return the keys of a line."""
        raise NotImplementedError

    def press(self, key: PlacedKey, column: int) -> None:
        """Press the key that was clicked in that cell of its label and description."""
        raise NotImplementedError

    def render_keys(self, row: int, gap: int) -> Strip:
        """Render the keys of a line, each with a gap after it."""
        background = self.rich_style
        key_style, text_style, hover_style, disabled_style = (
            self.get_component_rich_style(f"footer-key--{style}", partial=style == "disabled")
            for style in STYLES
        )
        segments: list[Segment] = []
        for key in self.placed_keys(row):
            styles = [key_style, text_style]
            if key == self._hovered:
                styles = [style + hover_style for style in styles]
            if not key.is_enabled:
                styles = [style + disabled_style for style in styles]
            segments += [
                Segment(key.label, styles[0]),
                Segment(f" {key.description}", styles[1]),
                Segment(" " * gap, background),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, background)

    def _key_at(self, event: events.MouseEvent) -> PlacedKey | None:
        """Return the key under the mouse."""
        offset = event.get_content_offset(self)
        if offset is not None:
            for key in self.placed_keys(offset.y):
                if key.column <= offset.x < key.column + key.width:
                    return key
        return None

    def on_click(self, event: events.Click) -> None:
        offset, key = event.get_content_offset(self), self._key_at(event)
        if offset is not None and key:
            self.press(key, offset.x - key.column)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self._key_at(event))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, key: PlacedKey | None) -> None:
        if key != self._hovered:
            self._hovered = key
            self.refresh()


class ScreenFooter(KeyLines):
    """The keys of a screen in one line, in which no key is cut.

    Where there is no room, those are left out that come last by the screen's BINDINGS, but never
    the keys that every screen has. Textual's `Footer` cuts the last ones, and makes a widget for
    each key, all of them again when one changes: that took two fifths of the time to open home.
    """

    DEFAULT_CSS = "ScreenFooter { height: 1; background: $footer-background; }"

    def __init__(self) -> None:
        super().__init__()
        self._keys: Sequence[PlacedKey] = ()
        self.shown: Sequence[PlacedKey] = ()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._update_keys)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def on_resize(self, event: events.Resize) -> None:
        self._show_fitting(event.size.width)

    def placed_keys(self, row: int) -> Iterable[PlacedKey]:
        return self.shown

    def press(self, key: PlacedKey, column: int) -> None:
        if key.is_enabled:
            self.app.simulate_key(key.name)
        else:
            self.app.bell()

    def render_line(self, y: int) -> Strip:
        return self.render_keys(y, GAP)

    def _update_keys(self, screen: Screen[object]) -> None:
        """Show the keys that work now; while the terminal is in the background they stay."""
        if self.app.app_focus and self.is_attached:
            keys = list(self._active_keys())
            if keys != self._keys:
                self._keys = keys
                self._show_fitting(self.app.size.width)

    def _active_keys(self) -> Iterator[PlacedKey]:
        """Yield the first key of each action by the BINDINGS; the focused widget's come first."""
        order = binding_order(type(self.screen), type(self.app))
        found: dict[str, tuple[Binding, bool]] = {}
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show:
                found.setdefault(binding.action, (binding, enabled))
        for binding, enabled in sorted(found.values(), key=lambda one: order.get(one[0].id, -1)):
            label = self.app.get_key_display(binding)
            yield PlacedKey(
                0, 0, label, binding.description, binding.key, binding.id or "", enabled
            )

    def _show_fitting(self, width: int) -> None:
        """Show the keys that fit; fixed ones are placed first, disabled ones last."""
        room, fitting = width + GAP, set[PlacedKey]()
        by_rank = sorted(
            self._keys, key=lambda key: (key.action not in FIXED_ACTIONS, not key.is_enabled)
        )
        for key in by_rank:
            room -= key.width + GAP
            if room >= 0:
                fitting.add(key)
        shown: list[PlacedKey] = []
        column = 0
        for key in self._keys:
            if key in fitting:
                shown.append(key._replace(column=column))
                column += key.width + GAP
        if shown != self.shown:
            self.shown = shown
            self.refresh()
