"""Where a line that is shown stands: a bar to step along with the mouse."""

from textual import events

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Board
from ludoscope.tui.play.replay import Replay
from ludoscope.tui.widgets.lines import Lines
from ludoscope.tui.widgets.timeline import FIRST, Sought

SAID = 44  # cells at the right, for the move and its number


class ReplayBar(Lines):
    """Arrows for a step each, between them the line: a click goes to that place of it.

    A cell is a step or several; the numbers are those of the list of moves.
    """

    DEFAULT_CSS = "ReplayBar { height: 1; dock: bottom; }"

    def __init__(self) -> None:
        super().__init__()
        self._at, self._ends = 0, [0]

    def tell(self, replay: Replay, board: Board) -> bool:
        """Show how far the line is stepped along; whether that is new."""
        self._at, self._ends = replay.steps_to(replay.at), replay.ends
        length, steps = self._length, self._steps
        done = round(length * self._at / steps) if steps else 0
        number = FAMILIES[board.game.family].number
        move = board.say_step(*replay.step_made(self._at - 1)) if self._at else ""
        line = [
            (" ◄ ", "key"),
            ("■" * done, "piece"),
            ("□" * (length - done), "dim"),
            (" ► ", "key"),
            (f" {number(self._at)}/{number(steps)}  ", ""),
            (move, "title"),
        ]
        return self.show([line])

    @property
    def _steps(self) -> int:
        return len(self._ends) - 1

    @property
    def _length(self) -> int:
        return min(self._steps, max(1, self.app.size.width - SAID))

    def on_click(self, event: events.Click) -> None:
        at = event.x - FIRST
        if at < 0:
            self._seek(max(0, self._at - 1))
        elif at < self._length:
            self._seek(round((at + 1) * self._steps / self._length))
        elif at < self._length + FIRST:
            self._seek(min(self._steps, self._at + 1))

    def _seek(self, step: int) -> None:
        self.post_message(Sought(self._ends[step]))
