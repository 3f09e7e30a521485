"""SolverPanel: the figures of a solver and its current position; at the end its result."""

from textual.containers import Container
from textual.content import Content

from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.text import drawing
from ludoscope.tui.widgets.board_area import BoardArea, fits
from ludoscope.tui.widgets.search_stats import SearchStats, format_stats

PROGRESS_STATS = ("explored", "rate", "frontier", "stored", "memory", "best", "by depth")
RESULT_STATS = ("verdict", "explored", "rate", "by depth")
TEXT_HEIGHT = 3  # lines of a position that is shown as text


class SolverPanel(Container):
    """The solver that the model shows.

    Attributes:
        line_count: The lines that the figures take.
    """

    DEFAULT_CSS = """
    SolverPanel {
        .-apart { border-top: blank; border-title-style: dim; }
        &.-below { layout: horizontal; SearchStats, BoardArea { width: 1fr; } }
    }
    """

    def __init__(self, model: GameModel) -> None:
        self._model = model
        self.line_count = 0
        self._last_state: object = None
        self._figures, self._position = SearchStats(), BoardArea()
        super().__init__(self._figures, self._position, id="solver")
        self._position.border_title = "current position"

    def refresh_view(self, width: int, height: int, *, is_below: bool) -> bool:
        """Show the solver, fitted to the given size in cells; return True if anything has changed.

        Nothing is drawn again before the next report of the solver, as drawing takes time and most
        keys come between two reports.
        """
        solver_run, board = self._model.solver_run, self._model.preview_board
        assert solver_run
        self.set_class(is_below, "-below")
        is_divided = is_below and not solver_run.verdict
        report = solver_run, solver_run.progress, solver_run.sample_position, solver_run.verdict
        run_state = solver_run.is_queued, solver_run.is_paused
        state = report, run_state, board.viewing_side, width, height, is_divided
        if state == self._last_state:
            return False
        self._last_state = state
        if is_divided:
            width //= 2
        figures = format_stats(solver_run, width)
        heights = {
            name: len(drawing.wrap_text(text.plain, width)) for name, text in figures.items()
        }
        order = RESULT_STATS if solver_run.verdict else PROGRESS_STATS
        names = [name for name in order if name in heights]
        self.line_count = sum(heights[name] for name in names)
        is_paused = solver_run.is_paused and not solver_run.verdict
        title = f"{'Paused' if is_paused else 'Solver'}: {solver_run.solver.name}"
        if self.border_title != title:  # setting it renders the whole panel
            self.border_title = Content(title)
        self._position.display = not solver_run.verdict
        if solver_run.verdict:
            return self._figures.show_run(solver_run, width, names)
        claim = "proved" if solver_run.progress.proved or solver_run.is_queued else "guarantees"
        room = height - self.line_count
        _, board_height = board.drawing_size(width, room)
        position_height = board_height if fits(board, width, room) else TEXT_HEIGHT
        spare = room - heights[claim] - (0 if is_divided else position_height)
        if spare >= 0:
            names.append(claim)
        self._position.set_class(spare > 0 and not is_divided, "-apart")
        changed = self._figures.show_run(solver_run, width, names)
        return self._position.show_position(board, solver_run.sample_position) or changed
