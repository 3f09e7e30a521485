"""How the game went, a cell for each place where one stood: a click goes there."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.analysis import LOST, WINNABLE
from ludoscope.tui.play.course import Course
from ludoscope.tui.play.table import Table
from ludoscope.tui.text import drawing
from ludoscope.tui.widgets.lines import Lines

FIRST = 3  # the first cell, after the arrow
LEAST = 12  # cells below which a timeline tells too little
HEIGHTS = "▁▃▄▅▆▇"  # winnable: the fewer moves to the end, the lower
MARKS = (("▇▅▁ × ??", "winnable, lost, blunder"),)
Cell = tuple[str, str]


@dataclass
class Sought(Message):
    """Go along the line to so many moves, from its start."""

    at: int


class Timeline(Lines):
    """Arrows for a step each, between them the game, undone moves too; then what is to be said.

    A cell is a step, or where the program answers a move of each side, as the tree has its rows;
    where there are more than cells, it is several.
    """

    DEFAULT_CSS = "Timeline { height: 1; dock: bottom; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._stops: Sequence[int] = [0]
        self._at, self._each = 0, 1  # where one stands among the stops, how many are a cell

    def tell(self, table: Table, said: Line, width: int) -> bool:
        """Show it, and `said` at the right, if there is anything to show and room for it."""
        working, stops = table.solving and not table.solving.verdict, table.stops
        shown = table.look.analysis and not working and len(stops) > 1
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

    def _seek(self, stop: int) -> None:
        self.post_message(Sought(self._stops[min(max(stop, 0), len(self._stops) - 1)]))


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
