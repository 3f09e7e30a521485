"""Statistics: each family a line, below them each puzzle played, the last one first.

Where there is room also a curve of the games won, and the board of the chosen puzzle.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import DataTable

from ludoscope.games import FAMILIES
from ludoscope.tui.saves.statistics import Outcome, Tally
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text import formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, lines
from ludoscope.tui.widgets.debounce import Rest
from ludoscope.tui.widgets.drawing import Sketch
from ludoscope.tui.widgets.text_table import Heading, Rows, Table

DELAY = 0.1  # seconds that the cursor rests before its board is drawn: many bytes
WIDE, TALL = 110, 32  # columns, lines from which on there is room for a board, for a curve
FIGURES = {"played": 7, "won": 5, "unaided": 8, "time": 8, "moves": 7, "streak": 9}  # columns
HEADINGS = (
    Heading(""),
    *(Heading(name, width, right=True) for name, width in FIGURES.items()),
)


class StatisticsPage(BaseScreen[None]):
    """Enter opens the puzzle under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    TITLE, SUB_TITLE = "Statistics", "time and moves: the best without a hint"
    CSS_PATH = "statistics.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    LEAST = (60, 17)

    def __init__(self) -> None:
        super().__init__()
        self._played: Sequence[Outcome] = ()  # the last one of each puzzle
        self._won: Sequence[Series] = ()
        self._rest = Rest(self, DELAY)

    def body(self) -> Iterable[Widget]:
        families = Table(id="families", cursor=False)
        families.border_title = "Families"
        puzzles = Rows(id="puzzles")
        puzzles.border_title = "Puzzles"
        curve, board = Sketch(id="curve"), Sketch(id="board")
        curve.border_title = "Games won"
        yield Horizontal(Vertical(families, puzzles, curve), board)

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        outcomes = await self.app.library.outcomes()
        if not self.is_attached:
            return  # the app leaves
        of_puzzle: dict[str, list[Outcome]] = {}
        for outcome in reversed(outcomes):
            of_puzzle.setdefault(outcome.name, []).insert(0, outcome)
        self._played = [played[-1] for played in of_puzzle.values()]
        self.query_one("#families", Table).lay(
            HEADINGS,
            [
                (
                    family.title,
                    *figures(Tally.from_outcomes(o for o in outcomes if o.family == name)),
                )
                for name, family in FAMILIES.items()
            ],
        )
        self.query_one(Rows).lay(
            HEADINGS,
            [
                (titled(played[-1]), *figures(Tally.from_outcomes(played)))
                for played in of_puzzle.values()
            ],
        )
        self._won = curves(outcomes)
        self.query_one("#curve", Sketch).draw(self._plot)
        self.set_class(bool(outcomes), "-played")
        self.status("" if outcomes else "Nothing played yet.")

    def _plot(self, width: int, height: int) -> Block:
        plain = self.app.options.appearance.ascii_only
        return lines(self._won, width, height, x_label="games", steps=True, ascii_only=plain)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= TALL, "-tall")
        self._look_soon()

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        self._look_soon()

    def _look_soon(self) -> None:
        """Draw the board of the chosen puzzle when the cursor has rested."""
        self._rest.then(self._look)

    def _look(self) -> None:
        if not self.app.pace.free:
            self._look_soon()
        elif self._played and self.size.width >= WIDE:
            self.run_worker(self._preview, exclusive=True, group="preview")

    async def _preview(self) -> None:
        outcome = self._played[self.query_one(Rows).cursor_row]
        picture = (await self.app.library.preview(outcome.name)).picture
        board = self.query_one("#board", Sketch)
        board.name_it(outcome.title)
        board.draw(picture.draw if picture else None)
        self.call_after_refresh(self.app.pace.drawn)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        outcome = self._played[event.cursor_row]
        self.app.opener.open(outcome.name, outcome.family)


def curves(outcomes: Sequence[Outcome]) -> list[Series]:
    """Of each family that was played its games won, by the number of games of all families."""
    return [
        Series(
            FAMILIES[name].title,
            list(enumerate(accumulate((o.won and o.family == name for o in outcomes), initial=0))),
        )
        for name in FAMILIES
        if any(o.family == name for o in outcomes)
    ]


def titled(outcome: Outcome) -> Text:
    """A puzzle and its family."""
    return Text.assemble(outcome.title, (f"  {FAMILIES[outcome.family].title}", "dim"))


def figures(tally: Tally) -> Sequence[str]:
    """The cells of a row; none where nothing was played."""
    if not tally.played:
        return [""] * len(FIGURES)
    streak = f"{tally.streak}" + (f" ({tally.longest})" if tally.longest > tally.streak else "")
    return (
        str(tally.played),
        str(tally.won),
        str(tally.clean),
        formatting.clock(tally.seconds) if tally.seconds is not None else "–",
        str(tally.length) if tally.length is not None else "–",
        streak,
    )
