"""The values of hexapawn by board size, which the solver fills in while the user watches."""

import asyncio
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
MIN_WORDED_CELL_WIDTH = 13  # "Black in 100"
MAX_ROW_HEIGHT = 2
COLUMNS_OUTSIDE_VALUES = 24
LINES_OUTSIDE_VALUES = 13
MAX_WIDTH = 118  # of the table and its border, as in the stylesheet


class HexapawnValuesScreen(BaseScreen[None]):
    """A table of values; enter computes the missing ones, each within the usual limits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "fill", "compute missing", id="sizes.fill"),
        Binding("x", "stop", "stop", id="sizes.stop"),
        Binding("escape,q", "dismiss(None)", "back", id="go.back"),
    ]
    PURPOSE = (
        "Who wins hexapawn on each size of board if nobody makes a mistake, and in how many "
        "moves. Missing sizes can be computed here."
    )
    TITLE = "Hexapawn › Values by board size"
    CSS_PATH = "hexapawn_values.tcss"
    MIN_SIZE = (60, 14)

    def __init__(self) -> None:
        super().__init__()
        self._values: StartValues | None = None  # until they are read
        self._current_size: BoardSize | None = None  # of the board that is being solved
        self._solver_run: SolverRun | None = None

    def compose_body(self) -> Iterable[Widget]:
        with Vertical(id="sizes"):
            yield TextTable(has_cursor=False)
            yield Static(id="legend")

    async def on_mount(self) -> None:
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer, pause=True)
        self._values = await asyncio.to_thread(StartValues)

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
        if not self._values:
            return
        values = self._values.values
        height, cell_width = self.size.height, self._cell_width
        headings = [
            Column("rows", ROW_HEADING_WIDTH, align_right=True),
            *(Column(str(column), cell_width, align_right=True) for column in DEFAULT_COLUMNS),
            Column("  columns"),
        ]
        lines: list[list[Text | str]] = [
            [
                str(row),
                *(
                    self._format_value((row, column), values.get((row, column)))
                    for column in DEFAULT_COLUMNS
                ),
                "",
            ]
            for row in DEFAULT_ROWS
        ]
        row_height = (height - LINES_OUTSIDE_VALUES) // len(DEFAULT_ROWS)
        row_height = min(MAX_ROW_HEIGHT, max(1, row_height))
        self.query_one(TextTable).set_rows(headings, lines, row_height)
        enter = self.app.options.key_display("sizes.fill", "⏎")
        limits = cap_limits(DEFAULT_LIMITS)
        text = legend(limits, enter, in_words=self._writes_words)
        self.query_one("#legend", Static).update(Content(text))
        self._show_progress()

    @property
    def _cell_width(self) -> int:
        width = min(self.size.width, MAX_WIDTH) - COLUMNS_OUTSIDE_VALUES
        return max(MIN_CELL_WIDTH, width // len(DEFAULT_COLUMNS))

    @property
    def _writes_words(self) -> bool:
        return self._cell_width >= MIN_WORDED_CELL_WIDTH

    def _format_value(self, size: BoardSize, value: ValueResult | None) -> Text:
        if size == self._current_size:
            return Text("…", "bold")
        if value is None:
            return Text("·", "dim")
        text = format_value(value, in_words=self._writes_words)
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
        limits, values = cap_limits(DEFAULT_LIMITS), self._values
        assert values
        self._timer.resume()
        for size in list(values.unsolved_sizes(DEFAULT_ROWS, DEFAULT_COLUMNS, limits)):
            game = HexapawnGame(*size)
            self._current_size = size
            self._solver_run = SolverRun(game, game.start, [], default_solver(game), limits)
            self._show_values()
            verdict = await self._solver_run.run()
            if isinstance(verdict, GaveUp) and "limit" not in verdict.reason:
                self.notify_here(verdict.reason)
                break
            try:
                await asyncio.to_thread(values.add_result, size, verdict, limits)
            except OSError as error:
                self.app.notify_anywhere(f"Not saved: {error.strerror}")
        self._cancel_solver()
        self._show_values()
        self.refresh_bindings()


def open_hexapawn_values(app: AppBase) -> None:
    """Open the table of values, from the library of hexapawn."""
    app.push_screen(HexapawnValuesScreen())


def legend(limits: Limits, enter: str, *, in_words: bool) -> str:
    """Return the meaning of the cells."""
    sides = "White in 5" if in_words else "W 5"
    black = "Black" if in_words else "B"
    return (
        f"{sides}: White, who moves first, wins in 5 plies (moves of both sides together) if nobody"
        f" makes a mistake; {black}: Black wins. · not computed: {enter} computes and saves it;"
        f" * not found in {limits.seconds:g} s."
    )


def format_value(value: ValueResult, *, in_words: bool) -> str:
    """Return "White in 19" or "W 19", or "*" if the solver gave up."""
    if value.value is None:
        return str(value)
    side = "White" if value.value > 0 else "Black"
    return f"{side} in {abs(value.value)}" if in_words else f"{side[0]} {abs(value.value)}"


def value_role(value: ValueResult) -> str:
    if value.value is None:
        return "dim"
    return "good" if value.value > 0 else "bad"
