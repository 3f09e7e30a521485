"""GameFooter: the keys of a game's screen in two lines."""

from collections.abc import Collection, Iterable, Iterator

from rich.cells import cell_len
from textual.geometry import Region
from textual.strip import Strip

from ludoscope.tui import keymap
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import FooterKeyGroups, KeyHint
from ludoscope.tui.widgets.key_line import KeyLines, PlacedKey
from ludoscope.tui.widgets.styled_lines import render_strip

ARROWS = "←→↑↓◄►"  # several of them form a label, but each is a key
ROWS = 2
GAP = 2  # cells after a key


class GameFooter(KeyLines):
    """The keys of a screen and of its board, in two lines."""

    DEFAULT_CSS = "GameFooter { height: 2; padding-left: 1; background: $background; }"

    def __init__(self) -> None:
        super().__init__()
        self._pairs: list[list[KeyHint]] = [[] for _ in range(ROWS)]
        self._message: Block = []

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
        return self.render_keys(y, GAP)

    def placed_keys(self, row: int) -> Iterator[PlacedKey]:
        """Yield the keys of a line."""
        column = 0
        for label, description in self._pairs[row] if row < self._key_rows else ():
            key = PlacedKey(row, column, label, description)
            yield key
            column += key.width + GAP

    def press(self, key: PlacedKey, column: int) -> None:
        is_arrow = column < len(key.label) and all(char in ARROWS for char in key.label)
        if name := keymap.key_for_display(key.label[column] if is_arrow else key.label):
            self.app.simulate_key(name)


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
