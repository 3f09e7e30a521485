"""The tour: the most important keys, shown when the program is started for the first time."""

from collections.abc import Iterable

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.modal import ModalBase

DEFAULT_KEYS = {"play.hint": "i", "play.solve": "s", "play.watch": "w"}


def tour_text(options: UserOptions) -> Content:
    """Return the text of the tour, with the keys as the user has set them."""
    enter = options.key_display("board.enter", "⏎")
    hint, solve, watch = (options.key_display(name, key) for name, key in DEFAULT_KEYS.items())
    rows = [
        (f"↑↓←→ {enter}", "move and choose; the mouse works too"),
        (hint, f"a hint; press it again for the move, which {enter} plays"),
        ("✓ ✗", "the badge at the top: can the game still be won?"),
        (f"{solve} {watch}", "let a solver solve it; watch its search"),
        (
            f"{options.key_display('app.help', '?')} {options.key_display('app.palette', '^p')}",
            "the keys of this screen; all commands by name",
        ),
    ]
    key_width = max(len(keys) for keys, _ in rows)
    lines = [
        Content.assemble((f"{keys:<{key_width}}", "bold"), f"  {meaning}") for keys, meaning in rows
    ]
    return Content("\n").join([Content("Games to play, and solvers to watch."), *lines])


class TourDialog(ModalBase[None]):
    """A dialog that any key closes."""

    TITLE = "Welcome to Ludoscope"
    CSS_PATH = "tour.tcss"

    def compose_body(self) -> Iterable[Widget]:
        yield Static(tour_text(self.app.options))

    def on_mount(self) -> None:
        self.box.show_keys([("any key", "close", "screen.dismiss(None)")])

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        self.dismiss(None)
