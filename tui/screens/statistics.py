"""Statistics: each family a line, below them each puzzle played, the last one first."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import DataTable

from ludoscope.games import FAMILIES
from ludoscope.tui.saves.statistics import Outcome, Tally
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text import words
from ludoscope.tui.widgets.rows import Heading, Rows, Table

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
    CSS_PATH = "statistics.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (140, "-wide")]  # noqa: RUF012
    LEAST = (60, 17)

    def __init__(self) -> None:
        super().__init__()
        self._played: Sequence[Outcome] = ()  # the last one of each puzzle

    def body(self) -> Iterable[Widget]:
        families = Table(id="families", cursor=False)
        families.border_title = "Families"
        puzzles = Rows(id="puzzles")
        puzzles.border_title = "Puzzles"
        yield families
        yield puzzles

    def on_mount(self) -> None:
        self.title, self.sub_title = "Statistics", "time and moves: the best without a hint"

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        outcomes = await self.app.library.outcomes()
        of_puzzle: dict[str, list[Outcome]] = {}
        for outcome in reversed(outcomes):
            of_puzzle.setdefault(outcome.name, []).insert(0, outcome)
        self._played = [played[-1] for played in of_puzzle.values()]
        self.query_one("#families", Table).lay(
            HEADINGS,
            [
                (family.title, *figures(Tally.of(o for o in outcomes if o.family == name)))
                for name, family in FAMILIES.items()
            ],
        )
        self.query_one(Rows).lay(
            HEADINGS,
            [(titled(played[-1]), *figures(Tally.of(played))) for played in of_puzzle.values()],
        )
        self.status("" if outcomes else "Nothing played yet.")

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        outcome = self._played[event.cursor_row]
        self.app.opener.open(outcome.name, outcome.family)


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
        words.clock(tally.seconds) if tally.seconds is not None else "–",
        str(tally.length) if tally.length is not None else "–",
        streak,
    )
