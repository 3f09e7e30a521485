"""Statistics: each family a line, below them each puzzle played, the last one first."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Line
from ludoscope.tui.saves.statistics import Outcome, Tally
from ludoscope.tui.screens.page import Page
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block

ABOVE = 4  # lines besides those of the families: their box, its headings, the title
HEADINGS = ("played", "won", "unaided", "time", "moves", "streak")
WIDTHS = (7, 5, 8, 9, 7, 10)


class StatisticsPage(Page[None]):
    """Enter opens the puzzle under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose", key_display="↑↓", id="statistics.up"),
        Binding("down,j", "move(1)", "down", id="statistics.down", show=False),
        Binding("pageup,left,h", "move(-10)", "ten up", id="statistics.page_up", show=False),
        Binding("pagedown,right,l", "move(10)", "ten down", id="statistics.page_down", show=False),
        Binding("home,g", "move(-1000000)", "first", id="statistics.first", show=False),
        Binding("end,G", "move(1000000)", "last", id="statistics.last", show=False),
        Binding("enter,space", "open", "open", id="statistics.open"),
        Binding("escape,q", "dismiss(None)", "back", id="go.back"),
    ]

    def __init__(self, ascii_only: bool) -> None:
        super().__init__(ascii_only)
        self._families: dict[str, Tally] | None = None
        self._puzzles: Sequence[tuple[Outcome, Tally]] = ()
        self._chosen = 0

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        outcomes = await self.app.library.outcomes()
        of_puzzle: dict[str, list[Outcome]] = {}
        for outcome in reversed(outcomes):
            of_puzzle.setdefault(outcome.name, []).insert(0, outcome)
        self._puzzles = [(played[-1], Tally.of(played)) for played in of_puzzle.values()]
        self._families = {
            family: Tally.of(o for o in outcomes if o.family == family) for family in FAMILIES
        }
        self._chosen = min(self._chosen, max(0, len(self._puzzles) - 1))
        self.paint()

    # The frame

    def least(self) -> tuple[int, int]:
        return 60, 13 + len(FAMILIES)

    @property
    def _above(self) -> int:
        """Lines of the box of the families, and the title."""
        return ABOVE + len(FAMILIES)

    def frame(self, width: int, height: int) -> Block:
        families = self._families or {}
        rows = [
            _row([(f" {FAMILIES[family].title}", "")], tally, width - 2)
            for family, tally in families.items()
        ]
        title = [(" Statistics", "title")]
        room = height - self._above + 1 - 4
        frame = [
            drawing.ends(title, [("time and moves: the best without a hint ", "dim")], width),
            *drawing.box("Families", [_headings(width - 2), *rows], width, self._above - 1),
            *drawing.box("Puzzles", self._list(width - 2, room - 2), width, room),
            *self.bottom(width),
        ]
        return drawing.block(frame, width, height)

    def _list(self, width: int, height: int) -> Block:
        if not self._puzzles:
            waiting = self._families is None
            return [[], [("" if waiting else "  Nothing played yet.", "dim")]]
        lines = []
        for at in drawing.window(len(self._puzzles), self._chosen, height):
            outcome, tally = self._puzzles[at]
            here = at == self._chosen
            name: Line = [
                (" › " if here else "   ", "cursor"),
                (outcome.title, "title" if here else ""),
                (f"  {FAMILIES[outcome.family].title}", "dim"),
            ]
            lines.append(_row(name, tally, width))
        return lines

    # Keys

    def action_move(self, by: int) -> None:
        self._chosen = min(max(self._chosen + by, 0), max(0, len(self._puzzles) - 1))
        self.paint()

    def action_open(self) -> None:
        if self._puzzles:
            outcome = self._puzzles[self._chosen][0]
            self.app.opener.open(outcome.name, outcome.family)

    def on_click(self, event: events.Click) -> None:
        self.woken()
        room = self.size.height - self._above - 5
        window = drawing.window(len(self._puzzles), self._chosen, room)
        at = window.start + event.screen_y - self._above - 1
        if at in window:
            again = at == self._chosen
            self._chosen = at
            self.action_open() if again else self.paint()

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)


def _headings(width: int) -> Line:
    cells = "".join(f"{name:>{size}}" for name, size in zip(HEADINGS, WIDTHS, strict=True))
    return drawing.ends([], [(f"{cells} ", "dim")], width)


def _row(name: Line, tally: Tally, width: int) -> Line:
    streak = f"{tally.streak}" + (f" ({tally.longest})" if tally.longest > tally.streak else "")
    figures = (
        str(tally.played),
        str(tally.won),
        str(tally.clean),
        words.clock(tally.seconds) if tally.seconds is not None else "–",
        str(tally.length) if tally.length is not None else "–",
        streak,
    )
    cells = "".join(f"{text:>{size}}" for text, size in zip(figures, WIDTHS, strict=True))
    return drawing.ends(name, [(f"{cells if tally.played else ''} ", "")], width)
