"""The statistics: a table of the families, one of the puzzles played, and the wins over time.

On a wide screen the board of the highlighted puzzle is shown, too.
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
from ludoscope.tui.saves.statistics import AttemptResult, Tally
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.text import formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, draw_line_plot
from ludoscope.tui.widgets.debounce import Debouncer
from ludoscope.tui.widgets.styled_lines import StyledLines
from ludoscope.tui.widgets.text_table import Cell, Column, TextTable

PREVIEW_DELAY_SECONDS = 0.1  # that the cursor rests before its board is drawn, which is many bytes
MIN_BOARD_WIDTH = 110  # columns of a screen that shows the board
MIN_PLOT_HEIGHT = 32  # lines of a screen that shows the plot
COLUMN_WIDTHS = {"played": 7, "won": 5, "unaided": 8, "time": 8, "moves": 7, "streak": 9}
HEADINGS = (
    Column(""),
    *(Column(name, width, align_right=True) for name, width in COLUMN_WIDTHS.items()),
)


class StatisticsScreen(BaseScreen[None]):
    """The player's results; enter opens the puzzle under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Your results in each game: played, won, best times and streaks. Enter opens the "
        "highlighted puzzle again."
    )
    TITLE, SUB_TITLE = "Statistics", "time and moves: the best without a hint"
    CSS_PATH = "statistics.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MIN_BOARD_WIDTH, "-wide")]  # noqa: RUF012
    MIN_SIZE = (60, 17)

    def __init__(self) -> None:
        super().__init__()
        self._last_outcomes: Sequence[
            AttemptResult
        ] = ()  # of each puzzle, in the order of the table
        self._win_series: Sequence[Series] = ()
        self._debouncer = Debouncer(self, PREVIEW_DELAY_SECONDS)

    def compose_body(self) -> Iterable[Widget]:
        families = TextTable(id="families", has_cursor=False)
        families.border_title = "Families"
        puzzles = TextTable(id="puzzles")
        puzzles.border_title = "Puzzles"
        plot, board = StyledLines(id="plot"), StyledLines(id="board")
        plot.border_title = "Games won"
        yield Horizontal(Vertical(families, puzzles, plot), board)

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        outcomes = await self.app.library.outcomes()
        if not self.is_attached:
            return  # the app is closing
        outcomes_by_puzzle = group_by_puzzle(outcomes)
        self._last_outcomes = [played[-1] for played in outcomes_by_puzzle]
        family_rows: list[Sequence[Cell]] = []
        for name, family in FAMILIES.items():
            tally = Tally.from_outcomes(outcome for outcome in outcomes if outcome.family == name)
            family_rows.append((family.title, *tally_cells(tally)))
        puzzle_rows: list[Sequence[Cell]] = [
            (puzzle_title(played[-1]), *tally_cells(Tally.from_outcomes(played)))
            for played in outcomes_by_puzzle
        ]
        self.query_one("#families", TextTable).set_rows(HEADINGS, family_rows)
        self.query_one("#puzzles", TextTable).set_rows(HEADINGS, puzzle_rows)
        self._win_series = win_series(outcomes)
        self.query_one("#plot", StyledLines).set_drawing(self._draw_plot)
        self.set_class(bool(outcomes), "-played")
        self.show_status("" if outcomes else "No games played yet.")

    def _draw_plot(self, width: int, height: int) -> Block:
        ascii_only = self.app.options.appearance.ascii_only
        return draw_line_plot(
            self._win_series, width, height, x_label="games", steps=True, ascii_only=ascii_only
        )

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= MIN_PLOT_HEIGHT, "-tall")
        self._update_board_soon()

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        self._update_board_soon()

    def _update_board_soon(self) -> None:
        """Draw the board of the highlighted puzzle when the cursor has rested."""
        self._debouncer.schedule(self._update_board)

    def _update_board(self) -> None:
        if not self.app.frame_pacer.is_free:
            self._update_board_soon()
        elif self._last_outcomes and self.size.width >= MIN_BOARD_WIDTH:
            self.run_worker(self._load_board, exclusive=True, group="board")

    async def _load_board(self) -> None:
        outcome = self._last_outcomes[self.query_one("#puzzles", TextTable).cursor_row]
        picture = (await self.app.library.preview(outcome.name)).picture
        board = self.query_one("#board", StyledLines)
        board.set_title(outcome.title)
        board.set_drawing(picture.draw if picture else None)
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        outcome = self._last_outcomes[event.cursor_row]
        self.app.puzzle_opener.open(outcome.name, outcome.family)


def group_by_puzzle(outcomes: Sequence[AttemptResult]) -> Sequence[Sequence[AttemptResult]]:
    """Return the outcomes of each puzzle in order of time, the puzzle played last first."""
    outcomes_by_name: dict[str, list[AttemptResult]] = {}
    for outcome in reversed(outcomes):
        outcomes_by_name.setdefault(outcome.name, []).append(outcome)
    return [played[::-1] for played in outcomes_by_name.values()]


def win_series(outcomes: Sequence[AttemptResult]) -> list[Series]:
    """Return the wins of each family that was played, by the number of games of all families."""
    series = []
    for name, family in FAMILIES.items():
        if any(outcome.family == name for outcome in outcomes):
            wins = (outcome.won and outcome.family == name for outcome in outcomes)
            points = list(enumerate(accumulate(map(int, wins), initial=0)))
            series.append(Series(family.title, points))
    return series


def puzzle_title(outcome: AttemptResult) -> Text:
    """Return the title of a puzzle and its family."""
    return Text.assemble(outcome.title, (f"  {FAMILIES[outcome.family].title}", "dim"))


def tally_cells(tally: Tally) -> Sequence[str]:
    """Return the cells of a row, which are empty if nothing was played."""
    if not tally.played:
        return [""] * len(COLUMN_WIDTHS)
    is_record_older = tally.longest_streak > tally.streak
    return (
        str(tally.played),
        str(tally.won),
        str(tally.clean),
        formatting.format_clock(tally.seconds) if tally.seconds is not None else "–",
        str(tally.length) if tally.length is not None else "–",
        f"{tally.streak} ({tally.longest_streak})" if is_record_older else str(tally.streak),
    )
