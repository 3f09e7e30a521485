"""The line to send of what a play screen shows, and the box that shows it once it is copied.

It goes to the clipboard through the terminal (OSC 52), which some refuse without a word; so it
is shown as well, without edges at its sides: whoever selects it selects nothing else.
"""

from typing import ClassVar

from textual.binding import Binding, BindingType

from tui import drawing, words
from tui.drawing import Block
from tui.screens.overlay import Overlay
from tui.seats import SIDES
from tui.session import Session
from tui.table import Table

LEAST = 3  # lines of the screen below that stay in sight


def line(table: Table) -> str:
    """The puzzle, and the moves to the position shown; what came of them, once that is known."""
    from puzzles import share

    session = table.session
    said = result(session, table.look.clock) if session.over and not table.replay else ""
    return share.write(table.puzzle, table.way, said)


def result(session: Session, timed: bool = True) -> str:
    """How it ended: "solved in 18 moves, 2:41"."""
    length = words.made(session)
    if session.game.players == 2:
        return f"{SIDES[1 - session.to_move]} won in {length}"
    time = words.clock(session.elapsed(0)).removeprefix("0")
    return f"solved in {length}" + (f", {time}" if timed else "")


class SharePage(Overlay[None]):
    """The line, over the screen it was made of."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,c", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, line: str) -> None:
        super().__init__()
        self._line = line

    def frame(self) -> Block:
        width, height = self.app.size
        said = "copied, if the terminal takes it; else select it here and copy it by hand"
        lines = drawing.wrap(self._line, width)[: max(1, height - LEAST - 4)]
        top = drawing.box("To send", [], width, 2)[0]
        shown: Block = [
            [("─" * width, "dim")],
            drawing.fit([(f" {said}", "dim")], width),
            drawing.fit([(" paste it in Ludoscope, anywhere, to open it  ", "dim")], width - 9)
            + drawing.fit([("esc", "key"), (" back", "dim")], 9),
        ]
        flat = [(text.replace("╭", "─").replace("╮", "─"), role) for text, role in top]
        return [flat, *drawing.block(lines, width, len(lines)), *shown]
