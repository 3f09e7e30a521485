"""A footer of two lines, for screens with more keys than fit into one."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from ludoscope.tui import keymap
from ludoscope.tui.widgets.footer import Pair

ARROWS = "←→↑↓◄►"  # stand side by side, each a key of its own
ROWS = 2


class GameKey(Static):
    """A key, or arrows of which each is one, as it is shown; a click presses it."""

    DEFAULT_CSS = """
    GameKey {
        width: auto; height: 1; margin-right: 2; color: $footer-description-foreground;
        &:hover { background: $block-hover-background; }
    }
    """

    def __init__(self, shown: str, does: str) -> None:
        super().__init__(_content(shown, does))
        self.key_display, self._does = shown, does

    def tell(self, shown: str, does: str) -> None:
        """Be another key, in the same place."""
        self.display = True
        if (shown, does) != (self.key_display, self._does):
            wide = cell_len(shown + does) != cell_len(self.key_display + self._does)
            self.key_display, self._does = shown, does
            self.update(_content(shown, does), layout=wide)

    def on_click(self, event: events.Click) -> None:
        shown = self.key_display
        at = shown[event.x : event.x + 1]
        arrow = at and all(char in ARROWS for char in shown)
        if key := keymap.pressed(at if arrow else shown):
            self.app.simulate_key(key)


def _content(shown: str, does: str) -> Content:
    return Content.assemble((shown, "bold $footer-key-foreground"), f" {does}")


class GameFooter(Footer):
    """Textual's Footer has a line; what does not fit into it nobody sees.

    Its keys are those that the screen says: also keys of its board, which are no bindings. They are
    changed in place, since Textual's own would make all of them anew with each that comes or goes.
    """

    DEFAULT_CSS = """
    GameFooter {
        layout: vertical; height: 2; padding-left: 1;
        background: $background;
        HorizontalGroup { height: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._pairs: list[list[Pair]] = [[], []]

    def compose(self) -> ComposeResult:
        for pairs in self._pairs:
            yield HorizontalGroup(*(GameKey(*pair) for pair in pairs))

    def bindings_changed(self, screen: Screen[object]) -> None:
        """The screen says what is to be shown, see `show`."""

    def show(self, own: Iterable[Pair], ways: Sequence[Pair]) -> bool:
        """Show the screen's own keys, then ways to elsewhere; whether they are others than before.

        What does not fit into the first line follows the ways in the second.
        """
        width = self.screen.size.width - 1
        first, rest = fitting(own, width)
        pairs = [first, fitting([*ways, *rest], width)[0]]
        if pairs == self._pairs or not self.children:
            return False
        self._pairs = pairs
        for row, shown in zip(self.children, pairs, strict=True):
            keys = list(row.query_children(GameKey))
            for key, pair in zip(keys, shown, strict=False):
                key.tell(*pair)
            for key in keys[len(shown) :]:
                key.display = False
            if len(shown) > len(keys):
                row.mount(*(GameKey(*pair) for pair in shown[len(keys) :]))
        return True


def fitting(pairs: Iterable[Pair], width: int) -> tuple[list[Pair], list[Pair]]:
    """Those that fit into a line, and all from the first on that does not."""
    rest = list(pairs)
    left = width + 2
    fit: list[Pair] = []
    while rest and (taken := cell_len("".join(rest[0])) + 3) <= left:
        fit.append(rest.pop(0))
        left -= taken
    return fit, rest
