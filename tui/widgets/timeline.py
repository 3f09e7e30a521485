"""Bars to go along a game with the mouse, or along a line that is shown: a click goes there.

Textual has no slider; its ProgressBar hears no clicks, and has one colour for all of its cells.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Board, Line
from ludoscope.tui.model.analysis import LOST, WINNABLE
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.review import Course
from ludoscope.tui.text import drawing
from ludoscope.tui.widgets.styled_lines import Lines

FIRST = 3  # the first cell, after the arrow
LEAST = 12  # cells below which a timeline tells too little
HEIGHTS = "▁▃▄▅▆▇"  # winnable: the fewer moves to the end, the lower
SAID = 44  # cells at the right of a line, for the move and its number
MARKS = (("▇▅▁ × ??", "winnable, lost, blunder"),)
Cell = tuple[str, str]


@dataclass
class Sought(Message):
    """Go along the line to so many moves, from its start."""

    at: int


class SeekBar(Lines):
    """Arrows for a step each, between them cells, each a step or several."""

    DEFAULT_CSS = "SeekBar { height: 1; dock: bottom; }"
    _stops: Sequence[int] = (0,)  # the numbers of moves where steps end
    _at = 0  # where one stands among them

    def _seek(self, stop: int) -> None:
        self.post_message(Sought(self._stops[min(max(stop, 0), len(self._stops) - 1)]))


class ReplayBar(SeekBar):
    """Where a line stands that is shown; the numbers are those of the list of moves."""

    def tell(self, replay: Replay, board: Board) -> bool:
        """Show how far the line is stepped along; whether that is new."""
        self._at, self._stops = replay.steps_to(replay.at), replay.ends
        length, steps = self._length, replay.steps
        done = round(length * self._at / steps) if steps else 0
        number = FAMILIES[board.game.family].move_number
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
    def _length(self) -> int:
        return min(len(self._stops) - 1, max(1, self.app.size.width - SAID))

    def on_click(self, event: events.Click) -> None:
        at, length = event.x - FIRST, self._length
        if at < 0:
            self._seek(self._at - 1)
        elif at < length:
            self._seek(round((at + 1) * (len(self._stops) - 1) / length))
        elif at < length + FIRST:
            self._seek(self._at + 1)


class Timeline(SeekBar):
    """How the game went, a cell for each place where one stood, undone moves too; then a remark.

    A cell is a step, or where the program answers a move of each side, as the tree has its rows;
    where there are more than cells, it is several.
    """

    _each = 1  # how many stops are a cell

    def tell(self, table: Table, said: Line, width: int) -> bool:
        """Show it, and `said` at the right, if there is anything to show and room for it."""
        working, stops = table.solving and not table.solving.verdict, table.stops
        shown = table.options.preferences.analysis and not working and len(stops) > 1
        room = width - 2 * FIRST - 2 - (drawing.cells(said) + 2 if said else 0)
        if not shown or room < LEAST:
            return False
        course = table.course
        self._stops, self._each = stops, -(-len(stops) // room)
        self._at = bisect_left(stops, table.session.ply)
        lasts = [*stops[:-1][self._each - 1 :: self._each], stops[-1]]
        top = max((length for length in course.lengths if length), default=1)
        cells: list[Cell] = []
        for at, last in enumerate(lasts):
            edges = ("[", "]") if at == self._at // self._each else ("", "")
            group = range(lasts[at - 1] + 1 if at else 0, last + 1)
            cells += [(edges[0], "cursor"), _sign(course, group, top), (edges[1], "cursor")]
        left: Line = [(" ◄ ", "key"), *drawing.line_of(cells), (" ► ", "key")]
        self.show([drawing.ends(left, [*said, (" ", "")] if said else [], width)])
        return True

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        cell, cells = offset.x - FIRST, -(-len(self._stops) // self._each)
        here = self._at // self._each
        if cell < 0:
            self._seek(self._at - 1)
        elif cell >= cells + 2:
            if cell < cells + 2 + FIRST:
                self._seek(self._at + 1)
        elif not here <= cell <= here + 2:  # the brackets around where one stands
            cell -= 2 * (cell > here)
            self._seek((cell + 1) * self._each - 1)


def _sign(course: Course, group: range, top: int) -> Cell:
    """What tells most of some positions: a blunder, a loss, else how far the last is from a win."""
    if any(move in course.blunders for move in group):
        return "?", "bad"
    states = [course.states[at] for at in group]
    if LOST in states:
        return "×", "bad"
    if states[-1] != WINNABLE:
        return "·", "dim"
    before = reversed(course.lengths[: group[-1] + 1])
    length = next((known for known in before if known is not None), top)
    return HEIGHTS[max(0, -(-len(HEIGHTS) * length // top) - 1)], "good"
