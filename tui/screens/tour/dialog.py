"""The tour: seven lines, shown at the first start of the program."""

from collections.abc import Iterable

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.letter_keys import lettered, shown_key
from ludoscope.tui.screens.modal import Overlay


def tour_lines(options: UserOptions) -> Content:
    """What this is, how one moves, what helps, where the rest is."""
    plays = options.key_display("board.enter", "⏎")
    games = [one.title for name, one in FAMILIES.items() if lettered(name)]
    usual = {"play.hint": "i", "play.solve": "s", "play.watch": "w"}
    hint, solve, watch = (options.key_display(*one) for one in usual.items())
    beside = " ".join(shown_key(options, *one, letters=True) for one in usual.items())
    rows: list[tuple[str, str]] = [
        (f"↑↓←→ {plays}", "move and choose; the mouse works too"),
        (hint, f"a hint: where to look; again, the move, which {plays} makes"),
        ("✓ ✗", "the badge at the top: whether the game can still be won"),
        (f"{solve} {watch}", "let a solver solve it; watch its search"),
        (beside, f"the same in {' and '.join(games)}, where letters pick pieces"),
        (
            f"{options.key_display('app.help', '?')} {options.key_display('app.palette', '^p')}",
            "the keys of this screen; all commands by name",
        ),
    ]
    widest = max(len(keys) for keys, _ in rows)
    told = [Content.assemble((f"{keys:<{widest}}", "bold"), f"  {said}") for keys, said in rows]
    first = Content("Four games to play, and solvers to watch.")
    return Content("\n").join([first, *told])


class Tour(Overlay[None]):
    """Goes away at any key."""

    heading = "Welcome to Ludoscope"
    CSS_PATH = "tour.tcss"

    def body(self) -> Iterable[Widget]:
        yield Static(tour_lines(self.app.options))

    def on_mount(self) -> None:
        self.box.key_line([("any key", "begins", "screen.dismiss(None)")])

    def hears(self, event: events.Key) -> bool:
        self.dismiss(None)
        return True

    def on_click(self, event: events.Click) -> None:
        self.dismiss(None)
