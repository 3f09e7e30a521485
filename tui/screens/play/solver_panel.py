"""A solver beside the board: its figures and its current position; at the end, its result."""

from collections.abc import Hashable

from textual.containers import Container
from textual.content import Content

from ludoscope.tui.boards.board import Board
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.board_view import BoardArea
from ludoscope.tui.widgets.search_stats import Figures, told

NUMBERS = ("explored", "rate", "frontier", "table", "memory", "best", "by depth")
SUMMARY = ("verdict", "explored", "rate", "by depth")
LEAST_TEXT = 3  # lines of a position that is not drawn


class SolverPanel(Container):
    """`lines` is how many it takes."""

    DEFAULT_CSS = """
    SolverPanel {
        .-apart { border-top: blank; border-title-style: dim; }
        &.-below { layout: horizontal; Figures, BoardView { width: 1fr; } }
    }
    """

    lines = 0
    _shown: object = None  # what it was drawn from

    def __init__(self) -> None:
        self._figures, self._sample = Figures(), BoardArea()
        super().__init__(self._figures, self._sample, id="solver")
        self._sample.border_title = "current position"

    def show(self, table: GameModel, solving: Solving, width: int, height: int) -> bool:
        """Show it in so many cells; whether anything is new.

        Most keys come between two reports, which are what takes time to draw.
        """
        below = self.has_class("-below") and not solving.verdict  # two halves, side by side
        seen = solving, solving.progress, solving.sample, solving.verdict, solving.waits
        key = seen, table.preview_board.side, width, height, below
        if key == self._shown:
            return False
        self._shown = key
        width //= 1 + below
        said = told(solving, width).items()
        rows = {name: len(drawing.wrap(text.plain, width)) for name, text in said}
        wanted = [name for name in (SUMMARY if solving.verdict else NUMBERS) if name in rows]
        self.lines = sum(rows[name] for name in wanted)
        title = f"Solver: {solving.solver.name}"
        if self.border_title != title:  # or all of it would be painted again
            self.border_title = Content(title)
        self._sample.display = not solving.verdict
        if solving.verdict:
            return self._figures.tell(solving, width, wanted)
        certain = solving.progress.proved or solving.waits
        claim = "proved" if certain else "guarantees"
        left = height - self.lines
        picture = table.preview_board.size(width, left)[1]
        taken = picture if drawable(table.preview_board, width, left) else LEAST_TEXT
        spare = left - (0 if below else taken) - rows[claim]
        if spare >= 0:
            wanted.append(claim)
        self._sample.set_class(spare > 0 and not below, "-apart")
        new = self._figures.tell(solving, width, wanted)
        return look_at(self._sample, table.preview_board, solving.sample) or new

    def on_board_view_picked(self, event: BoardArea.Picked) -> None:
        """That one is only to be looked at."""
        event.stop()


def drawable(board: Board, width: int, height: int) -> bool:
    """Whether there is room for a picture of it."""
    columns, rows = board.size(width, height)
    return columns <= width and rows <= height


def look_at(view: BoardArea, board: Board, position: Hashable) -> bool:
    """Have a position shown in the middle, drawn where it fits; whether it is another one."""
    return view.show_picture(board, lambda *_: sample(board, position, *view.size))


def sample(board: Board, position: Hashable, width: int, height: int) -> Block:
    """The position under examination, drawn small where it fits, else as text."""
    if position is None or height < 1:
        return []
    if drawable(board, width, height):
        columns, rows = board.size(width, height)
        lines = board.draw(position, columns, rows)
        return drawing.centre(drawing.without(lines, "cursor"), width, rows)
    text = board.game.text(position)
    cut = [text[i : i + width] for i in range(0, len(text), width)]
    return [[(piece, "")] for piece in cut[:height]]
