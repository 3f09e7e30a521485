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
    USUAL_COLUMNS,
    USUAL_LIMITS,
    USUAL_ROWS,
    Known,
    Size,
    Sizes,
)
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.text_table import Heading, Table

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
    TITLE = "Hexapawn › values by board size"
    CSS_PATH = "hexapawn_values.tcss"
    LEAST = (60, 14)

    def __init__(self) -> None:
        super().__init__()
        self._values = Sizes()
        self._current_size: Size | None = None  # of the board that is being solved
        self._solver_run: Solving | None = None

    def body(self) -> Iterable[Widget]:
        with Vertical(id="sizes"):
            yield Table(cursor=False)
            yield Static(Content(legend(cap_limits(USUAL_LIMITS))), id="legend")

    def on_mount(self) -> None:
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer, pause=True)

    def on_unmount(self) -> None:
        self._cancel_solver()

    def on_resize(self, event: events.Resize) -> None:
        self._show_values()

    def look_changed(self) -> None:
        super().look_changed()
        self._show_values()

    # Refreshing

    def _on_timer(self) -> None:
        if self._solver_run and self.app.pace.free:
            self._solver_run.look()
            self._show_progress()

    def _show_values(self) -> None:
        width, height = self.size
        cell_width = max(MIN_CELL_WIDTH, (width - COLUMNS_OUTSIDE_VALUES) // len(USUAL_COLUMNS))
        headings = [
            Heading("rows", ROW_HEADING_WIDTH, right=True),
            *(Heading(str(column), cell_width, right=True) for column in USUAL_COLUMNS),
            Heading("  columns"),
        ]
        lines: list[list[Text | str]] = [
            [str(row), *(self._format_value((row, column)) for column in USUAL_COLUMNS), ""]
            for row in USUAL_ROWS
        ]
        row_height = (height - LINES_OUTSIDE_VALUES) // len(USUAL_ROWS)
        row_height = min(MAX_ROW_HEIGHT, max(1, row_height))
        self.query_one(Table).lay(headings, lines, row_height)
        self._show_progress()

    def _format_value(self, size: Size) -> Text:
        if size == self._current_size:
            return Text("…", "bold")
        value = self._values.known.get(size)
        if value is None:
            return Text("·", "dim")
        width = self.size.width - COLUMNS_OUTSIDE_VALUES
        has_room = width >= MIN_WORDED_CELL_WIDTH * len(USUAL_COLUMNS)
        text = format_in_words(value) if has_room else format_signed(value)
        return Text(text, self.app.palette.styles[value_role(value)])

    def _show_progress(self) -> None:
        text = ""
        if self._current_size and self._solver_run:
            rows, columns = self._current_size
            progress = self._solver_run.progress
            seconds = formatting.duration(progress.seconds)
            text = f"{rows}×{columns}: {progress.explored:,} positions, {seconds}"
        self.status(Content.styled(text, "$warning"))
        self.call_after_refresh(self.app.pace.drawn)

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
        self.tell("Stopped. The values found so far are saved.")

    def _cancel_solver(self) -> None:
        self._current_size = None
        self._timer.pause()
        if self._solver_run:
            self._solver_run.cancel()

    async def _fill(self) -> None:
        """Solve the boards that are missing or may succeed with these limits, smallest first."""
        limits = cap_limits(USUAL_LIMITS)
        self._timer.resume()
        for size in list(self._values.due(USUAL_ROWS, USUAL_COLUMNS, limits)):
            game = HexapawnGame(*size)
            self._current_size = size
            self._solver_run = Solving(game, game.start, [], default_solver(game), limits)
            self._show_values()
            verdict = await self._solver_run.run()
            if isinstance(verdict, GaveUp) and "limit" not in verdict.reason:
                self.tell(verdict.reason)
                break
            try:
                self._values.take(size, verdict, limits)
            except OSError as error:
                self.app.announce(f"Not saved: {error.strerror}")
        self._cancel_solver()
        self._show_values()
        self.refresh_bindings()


def open_hexapawn_values(app: Services) -> None:
    """Open the table of values, from the library of hexapawn."""
    app.push_screen(HexapawnValuesScreen())


def legend(limits: Limits) -> str:
    return (
        "Values in plies. + White, who moves first, wins; − Black wins; · not computed yet "
        f"(⏎ computes and saves it); * not found in {limits.seconds:g} s."
    )


def format_signed(value: Known) -> str:
    """Return "+19", "−8", or "*" if the solver gave up."""
    return str(value).replace("-", "−")


def format_in_words(value: Known) -> str:
    """Return "White in 19", "Black in 8", or "*" if the solver gave up."""
    if value.value is None:
        return format_signed(value)
    return f"{'White' if value.value > 0 else 'Black'} in {abs(value.value)}"


def value_role(value: Known) -> str:
    if value.value is None:
        return "dim"
    return "good" if value.value > 0 else "bad"
