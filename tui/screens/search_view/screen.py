"""The search view: a running solver on the full screen, with its position, figures and a plot.

When the solver has finished, the view shows its verdict, and its solution can be stepped through.
The view knows nothing of the screen it was opened from; it returns True if the user wants to see
the solution there.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from ludoscope.search.process.host_limits import worker_slots
from ludoscope.search.registry import find_readable
from ludoscope.tui import screens
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, draw_line_plot
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.plot import Plot
from ludoscope.tui.widgets.search_stats import STAT_NAMES, SearchStats
from ludoscope.tui.widgets.seek_bar import SeekBar, SeekRequested
from ludoscope.tui.widgets.styled_lines import Draw

REFRESH_INTERVAL_SECONDS = 0.25
MIN_STATS_WIDTH = 44
MIN_BOARD_WIDTH = 24  # with its border
BOX_EDGE_WIDTH, BOX_EDGE_HEIGHT = 4, 2  # border and padding
MIN_PLOT_HEIGHT = 7  # with its border
LINES_OUTSIDE_BOXES = 3
MIN_CURVE_POINTS = 3  # with fewer a curve says nothing
SHOWN_STATS = {*STAT_NAMES, "guarantees", "proved"} - {"by depth"}  # which is plotted


@dataclass
class Curves:
    """The curves that are plotted.

    Attributes:
        title: The title of the plot.
        x_label: The name of the x axis.
        y_label: The name of the y axis.
        series: The curves.
        is_stepped: True if a value holds until the next point.
    """

    title: str
    x_label: str
    y_label: str
    series: list[Series]
    is_stepped: bool = False


class TitledDrawing(NamedTuple):
    """A title, and a function that draws for a width and a height."""

    title: str
    draw: Draw


class KeyState(NamedTuple):
    """The state that decides which keys work."""

    is_running: bool
    is_paused: bool
    has_replay: bool


class SearchViewScreen(BaseScreen[bool], inherit_bindings=False):
    """A solver's position, its figures and a plot.

    Args:
        solver_run: The solver, which may have finished.
        options: The options that the board is drawn with.
        title: The title of the puzzle.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,w", "replay", "replay solution", id="search.replay"),
        Binding("space", "pause(False)", "continue", id="search.pause"),
        Binding("space", "pause(True)", "pause", id="search.pause"),
        Binding("r", "step_through", "step through", id="search.steps"),
        Binding("right,l", "step(1)", "next move", id="search.step"),
        Binding("left,h", "step(-1)", "previous move", id="search.back", show=False),
        Binding("x", "stop", "stop", id="search.stop"),
        Binding("escape,q", "dismiss(False)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Watch a solver search for a solution. The board shows the position it looks at, and the "
        "figures how far it is."
    )
    CSS_PATH = "search_view.tcss"
    AUTO_FOCUS = ""
    MIN_SIZE = (64, 18)

    def __init__(
        self,
        solver_run: SolverRun,
        options: UserOptions,
        title: str = "",
    ) -> None:
        super().__init__()
        solver_name = solver_run.solver.name
        subject = f"{solver_name} on {title}" if title else solver_name
        self.title = f"Watching › {subject}"
        self.solver_run = solver_run
        self._puzzle_title = title
        self._readable = find_readable(solver_run.game, solver_run.solver)
        self._options = options
        self._board = create_board(solver_run.game, options)
        self._board.shows_cursor = False
        self._replay: Replay | None = None  # a copy: stepping here leaves the game as it is
        self._key_state: KeyState | None = None
        self._board_area, self._stats = BoardArea(id="view"), SearchStats()
        self._plot, self._seek_bar = Plot(id="plot"), SeekBar()

    def compose_body(self) -> Iterable[Widget]:
        yield Horizontal(self._board_area, Vertical(self._stats, self._plot))
        yield self._seek_bar

    def on_mount(self) -> None:
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer)
        self.watch(self._plot, "virtual_size", self.refresh_view, init=False)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size.width, event.size.height - LINES_OUTSIDE_BOXES
        board_columns = width - MIN_STATS_WIDTH - BOX_EDGE_WIDTH
        board_width = (
            self._board.drawing_size(board_columns, height - BOX_EDGE_HEIGHT)[0] + BOX_EDGE_WIDTH
        )
        board_width = min(board_width, width - MIN_STATS_WIDTH)
        self._board_area.styles.width = max(MIN_BOARD_WIDTH, board_width)
        self._stats.styles.max_height = max(1, height - MIN_PLOT_HEIGHT)
        self.call_after_refresh(self.show_progress)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.show_progress)

    # Refreshing

    def _on_timer(self) -> None:
        if self.app.frame_pacer.is_free and self.is_active:
            self.solver_run.update_progress()
            if self.show_progress():
                self.call_after_refresh(self.app.frame_pacer.query_after_frame)
            if self.solver_run.verdict:
                self._timer.pause()

    def refresh_view(self) -> None:
        super().refresh_view()
        self.show_progress()

    def on_appearance_changed(self) -> None:
        self._plot.redraw()
        super().on_appearance_changed()

    def show_progress(self) -> bool:
        """Show `SolverRun.progress`; return True if anything has changed."""
        solver_run, verdict = self.solver_run, self.solver_run.verdict
        if not self.is_mounted or not self._plot.size:
            return False
        if solver_run.replay and verdict and not self._replay:
            self._replay = copy(solver_run.replay)
            self._replay.ply = len(self._replay.moves)
        sub_title = self._state_text()
        changed = [
            sub_title != self.sub_title,
            self._show_board(),
            self._stats.show_run(solver_run, self._stats.size.width, SHOWN_STATS),
            self._show_plot(),
        ]
        self.sub_title = sub_title
        self._stats.border_title = "Verdict" if verdict else "Search"
        key_state = KeyState(verdict is None, solver_run.is_paused, self._replay is not None)
        if key_state != self._key_state:
            self._key_state = key_state
            self.refresh_bindings()
        return any(changed)

    def _state_text(self) -> str:
        """Return the state of the solver and its time; while it is queued, it takes none."""
        solver_run, verdict = self.solver_run, self.solver_run.verdict
        if solver_run.is_queued and not verdict:
            return "queued"
        unfinished_state = "paused" if solver_run.is_paused else "running"
        state = "finished" if verdict else unfinished_state
        return f"{state}  {formatting.format_clock((verdict or solver_run.progress).seconds)}"

    def _show_board(self) -> bool:
        solver_run, replay = self.solver_run, self._replay
        if replay:
            is_at_end = replay.ply == len(replay.moves)
            title, position = "Final position" if is_at_end else "Solution", replay.position
            self._seek_bar.show_replay(replay, self._board)
        elif solver_run.verdict:
            title, position = "Start", solver_run.position
        else:
            title, position = "Current position", solver_run.sample_position
        self.set_class(replay is not None, "-replay")
        is_title_new = self._board_area.set_title(title)
        return self._board_area.show_position(self._board, position) or is_title_new

    def _show_plot(self) -> bool:
        solver_run = self.solver_run
        title, draw = self._plot_content()
        # a paused search is plotted anew at each step, a running one every few seconds
        paused_at = solver_run.progress.explored if solver_run.progress.held else 0
        key = (solver_run, title, paused_at)
        is_plot_new = self._plot.show_plot(draw, key, solver_run.verdict is None)
        return self._plot.set_title(title) or is_plot_new

    def _plot_content(self) -> TitledDrawing:
        """Return the plot; the solution, if the search was too quick for one."""
        curves = choose_curves(self.solver_run.history)
        longest = max(len(series.points) for series in curves.series)
        if self.solver_run.verdict and longest < MIN_CURVE_POINTS:
            if self.solver_run.replay:
                return TitledDrawing("Solution", partial(self._draw_moves, self.solver_run.replay))
            return TitledDrawing("Over time", draw_too_quick)
        draw = partial(
            draw_line_plot,
            curves.series,
            x_label=curves.x_label,
            y_label=curves.y_label,
            log=None if curves.x_label == "depth" else False,
            steps=curves.is_stepped,
            ascii_only=self._options.appearance.ascii_only,
        )
        return TitledDrawing(curves.title, draw)

    def _draw_moves(self, replay: Replay, width: int, height: int) -> Block:
        """Return the solution as numbered moves in columns."""
        texts = [
            f"{index + 1:>3}  {self._board.step_text(*replay.step_at(index))}  "
            for index in range(replay.step_count)
        ]
        column_width = max(map(cell_len, texts), default=1)
        max_count = max(1, height) * max(1, width // column_width)
        if len(texts) > max_count:
            hidden_count = len(texts) - max_count + 1
            texts = [*texts[: max_count - 1], f"  …  {hidden_count} more"]
        rows: Block = [[] for _ in range(height)]
        for index, text in enumerate(texts):
            rows[index % height] += drawing.fit_line([(text, "")], column_width)
        return rows

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        solver_run, is_running = self.solver_run, self.solver_run.verdict is None
        match action:
            case "pause":
                return is_running and parameters != (solver_run.is_paused,)
            case "stop":
                return is_running
            case "step":
                return self._replay is not None
            case "replay":
                return solver_run.replay is not None
        return True

    def action_pause(self, pause: bool) -> None:
        self.solver_run.set_paused(pause)
        self.show_progress()

    def action_step(self, count: int) -> None:
        """Step through the solution."""
        if self._replay:
            self._replay.step(count)
        self.show_progress()

    def on_seek_requested(self, event: SeekRequested) -> None:
        if self._replay:
            current_step = self._replay.count_steps_to(self._replay.ply)
            self.action_step(self._replay.count_steps_to(event.ply) - current_step)

    def action_stop(self) -> None:
        self.solver_run.cancel()
        self.show_progress()

    def action_step_through(self) -> None:
        """Search again in the step view, by a readable solver; pause this search, or stop it.

        A search that is paused here goes on when the step view is closed.
        """
        solver_run, readable = self.solver_run, self._readable
        solver = solver_run.solver
        if not readable:
            self.notify_here(f"{solver.name} is compiled: its steps cannot be shown.")
            return
        if worker_slots().is_full():  # else the new search would wait for this one
            solver_run.cancel()
        is_paused_here = not (solver_run.verdict or solver_run.is_paused)
        if is_paused_here:
            solver_run.set_paused(True)

        def on_closed(_: None) -> None:
            if is_paused_here:
                self.action_pause(False)

        steps = screens.StepViewScreen(
            solver_run.new_traced_run(readable),
            self._options,
            self._puzzle_title,
            "" if solver is readable else solver.name,
        )
        self.app.push_screen(steps, on_closed)

    def action_replay(self) -> None:
        self.dismiss(True)


def choose_curves(history: SearchHistory) -> Curves:
    """Return the curves that say most about a search: by depth, best score, or positions."""
    if history.expanded_by_depth:
        band = history.band_size
        explored = [(index * band, count) for index, count in enumerate(history.expanded_by_depth)]
        frontier = [
            (index * band, count) for index, count in sorted(history.frontier_by_band.items())
        ]
        series = [Series("explored", explored)]
        if len(frontier) >= MIN_CURVE_POINTS and any(history.frontier_by_band.values()):
            series.append(Series("frontier", frontier))
        return Curves("By depth", "depth", "positions", series)
    last_seconds = history.explored_curve[-1][0]
    if len(history.best_scores) >= MIN_CURVE_POINTS and history.best_scores[-1][1] >= 0:
        last_score = history.best_scores[-1][1]
        scores = [*history.best_scores, (last_seconds, last_score)]
        return Curves("Best so far, over time", "seconds", "score", [Series("", scores)], True)
    curve = Series("", history.explored_curve)
    return Curves("Explored, over time", "seconds", "positions", [curve])


def draw_too_quick(width: int, height: int) -> Block:
    return drawing.center([[("Too quick for a plot", "dim")]], width, height)
