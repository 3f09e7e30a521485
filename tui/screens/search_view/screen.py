"""A running solver, full screen: its position, its progress, what it has proved; then a summary.

It needs a `Solving` and nothing of the screen that it was opened from. What leaves it is True when
the person wants to see the solution.
"""

from collections.abc import Callable, Iterable
from copy import copy
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.play.solver_panel import look_at
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, lines
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.drawing import Draw, Plot
from ludoscope.tui.widgets.search_stats import ROWS, Figures
from ludoscope.tui.widgets.timeline import ReplayBar, Sought

TICK = 0.25  # seconds between looks
FIGURES = 44  # columns at least for what is told in words
LEAST_BOARD = 24  # columns, its box included
LEAST_PLOT = 7  # lines, its box included
AROUND = 3  # lines above and below the boxes
LEAST_POINTS = 3  # of a line that tells anything
LOG = 1000  # positions at a depth from which on plots are logarithmic
TOLD = {*ROWS, "guarantees", "proved"} - {"by depth"}  # which the plot shows


class WatchingPage(BaseScreen[bool], inherit_bindings=False):
    """`work` sets a search to work, for the same to be begun once more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,w", "replay", "replay solution", id="watching.replay"),
        Binding("space", "pause(False)", "continue", id="watching.pause"),
        Binding("space", "pause(True)", "pause", id="watching.pause"),
        Binding("full_stop,right", "step(1)", "one step", key_display=".", id="watching.step"),
        Binding("down", "step(10)", "10 steps", id="watching.steps", show=False),
        Binding("shift+down", "step(100)", "100 steps", id="watching.leap", show=False),
        Binding("left", "step(-1)", "step back", id="watching.back", show=False),
        Binding("x", "stop", "stop", id="watching.stop"),
        Binding("r", "again", "step through", id="watching.again"),
        Binding("escape,q", "dismiss(False)", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "search_view.tcss"
    AUTO_FOCUS = ""
    LEAST = (64, 18)

    def __init__(
        self,
        solving: Solving,
        options: UserOptions,
        title: str = "",
        work: Callable[[Solving], None] | None = None,
    ) -> None:
        super().__init__()
        self.title = f"Watching › {solving.solver.name}{f' on {title}' if title else ''}"
        self.solving = solving
        self._work = work
        self._options = options
        self._board = board_for(solving.game, options)
        self._board.pointing = False
        self._line: Replay | None = None  # the solution, to be stepped along here
        self._view, self._figures, self._bar = BoardView(id="view"), Figures(), ReplayBar()
        self._plot = Plot(id="plot")
        self._keys: tuple[object, ...] = ()  # what the keys depend on

    def body(self) -> Iterable[Widget]:
        yield Horizontal(self._view, Vertical(self._figures, self._plot))
        yield self._bar

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick)
        self.watch(self._plot, "virtual_size", self.paint, init=False)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size.width, event.size.height - AROUND
        columns = self._board.size(width - FIGURES - 4, height - 2)[0] + 4
        self._view.styles.width = max(LEAST_BOARD, min(columns, width - FIGURES))
        self._figures.styles.max_height = max(1, height - LEAST_PLOT)
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.show)

    def _tick(self) -> None:
        if self.app.pace.free and self.on_top:
            self.solving.look()
            if self.show():
                self.call_after_refresh(self.app.pace.drawn)
            if self.solving.verdict:
                self._timer.pause()

    def paint(self) -> None:
        super().paint()
        self.show()

    def look_changed(self) -> None:
        self._plot.redraw()
        super().look_changed()

    # What is shown

    def show(self) -> bool:
        """Show the search as it was when it was looked at last; whether anything is new."""
        solving, verdict = self.solving, self.solving.verdict
        if not self.is_mounted or not self._plot.size:
            return False
        if solving.replay and not self._line and verdict:
            self._line = copy(solving.replay)
            self._line.at = len(self._line.moves)
        state = "finished" if verdict else "paused" if solving.still else "running"
        said = f"{state}  {formatting.clock((verdict or solving.progress).seconds)}"
        new = [
            said != self.sub_title,
            self._show_board(),
            self._figures.tell(solving, self._figures.size.width, TOLD),
            self._show_plot(),
        ]
        self.sub_title = said
        self._figures.border_title = "Verdict" if verdict else "Search"
        keys = (verdict is None, solving.still, self._line)
        if keys != self._keys:
            self._keys = keys
            self.refresh_bindings()
        return any(new)

    def _show_board(self) -> bool:
        solving, line = self.solving, self._line
        title, position = "Current position", solving.sample
        if line:
            title, position = "Solution", line.position
            if line.at == len(line.moves):
                title = "Final position"
            self._bar.tell(line, self._board)
        elif solving.verdict:
            title, position = "Start", solving.position
        self.set_class(line is not None, "-replay")
        return self._view.name_it(title) | look_at(self._view, self._board, position)

    def _show_plot(self) -> bool:
        """Each step of a search that stands still has a plot of its own."""
        solving = self.solving
        title, draw = self._picture()
        step = solving.progress.explored if solving.progress.held else 0
        drawn = self._plot.plot(draw, (solving, title, step), solving.verdict is None)
        return self._plot.name_it(title) | drawn

    def _picture(self) -> tuple[str, Draw]:
        """A title, and what draws the plot; the moves, if it was over before there was a line."""
        title, label, curves, steps = self._curves(self.solving.history)
        if self.solving.verdict and max(len(one.points) for one in curves) < LEAST_POINTS:
            return ("Solution", self._moves) if self.solving.replay else ("Over time", too_quick)
        top = max((y for one in curves for _, y in one.points), default=0)
        log, ascii_only = label == "depth" and top >= LOG, self._options.appearance.ascii_only
        how = partial(lines, x_label=label, log=log, steps=steps, ascii_only=ascii_only)
        return title, partial(how, curves)

    def _moves(self, width: int, height: int) -> Block:
        """The solution in columns."""
        replay = self.solving.replay
        assert replay
        said = [self._board.say_step(*replay.step_made(at)) for at in range(replay.steps)]
        texts = [f"{at:>3}  {move}  " for at, move in enumerate(said, 1)]
        wide = max(map(cell_len, texts), default=1)
        most = max(1, height) * max(1, width // wide)
        if len(texts) > most:
            texts[most - 1 :] = [f"  …  {len(texts) - most + 1} more"]
        rows: Block = [[] for _ in range(height)]
        for at, text in enumerate(texts):
            rows[at % height] += drawing.fit([(text, "")], wide)
        return rows

    def _curves(self, history: SearchHistory) -> tuple[str, str, list[Series], bool]:
        """What tells most of this search: a title, what goes along x, the lines, if in steps."""
        if history.levels:
            counts = [(at * history.band, n) for at, n in enumerate(history.levels)]
            waiting = [(at * history.band, n) for at, n in sorted(history.frontier.items())]
            shown = [Series("explored", counts)]
            if len(waiting) >= LEAST_POINTS and any(history.frontier.values()):
                shown.append(Series("frontier", waiting))
            return "By depth", "depth", shown, False
        last = history.curve[-1][0]
        scale, label = (1000, "milliseconds") if last < 1 else (1, "seconds")
        if len(history.best) >= LEAST_POINTS and history.best[-1][1] >= 0:
            held = [*history.best, (last, history.best[-1][1])]
            best = [(seconds * scale, score) for seconds, score in held]
            return "Best so far, over time", label, [Series("score", best)], True
        curve = [(seconds * scale, explored) for seconds, explored in history.curve]
        return "Over time", label, [Series("explored", curve)], False

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what can be done now is shown."""
        solving, at_work = self.solving, self.solving.verdict is None
        match action:
            case "pause":
                return at_work and parameters[0] is not solving.still
            case "stop":
                return at_work
            case "step" if at_work:
                return solving.readable and parameters[0] != -1
            case "step" | "replay":
                return solving.replay is not None
            case "again":
                return solving.readable and self._work is not None
        return True

    def action_pause(self, still: bool) -> None:
        self.solving.hold(still)
        self.show()

    def action_step(self, count: int) -> None:
        """Of the search; once it has ended, along the solution."""
        if self._line:
            self._line.step(count)
        else:
            self.solving.step(count)
        self.show()

    def on_sought(self, event: Sought) -> None:
        if self._line:
            self.action_step(self._line.steps_to(event.at) - self._line.steps_to(self._line.at))

    def action_stop(self) -> None:
        self.solving.cancel()
        self.show()

    def action_again(self) -> None:
        assert self._work
        self.solving, self._line = self.solving.again(), None
        self._work(self.solving)
        self._timer.resume()
        self.show()

    def action_replay(self) -> None:
        self.dismiss(True)


def too_quick(width: int, height: int) -> Block:
    """That there is nothing to plot."""
    return drawing.centre([[("too quick for a plot", "dim")]], width, height)
