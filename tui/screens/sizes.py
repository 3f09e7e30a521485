"""The values of hexapawn by board size, filled in while one looks."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoscope.games.hexapawn import HexapawnGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp
from ludoscope.search.process.host_limits import allowed
from ludoscope.search.registry import default_solver
from ludoscope.tui.boards.board import Line
from ludoscope.tui.play.sizes import USUAL_COLUMNS, USUAL_LIMITS, USUAL_ROWS, Known, Size, Sizes
from ludoscope.tui.play.solving import Solving
from ludoscope.tui.screens.page import Page
from ludoscope.tui.services.contract import Services
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block

ROWS, COLUMNS = USUAL_ROWS, USUAL_COLUMNS
TICK = 0.5  # seconds between looks at the solver
CELL, BROAD = 6, 12  # columns of a value


class SizesPage(Page[None]):
    """Enter fills what is missing, board after board, each within the usual limits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "fill", "fill the table", id="sizes.fill"),
        Binding("x", "stop", "stop", id="sizes.stop"),
        Binding("escape,q", "dismiss(None)", "back", id="go.back"),
    ]

    def __init__(self, ascii_only: bool) -> None:
        super().__init__(ascii_only)
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
            self.paint_unasked()

    # The frame

    def frame(self, width: int, height: int) -> Block:
        cell = min(BROAD, max(CELL, (width - 20) // len(COLUMNS)))
        body = height - 4
        told = drawing.wrap(said_of(allowed(USUAL_LIMITS)), width - 8, "dim")
        said = [[("   ", ""), *line] for line in told]
        apart = min(2, max(1, (body - 5 - len(said)) // len(ROWS) - 1))  # lines between rows
        blank: Block = [[]] * apart
        lines: Block = [[], [("   rows ", "dim"), *self._headings(cell)]]
        for row in ROWS:
            cells = [self._cell((row, column), cell) for column in COLUMNS]
            lines += [*blank, [(f"{row:>6}  ", "dim"), *cells]]
        lines = [*lines[: body - 2 - len(said) - 1], [], *said]
        top = drawing.fit([(" Hexapawn › ", "dim"), ("values by board size", "title")], width)
        box = drawing.box("", lines, width, body)
        return drawing.block([top, *box, *self.bottom(width, self._status())], width, height)

    def _headings(self, cell: int) -> Line:
        return [("".join(f"{column:>{cell}}" for column in COLUMNS), "dim"), ("  columns", "dim")]

    def _cell(self, size: Size, cell: int) -> tuple[str, str]:
        known = self._sizes.known.get(size)
        if size == self._at:
            return f"{'…':>{cell}}", "notice"
        if known is None:
            return f"{'·':>{cell}}", "dim"
        return f"{_signed(known):>{cell}}", _role(known)

    def _status(self) -> Line:
        if not self._at or not self._solving:
            return []
        progress = self._solving.progress
        rows, columns = self._at
        seconds = words.duration(progress.seconds)
        return [(f" {rows}×{columns}: {progress.explored:,} positions, {seconds}", "notice")]

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
        self.tell("stopped; what is known is kept")

    def _cancel(self) -> None:
        self._at = None
        self._timer.pause()
        if self._solving:
            self._solving.cancel()

    async def _fill(self) -> None:
        limits = allowed(USUAL_LIMITS)
        self._timer.resume()
        for size in list(self._sizes.due(USUAL_ROWS, USUAL_COLUMNS, limits)):
            game = HexapawnGame(*size)
            self._at = size
            self._solving = Solving(game, game.start, [], default_solver(game), limits)
            self.paint()
            verdict = await self._solving.run()
            if isinstance(verdict, GaveUp) and "limit" not in verdict.reason:
                self.tell(verdict.reason)
                break
            try:
                self._sizes.take(size, verdict, limits)
            except OSError as error:
                self.tell(f"not saved: {error.strerror}")
        self._cancel()
        self.paint()


def show(app: Services) -> None:
    """What the library of hexapawn opens."""
    app.push_screen(SizesPage(app.look.ascii_only))


def said_of(limits: Limits) -> str:
    """What the figures mean."""
    return (
        "In plies: + white, who begins, wins in so many; − it loses. * given up after"
        f" {limits.seconds:g} s. Kept, and here at once the next time."
    )


def _signed(known: Known) -> str:
    return str(known).replace("-", "−")


def _role(known: Known) -> str:
    if known.value is None:
        return "dim"
    return "good" if known.value > 0 else "bad"
