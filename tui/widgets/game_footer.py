"""A footer of two lines, drawn as one widget, for screens with more keys than fit into one."""

from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ludoscope.tui import keymap
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.terminal.private import forget_lines
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.footer import Keys, Pair
from ludoscope.tui.widgets.styled_lines import strip_of

ARROWS = "←→↑↓◄►"  # stand side by side, each a key of its own
ROWS = 2
GAP = 2  # cells after a key
PARTS = ("key", "description", "hover")


class GameFooter(Widget):
    """Textual's Footer has a line, and what does not fit into it nobody sees.

    Its keys are those that the screen says: also keys of its board, which are no bindings. Textual
    has a widget for each key, and makes all of them anew with each that comes or goes; a frame
    would render a dozen widgets more.
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
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"footer-key--{part}" for part in PARTS}
    ALLOW_SELECT = False
    app: Services

    def __init__(self) -> None:
        super().__init__()
        self._pairs: list[list[Pair]] = [[] for _ in range(ROWS)]
        self._said: Block = []  # in place of the last lines
        self._pointed: tuple[int, int] | None = None  # line, cell at which the key begins

    def on_unmount(self) -> None:
        forget_lines(self)

    def show(self, keys: Keys) -> bool:
        """Show the screen's own keys, then ways to elsewhere; whether they are others than before.

        What does not fit into the first line follows the ways in the second. What soon goes again
        stands at its end: no other key has to move.
        """
        width = self.app.size.width - 1
        first, rest = fitting(keys.own, width)
        passing = fitting(keys.passing, width - taken(keys.ways))[0]
        second = fitting([*keys.ways, *rest], width - taken(passing))[0]
        pairs = [first, [*second, *passing]]
        changed = [y for y in range(self._free) if pairs[y] != self._pairs[y]]
        self._pairs = pairs
        return self._renew(changed)

    def say(self, lines: Block) -> bool:
        """Have these lines stand in place of the last keys; whether they are others than before."""
        if lines == self._said:
            return False
        first = ROWS - max(len(lines), len(self._said))
        self._said = lines
        return self._renew(range(first, ROWS))

    def _renew(self, rows: Collection[int]) -> bool:
        if rows and self.is_mounted:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))
        return bool(rows)

    @property
    def _free(self) -> int:
        """How many lines have keys."""
        return ROWS - len(self._said)

    def render_line(self, y: int) -> Strip:
        if self._free <= y < ROWS:
            return strip_of(self._said[y - self._free], self.app.palette.styles, self.size.width)
        ground = self.rich_style
        *looks, hover = (self.get_component_rich_style(f"footer-key--{part}") for part in PARTS)
        segments: list[Segment] = []
        for at, shown, does in self._placed(y):
            pointed = self._pointed == (y, at)
            key, text = (look + hover if pointed else look for look in looks)
            segments += [Segment(shown, key), Segment(f" {does}", text), Segment(" " * GAP, ground)]
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _placed(self, y: int) -> Iterator[tuple[int, str, str]]:
        """The keys of a line, each with the cell at which it begins."""
        at = 0
        for shown, does in self._pairs[y] if y < self._free else ():
            yield at, shown, does
            at += cell_len(f"{shown} {does}") + GAP

    def _under(self, event: events.MouseEvent) -> tuple[int, int, str] | None:
        """The key under the mouse: its line, the cell at which it begins, its sign."""
        offset = event.get_content_offset(self)
        if offset is not None:
            for at, shown, does in self._placed(offset.y):
                if at <= offset.x < at + cell_len(f"{shown} {does}"):
                    return offset.y, at, shown
        return None

    def on_click(self, event: events.Click) -> None:
        offset, under = event.get_content_offset(self), self._under(event)
        if offset is None or not under:
            return
        _, first, shown = under
        at = shown[offset.x - first : offset.x - first + 1]
        arrow = at and all(char in ARROWS for char in shown)
        if key := keymap.pressed(at if arrow else shown):
            self.app.simulate_key(key)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        under = self._under(event)
        self._point(under[:2] if under else None)

    def on_leave(self) -> None:
        self._point(None)

    def _point(self, at: tuple[int, int] | None) -> None:
        if at != self._pointed:
            self._pointed = at
            self.refresh()


def taken(pairs: Iterable[Pair]) -> int:
    """The cells of keys that others follow or precede."""
    return sum(cell_len("".join(pair)) + 1 + GAP for pair in pairs)


def fitting(pairs: Iterable[Pair], width: int) -> tuple[list[Pair], list[Pair]]:
    """Those that fit into a line, and all from the first on that does not."""
    rest = list(pairs)
    left = width + 2
    fit: list[Pair] = []
    while rest and (taken := cell_len("".join(rest[0])) + 3) <= left:
        fit.append(rest.pop(0))
        left -= taken
    return fit, rest
