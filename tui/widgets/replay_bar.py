"""Where a line that is shown stands: a bar to step along with the mouse."""

from textual import events

from ludoscope.tui.boards.board import Board
from ludoscope.tui.play.replay import Replay
from ludoscope.tui.widgets.lines import Lines
from ludoscope.tui.widgets.timeline import FIRST, Sought

SAID = 44  # cells at the right, for the move and its number


class ReplayBar(Lines):
    """Arrows for a step each, between them the line: a click goes to that place of it."""

    DEFAULT_CSS = "ReplayBar { height: 1; dock: bottom; }"

    def __init__(self) -> None:
        super().__init__()
        self._at, self._moves = 0, 0

    def tell(self, replay: Replay, board: Board) -> bool:
        """Show how far the line is stepped along; whether that is new."""
        self._at, self._moves = replay.at, len(replay.moves)
        length = self._length
        done = round(length * self._at / self._moves) if self._moves else 0
        move = board.say(*replay.made(self._at - 1)) if self._at else ""
        line = [
            (" ◄ ", "key"),
            ("■" * done, "piece"),
            ("□" * (length - done), "dim"),
            (" ► ", "key"),
            (f" {self._at}/{self._moves}  ", ""),
            (move, "title"),
        ]
        return self.show([line])

    @property
    def _length(self) -> int:
        return min(self._moves, max(1, self.app.size.width - SAID))

    def on_click(self, event: events.Click) -> None:
        at = event.x - FIRST
        if at < 0:
            self.post_message(Sought(max(0, self._at - 1)))
        elif at < self._length:
            self.post_message(Sought(round((at + 1) * self._moves / self._length)))
        elif at < self._length + FIRST:
            self.post_message(Sought(min(self._moves, self._at + 1)))
