"""GameFooter: the keys of a screen in two lines."""

from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ludoscope.tui import keymap
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import clear_render_cache
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import FooterKeyGroups, KeyHint
from ludoscope.tui.widgets.styled_lines import render_strip

ARROWS = "←→↑↓◄►"  # several of them form a label, but each is a key
ROWS = 2
GAP = 2  # cells after a key
STYLES = ("key", "description", "hover")


class PlacedKey(NamedTuple):
    """A key of the footer: its line and first cell, its label and what it does."""

    row: int
    column: int
    label: str
    description: str

    @property
    def width(self) -> int:
        return cell_len(f"{self.label} {self.description}")


class GameFooter(Widget):
    """The keys of a screen and of its board; a click on one of them presses it.

    Textual's `Footer` has one line, and does not show what does not fit into it. It also makes a
    widget for each key, and makes all of them again with each key that comes or goes, so that a
    frame renders a dozen widgets more.
    """

    DEFAULT_CSS = """
    GameFooter {
        dock: bottom; height: 2; padding-left: 1;
        color: $footer-foreground; background: $background;
        .footer-key--key { color: $footer-key-foreground; text-style: bold; }
        .footer-key--description { color: $footer-description-foreground; }
        .footer-key--hover { background: $block-hover-background; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"footer-key--{style}" for style in STYLES}
    ALLOW_SELECT = False
    app: AppBase

    def __init__(self) -> None:
        super().__init__()
        self._pairs: list[list[KeyHint]] = [[] for _ in range(ROWS)]
        self._message: Block = []
        self._hovered: PlacedKey | None = None

    def on_unmount(self) -> None:
        clear_render_cache(self)

    def show_keys(self, keys: FooterKeyGroups) -> bool:
        """Show keys; return True if they have changed.

        The screen's own keys fill the first line and what is left of the second, which begins with
        the keys to other screens and ends with keys that soon go again: no other key moves then.
        """
        width = self.app.size.width - 1
        first, overflow = split_at_width(keys.main, width)
        passing, _ = split_at_width(keys.transient, width - keys_width(keys.fixed))
        second, _ = split_at_width([*keys.fixed, *overflow], width - keys_width(passing))
        pairs = [first, [*second, *passing]]
        changed = [row for row in range(self._key_rows) if pairs[row] != self._pairs[row]]
        self._pairs = pairs
        return self._refresh_rows(changed)

    def show_message(self, lines: Block) -> bool:
        """Show a message in place of the last lines of keys; return True if it has changed."""
        if lines == self._message:
            return False
        first_row = ROWS - max(len(lines), len(self._message))
        self._message = lines
        return self._refresh_rows(range(first_row, ROWS))

    def _refresh_rows(self, rows: Collection[int]) -> bool:
        if rows and self.is_mounted:
            self.refresh(*(Region(0, row, self.size.width, 1) for row in rows))
        return bool(rows)

    @property
    def _key_rows(self) -> int:
        """The number of lines that show keys."""
        return ROWS - len(self._message)

    def render_line(self, y: int) -> Strip:
        if self._key_rows <= y < ROWS:
            line = self._message[y - self._key_rows]
            return render_strip(line, self.app.palette.styles, self.size.width)
        background = self.rich_style
        key_style, text_style, hover_style = (
            self.get_component_rich_style(f"footer-key--{style}") for style in STYLES
        )
        segments: list[Segment] = []
        for key in self._placed_keys(y):
            is_hovered = key == self._hovered
            label_style = key_style + hover_style if is_hovered else key_style
            description_style = text_style + hover_style if is_hovered else text_style
            segments += [
                Segment(key.label, label_style),
                Segment(f" {key.description}", description_style),
                Segment(" " * GAP, background),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, background)

    def _placed_keys(self, row: int) -> Iterator[PlacedKey]:
        """Yield the keys of a line."""
        column = 0
        for label, description in self._pairs[row] if row < self._key_rows else ():
            key = PlacedKey(row, column, label, description)
            yield key
            column += key.width + GAP

    def _key_at(self, event: events.MouseEvent) -> PlacedKey | None:
        """Return the key under the mouse."""
        offset = event.get_content_offset(self)
        if offset is not None:
            for key in self._placed_keys(offset.y):
                if key.column <= offset.x < key.column + key.width:
                    return key
        return None

    def on_click(self, event: events.Click) -> None:
        offset, key = event.get_content_offset(self), self._key_at(event)
        if offset is None or not key:
            return
        index = offset.x - key.column
        is_arrow = index < len(key.label) and all(char in ARROWS for char in key.label)
        if name := keymap.key_for_display(key.label[index] if is_arrow else key.label):
            self.app.simulate_key(name)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self._key_at(event))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, key: PlacedKey | None) -> None:
        if key != self._hovered:
            self._hovered = key
            self.refresh()


def keys_width(pairs: Iterable[KeyHint]) -> int:
    """Return the cells of keys with a gap after each."""
    return sum(cell_len("".join(pair)) + 1 + GAP for pair in pairs)


def split_at_width(pairs: Iterable[KeyHint], width: int) -> tuple[list[KeyHint], list[KeyHint]]:
    """Return the keys that fit into a line, and the keys from the first on that does not fit."""
    overflow = list(pairs)
    room = width + GAP
    fitting: list[KeyHint] = []
    while overflow and (key_width := keys_width(overflow[:1])) <= room:
        fitting.append(overflow.pop(0))
        room -= key_width
    return fitting, overflow
