"""The values of hexapawn by board size, filled in while you watch."""

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

ROWS, COLUMNS = USUAL_ROWS, USUAL_COLUMNS
TICK = 0.5  # seconds between looks at the solver
FIRST, CELL = 6, 6  # columns of the number of rows, and of a value at the least
WORDED, HIGHEST = 16, 4  # columns of a value in words, lines of a row
BESIDE, ABOVE = 24, 12  # cells and lines of a screen that values do not use


class HexapawnValuesScreen(BaseScreen[None]):
    """Enter fills what is missing, board after board, each within the usual limits."""

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
        self._sizes = Sizes()
        self._at: Size | None = None
        self._solving: Solving | None = None

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick, pause=True)

    def on_unmount(self) -> None:
        self._cancel()

    def _tick(self) -> None:
        if self._solving and self.app.pace.free:
            self._solving.look()
            self._show_status()

    # What is shown

    def body(self) -> Iterable[Widget]:
        with Vertical(id="sizes"):
            yield Table(cursor=False)
            yield Static(Content(said_of(cap_limits(USUAL_LIMITS))), id="said")

    def _show(self) -> None:
        columns, lines = self.size
        cell = max(CELL, (columns - BESIDE) // len(COLUMNS))
        headings = [Heading("rows", FIRST, right=True)]
        headings += [Heading(str(column), cell, right=True) for column in COLUMNS]
        self.query_one(Table).lay(
            [*headings, Heading("  columns")],
            [[str(row), *(self._cell((row, column)) for column in COLUMNS), ""] for row in ROWS],
            height=min(HIGHEST, max(1, (lines - ABOVE + 2) // len(ROWS))),
        )
        self._show_status()

    def _cell(self, size: Size) -> Text:
        known = self._sizes.known.get(size)
        if size == self._at:
            return Text("…", "bold")
        if known is None:
            return Text("·", "dim")
        wide = self.size.width - BESIDE >= WORDED * len(COLUMNS)
        return Text((_worded if wide else _signed)(known), self.app.palette.styles[_role(known)])

    def _show_status(self) -> None:
        said = ""
        if self._at and self._solving:
            progress = self._solving.progress
            rows, columns = self._at
            seconds = formatting.duration(progress.seconds)
            said = f"{rows}×{columns}: {progress.explored:,} positions, {seconds}"
        self.status(Content.styled(said, "$warning"))
        self.call_after_refresh(self.app.pace.drawn)

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def look_changed(self) -> None:
        super().look_changed()
        self._show()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "stop":
            return self._at is not None or None
        return (action != "fill" or self._at is None) or None

    def action_fill(self) -> None:
        self.run_worker(self._fill, group="fill", exclusive=True)

    def action_stop(self) -> None:
        self._cancel()
        self.workers.cancel_group(self, "fill")
        self._show()
        self.refresh_bindings()
        self.tell("stopped; the values found are stored")

    def _cancel(self) -> None:
        self._at = None
        self._timer.pause()
        if self._solving:
            self._solving.cancel()

    async def _fill(self) -> None:
        limits = cap_limits(USUAL_LIMITS)
        self._timer.resume()
        for size in list(self._sizes.due(USUAL_ROWS, USUAL_COLUMNS, limits)):
            game = HexapawnGame(*size)
            self._at = size
            self._solving = Solving(game, game.start, [], default_solver(game), limits)
            self._show()
            verdict = await self._solving.run()
            if isinstance(verdict, GaveUp) and "limit" not in verdict.reason:
                self.tell(verdict.reason)
                break
            try:
                self._sizes.take(size, verdict, limits)
            except OSError as error:
                self.app.announce(f"not saved: {error.strerror}")
        self._cancel()
        self._show()
        self.refresh_bindings()


def show(app: Services) -> None:
    """What the library of hexapawn opens."""
    app.push_screen(HexapawnValuesScreen())


def said_of(limits: Limits) -> str:
    """What the figures mean."""
    return (
        "In plies: + White, who moves first, wins; − White loses. · is not known: ⏎ searches, and"
        f" stores what it finds; * not found in {limits.seconds:g} s."
    )


def _signed(known: Known) -> str:
    return str(known).replace("-", "−")


def _worded(known: Known) -> str:
    if known.value is None:
        return _signed(known)
    return f"{'White' if known.value > 0 else 'Black'} in {abs(known.value)}"


def _role(known: Known) -> str:
    if known.value is None:
        return "dim"
    return "good" if known.value > 0 else "bad"
