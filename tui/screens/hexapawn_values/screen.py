"""The values of hexapawn by board size, which the solver fills in while the user watches."""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.search.registry import default_solver
from ludoscope.tui.model.hexapawn_values import (
    DEFAULT_COLUMNS,
    DEFAULT_LIMITS,
    DEFAULT_ROWS,
    BoardSize,
    StartValues,
    ValueResult,
)
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.text_table import Column, TextTable

REFRESH_INTERVAL_SECONDS = 0.5
ROW_HEADING_WIDTH = 6
MIN_CELL_WIDTH = 6
MIN_WORDED_CELL_WIDTH = 16  # "Black in 100"
MAX_ROW_HEIGHT = 4
COLUMNS_OUTSIDE_VALUES = 24
LINES_OUTSIDE_VALUES = 10


class HexapawnValuesScreen(BaseScreen[None]):
    """A table of values; enter computes the missing ones, each within the usual limits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "fill", "fill the table", id="sizes.fill"),
        Binding("x", "stop", "stop", id="sizes.stop"),
        Binding("escape,q", "dismiss(None)", "back", id="go.back"),
    ]
    PURPOSE = (
        "Who wins hexapawn on each size of board if nobody makes a mistake, and in how many "
        "moves. Missing sizes can be computed here."
    )
    TITLE = "Hexapawn › values by board size"
    CSS_PATH = "hexapawn_values.tcss"
    MIN_SIZE = (60, 14)

    def __init__(self) -> None:
        super().__init__()
        self._values = StartValues()
        self._current_size: BoardSize | None = None  # of the board that is being solved
        self._solver_run: SolverRun | None = None

    def compose_body(self) -> Iterable[Widget]:
        with Vertical(id="sizes"):
            yield TextTable(has_cursor=False)
            yield Static(Content(legend(cap_limits(DEFAULT_LIMITS))), id="legend")

    def on_mount(self) -> None:
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer, pause=True)

    def on_unmount(self) -> None:
        self._cancel_solver()

    def on_resize(self, event: events.Resize) -> None:
        self._show_values()

    def on_appearance_changed(self) -> None:
        super().on_appearance_changed()
        self._show_values()

    # Refreshing

    def _on_timer(self) -> None:
        if self._solver_run and self.app.frame_pacer.is_free:
            self._solver_run.update_progress()
            self._show_progress()

    def _show_values(self) -> None:
        width, height = self.size
        cell_width = max(MIN_CELL_WIDTH, (width - COLUMNS_OUTSIDE_VALUES) // len(DEFAULT_COLUMNS))
        headings = [
            Column("rows", ROW_HEADING_WIDTH, align_right=True),
            *(Column(str(column), cell_width, align_right=True) for column in DEFAULT_COLUMNS),
            Column("  columns"),
        ]
        lines: list[list[Text | str]] = [
            [str(row), *(self._format_value((row, column)) for column in DEFAULT_COLUMNS), ""]
            for row in DEFAULT_ROWS
        ]
        row_height = (height - LINES_OUTSIDE_VALUES) // len(DEFAULT_ROWS)
        row_height = min(MAX_ROW_HEIGHT, max(1, row_height))
        self.query_one(TextTable).set_rows(headings, lines, row_height)
        self._show_progress()

    def _format_value(self, size: BoardSize) -> Text:
        if size == self._current_size:
            return Text("…", "bold")
        value = self._values.values.get(size)
        if value is None:
            return Text("·", "dim")
        width = self.size.width - COLUMNS_OUTSIDE_VALUES
        has_room = width >= MIN_WORDED_CELL_WIDTH * len(DEFAULT_COLUMNS)
        text = format_in_words(value) if has_room else format_signed(value)
        return Text(text, self.app.palette.styles[value_role(value)])

    def _show_progress(self) -> None:
        text = ""
        if self._current_size and self._solver_run:
            rows, columns = self._current_size
            progress = self._solver_run.progress
            seconds = formatting.format_duration(progress.seconds)
            text = f"{rows}×{columns}: {progress.explored:,} positions, {seconds}"
        self.show_status(Content.styled(text, "$warning"))
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_filling = self._current_size is not None
        match action:
            case "stop":
                return is_filling or None
            case "fill":
                return not is_filling or None
        return True

    def action_fill(self) -> None:
        self.run_worker(self._fill, group="fill", exclusive=True)

    def action_stop(self) -> None:
        self._cancel_solver()
        self.workers.cancel_group(self, "fill")
        self._show_values()
        self.refresh_bindings()
        self.notify_here("Stopped. The values found so far are saved.")

    def _cancel_solver(self) -> None:
        self._current_size = None
        self._timer.pause()
        if self._solver_run:
            self._solver_run.cancel()

    async def _fill(self) -> None:
        """Solve the boards that are missing or may succeed with these limits, smallest first."""
        limits = cap_limits(DEFAULT_LIMITS)
        self._timer.resume()
        for size in list(self._values.unsolved_sizes(DEFAULT_ROWS, DEFAULT_COLUMNS, limits)):
            game = HexapawnGame(*size)
            self._current_size = size
            self._solver_run = SolverRun(game, game.start, [], default_solver(game), limits)
            self._show_values()
            verdict = await self._solver_run.run()
            if isinstance(verdict, GaveUp) and "limit" not in verdict.reason:
                self.notify_here(verdict.reason)
                break
            try:
                self._values.add_result(size, verdict, limits)
            except OSError as error:
                self.app.notify_anywhere(f"Not saved: {error.strerror}")
        self._cancel_solver()
        self._show_values()
        self.refresh_bindings()


def open_hexapawn_values(app: AppBase) -> None:
    """Open the table of values, from the library of hexapawn."""
    app.push_screen(HexapawnValuesScreen())


def legend(limits: Limits) -> str:
    return (
        "Values in plies. + White, who moves first, wins; − Black wins; · not computed yet "
        f"(⏎ computes and saves it); * not found in {limits.seconds:g} s."
    )


def format_signed(value: ValueResult) -> str:
    """Return "+19", "−8", or "*" if the solver gave up."""
    return str(value).replace("-", "−")


def format_in_words(value: ValueResult) -> str:
    """Return "White in 19", "Black in 8", or "*" if the solver gave up."""
    if value.value is None:
        return format_signed(value)
    return f"{'White' if value.value > 0 else 'Black'} in {abs(value.value)}"


def value_role(value: ValueResult) -> str:
    if value.value is None:
        return "dim"
    return "good" if value.value > 0 else "bad"
