"""The statistics: a table of the games, one of the puzzles played, and the wins over time.

On a wide screen the board of the highlighted puzzle is shown, too.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import accumulate
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import DataTable, Static

from ludoscope.games import FAMILIES
from ludoscope.tui import screens
from ludoscope.tui.saves import results, statistics_resets
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
TABLE_LINES = 3  # of a table besides its rows: the border and the headings
ALL_GAMES = ""  # the family of the row of all games
COLUMN_WIDTHS = {"played": 7, "won": 5, "rate": 6, "no hints": 9, "best": 7, "average": 8}
COLUMN_WIDTHS |= {"streak": 7, "longest": 8}
WIDE_COLUMN_WIDTHS = {"no undo": 9, "fewest": 8}
MIN_WIDE_TABLE_WIDTH = 100  # cells of a table with all columns
MIN_NAME_WIDTH = 16  # cells of names; the last columns are left out for them
DEFINITIONS = (
    "A game counts from its first move. One that you restart or leave for another is not won and "
    "ends the streak, unless you come back and win it. Streaks, the best and average time and the "
    "fewest moves are of wins without hints; a win with hints does not end a streak."
)


class PlayedGame(NamedTuple):
    """A row of the table of games.

    Attributes:
        family: The family, `ALL_GAMES` for the row of all games.
        title: The game of the family, "" for all of them.
    """

    family: str
    title: str

    @property
    def full_title(self) -> str:
        """The title in a sentence: "Midnight Oil", "Patience", "all games"."""
        return self.title or (FAMILIES[self.family].title if self.family else "all games")

    @property
    def key(self) -> str:
        """The key of its reset."""
        return statistics_resets.game_key(self.family, self.title)

    def filter(self, outcomes: Sequence[AttemptResult]) -> list[AttemptResult]:
        """Return the attempts at this game."""
        return [
            outcome
            for outcome in outcomes
            if self.family in (ALL_GAMES, outcome.family) and self.title in ("", outcome.game)
        ]


class StatisticsScreen(BaseScreen[None]):
    """The player's results; enter opens the puzzle under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "games or puzzles", id="statistics.next"),
        Binding("delete,backspace", "reset", "reset", key_display="del", id="statistics.reset"),
        Binding("u", "undo_reset", "undo reset", id="statistics.undo"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Your results in each game: played, won, best times and streaks. Enter opens the "
        "highlighted puzzle again."
    )
    TITLE = "Statistics"
    CSS_PATH = "statistics.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MIN_BOARD_WIDTH, "-wide")]  # noqa: RUF012
    MIN_SIZE = (60, 17)

    def __init__(self) -> None:
        super().__init__()
        self._all_outcomes: Sequence[AttemptResult] = ()
        self._resets: dict[str, float] = {}
        self._has_resets = False  # they have been read
        self._outcomes: Sequence[AttemptResult] = ()  # those after the resets
        self._games: Sequence[PlayedGame] = ()
        # of each puzzle, in the order of the table
        self._last_outcomes: Sequence[AttemptResult] = ()
        self._win_series: Sequence[Series] = ()
        self._debouncer = Debouncer(self, PREVIEW_DELAY_SECONDS)

    def compose_body(self) -> Iterable[Widget]:
        games = TextTable(id="games")
        games.border_title = "Games"
        puzzles = TextTable(id="puzzles")
        puzzles.border_title = "Puzzles"
        plot, board = StyledLines(id="plot"), StyledLines(id="board")
        plot.border_title = "Games won"
        yield Horizontal(Vertical(games, puzzles, plot), board)
        yield Static(DEFINITIONS, id="definitions")

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        outcomes = await self.app.library.outcomes()
        bests = await self.app.library.best_results()
        kind, name = statistics_resets.NOTE_KIND, statistics_resets.NOTE_NAME
        note = "" if self._has_resets else await self.app.saves.load_note(kind, name)
        if not (self.is_attached and self.query("#games")):
            return  # the screen or the app is closing
        if not self._has_resets:
            self._resets, self._has_resets = statistics_resets.parse_resets(note), True
        self._all_outcomes = results.with_move_counts(outcomes, bests)
        self._count()

    def _count(self) -> None:
        """Show the statistics of the attempts after the resets."""
        self._outcomes = statistics_resets.counted_outcomes(self._all_outcomes, self._resets)
        self._show_tables()
        self._win_series = win_series(self._outcomes)
        self.query_one("#plot", StyledLines).set_drawing(self._draw_plot)
        self.set_class(bool(self._outcomes), "-played")
        self._update_status()

    def _update_status(self) -> None:
        """Say that no games were played, or from when on those of the highlighted row count."""
        text = "" if self._all_outcomes else "No games played yet."
        if since := self._resets.get(self.selected_game.key):
            day = date.fromtimestamp(since)
            undo = self.app.options.key_display("statistics.undo", "u")
            text = f"Counted since {day:%A} {day.day} {day:%B %Y}; {undo} counts earlier games too."
        self.show_status(text)
        self.refresh_bindings()

    @property
    def selected_game(self) -> PlayedGame:
        """The game under the cursor."""
        if not self._games:
            return PlayedGame(ALL_GAMES, "")
        row = self.query_one("#games", TextTable).cursor_row
        return self._games[min(row, len(self._games) - 1)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "reset":
            return bool(self.selected_game.filter(self._outcomes)) or None
        if action == "undo_reset":
            return self.selected_game.key in self._resets or None
        return True

    def action_reset(self) -> None:
        """Ask whether to count the game under the cursor from now on only."""
        game = self.selected_game
        played = formatting.format_count(len(game.filter(self._outcomes)), "game")
        choices = [
            screens.Choice("Keep", "", False),
            screens.Choice("Reset", f"{played} no longer counted; wins stay marked", True),
        ]

        def on_chosen(is_certain: bool | None) -> None:
            if is_certain:
                self._set_reset(game, time.time())

        title = f"Reset the statistics of {game.full_title}?"
        self.app.push_screen(screens.PickerDialog(title, choices), on_chosen)

    def action_undo_reset(self) -> None:
        self._set_reset(self.selected_game, None)

    def _set_reset(self, game: PlayedGame, since: float | None) -> None:
        """Count a game from a time on, or from its beginning."""
        self._resets.pop(game.key, None)
        if since is not None:
            self._resets[game.key] = since
        text = statistics_resets.format_resets(self._resets)
        kind, name = statistics_resets.NOTE_KIND, statistics_resets.NOTE_NAME
        self.app.saves.save_note(kind, name, text)
        self._count()

    def _show_tables(self) -> None:
        """Show the games, and the puzzles of the game under the cursor."""
        games = self.query_one("#games", TextTable)
        is_wide = games.size.width >= MIN_WIDE_TABLE_WIDTH
        widths = COLUMN_WIDTHS | (WIDE_COLUMN_WIDTHS if is_wide else {})
        room = games.size.width - MIN_NAME_WIDTH
        while room > 0 and len(widths) > 1 and sum(widths.values()) > room:
            widths.popitem()
        headings = [
            Column(""),
            *(Column(name, width, align_right=True) for name, width in widths.items()),
        ]
        self._games = list(list_games(self._all_outcomes))
        games.set_rows(headings, [self._game_row(game, len(widths)) for game in self._games])
        cursor = min(games.cursor_row, len(self._games) - 1)
        outcomes_by_puzzle = group_by_puzzle(self._games[cursor].filter(self._outcomes))
        self._last_outcomes = [played[-1] for played in outcomes_by_puzzle]
        puzzle_rows: list[Sequence[Cell]] = [
            (puzzle_title(played[-1]), *tally_cells(Tally.from_outcomes(played), len(widths)))
            for played in outcomes_by_puzzle
        ]
        self.query_one("#puzzles", TextTable).set_rows(headings, puzzle_rows)
        self._divide_height(len(puzzle_rows))

    def _divide_height(self, puzzle_count: int) -> None:
        """Leave to the games the lines that the puzzles do not need."""
        games, column = self.query_one("#games"), self.query_one(Vertical)
        if self.has_class("-tall"):  # there is a plot below both, and room for each
            games.styles.clear_rule("max_height")
        elif height := column.size.height:
            games.styles.max_height = max(height // 2, height - puzzle_count - TABLE_LINES)

    def _game_row(self, game: PlayedGame, width: int) -> Sequence[Cell]:
        tally = Tally.from_outcomes(game.filter(self._outcomes))
        cells = tally_cells(tally, width, has_fewest=game.family != ALL_GAMES)
        if game.title:
            return (f"  {game.title}", *cells)
        family = FAMILIES[game.family].title if game.family else "All games"
        return (Text(family, "bold"), *cells)

    def _draw_plot(self, width: int, height: int) -> Block:
        ascii_only = self.app.options.appearance.ascii_only
        return draw_line_plot(
            self._win_series,
            width,
            height,
            x_label="games",
            y_label="wins",
            log=False,
            steps=True,
            ascii_only=ascii_only,
        )

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= MIN_PLOT_HEIGHT, "-tall")
        self._update_board_soon()
        if self._all_outcomes:
            self.call_after_refresh(self._show_tables)

    @on(TextTable.Resized, "#games")
    def _fit_tables(self) -> None:
        if self._all_outcomes:
            self._show_tables()

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        if event.data_table.id == "games" and self._all_outcomes:
            self._show_tables()
            self._update_status()
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
        row = self.query_one("#puzzles", TextTable).cursor_row
        if row >= len(self._last_outcomes):
            return
        outcome = self._last_outcomes[row]
        picture = (await self.app.library.preview(outcome.name)).picture
        for board in self.query("#board").results(StyledLines):  # none if the screen is closing
            board.set_title(outcome.title)
            board.set_drawing(picture.draw if picture else None)
            self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        if event.data_table.id == "games":
            self.query_one("#puzzles").focus()
            return
        if event.cursor_row < len(self._last_outcomes):
            self.app.puzzle_opener.reopen(self._last_outcomes[event.cursor_row].name)


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
    return Text.assemble(outcome.title, (f"  {FAMILIES[outcome.family].short_title}", "dim"))


def list_games(outcomes: Sequence[AttemptResult]) -> Iterator[PlayedGame]:
    """Yield all games together, then each family with the games of it that were played."""
    yield PlayedGame(ALL_GAMES, "")
    for family in FAMILIES:
        yield PlayedGame(family, "")
        titles = {outcome.game for outcome in outcomes if outcome.family == family}
        yield from (PlayedGame(family, title) for title in sorted(titles) if title)


def tally_cells(tally: Tally, count: int, *, has_fewest: bool = True) -> Sequence[str]:
    """Return the first `count` cells of a row, which are empty if nothing was played.

    Args:
        tally: The statistics.
        count: The number of cells.
        has_fewest: False to leave the fewest moves empty: those of several families do not compare.
    """
    if not tally.played:
        return [""] * count
    fewest = "–" if tally.length is None else str(tally.length)
    cells = (
        str(tally.played),
        str(tally.won),
        f"{tally.win_percentage} %",
        str(tally.unaided),
        _format_seconds(tally.best_seconds),
        _format_seconds(tally.average_seconds),
        str(tally.streak),
        str(tally.longest_streak),
        str(tally.clean),
        fewest if has_fewest else "",
    )
    return cells[:count]


def _format_seconds(seconds: float | None) -> str:
    return "–" if seconds is None else formatting.format_clock(seconds)
