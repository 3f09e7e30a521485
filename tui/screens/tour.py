"""The tour: six lines for whoever starts the program for the first time."""

from textual import events

from ludoscope.tui.boards.board import Line, Look
from ludoscope.tui.screens.overlay import Overlay
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block


def tour_lines(look: Look) -> Block:
    """What this is, how one moves, what helps, where the rest is."""
    plays = look.key("board.enter", "enter" if look.ascii_only else "⏎")
    hint, solve, watch = look.key("play.hint", "i"), look.key("play.solve", "s"), "play.watch"
    rows: list[tuple[str, str]] = [
        ("", "Four games to play, and solvers to watch at work on them."),
        (f"↑↓←→ {plays}", "move about, and choose; the mouse does too"),
        (hint, f"a hint: where to look; again, the move, which {plays} makes"),
        ("✓ ✗", "the badge at the top: whether the game can still be won"),
        (f"{solve} {look.key(watch, 'w')}", "have a solver solve it; watch it at work"),
        (
            f"{look.key('app.help', '?')} {look.key('app.palette', '^p')}",
            "the keys of a screen; everything there is, by name",
        ),
    ]
    widest = max(len(keys) for keys, _ in rows)
    return [[(f" {keys:<{widest}}  " if keys else " ", "key"), (said, "")] for keys, said in rows]


class Tour(Overlay[None]):
    """Goes away at any key."""

    def frame(self) -> Block:
        width = min(self.app.size.width, 70)
        last: Line = [(" any key", "key"), (" begins", "dim")]
        lines = [[], *tour_lines(self.app.look), [], last]
        height = min(self.app.size.height, len(lines) + 2)
        return drawing.box("Welcome to Ludoscope", lines, width, height, "key")

    def hears(self, event: events.Key) -> bool:
        self.dismiss(None)
        return True

    def on_click(self) -> None:
        self.dismiss(None)
