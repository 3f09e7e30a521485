"""TrainingScreen: choose a game and a mode, and see ratings and scores."""

import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoscope.games import FAMILIES, NotationError
from ludoscope.puzzles import daily
from ludoscope.puzzles.registry import collections
from ludoscope.puzzles.training.series import (
    STORM,
    STREAK,
    Series,
    parse_series,
    series_of_day,
    series_positions,
)
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.model.training_record import MISTAKES, PRACTICE
from ludoscope.tui.model.training_run import MODE_TITLES, TrainingRun, practice_positions
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.training.exercise import ExerciseScreen
from ludoscope.tui.screens.training.mistakes import MistakesScreen
from ludoscope.tui.services.training import TrainingService, worker_problem
from ludoscope.tui.text.drawing import Block, wrap_text
from ludoscope.tui.text.plot import Series as PlotSeries
from ludoscope.tui.text.plot import draw_line_plot
from ludoscope.tui.widgets.prompt import PromptLine
from ludoscope.tui.widgets.row_list import RowList
from ludoscope.tui.widgets.styled_lines import StyledLines
from ludoscope.tui.widgets.text_table import Column, TextTable

MODES = (PRACTICE, STREAK, STORM, MISTAKES)
MODE_TEXTS = {
    PRACTICE: "at your level",
    STREAK: "until a mistake",
    STORM: "three minutes",
}
RANDOM_SEEDS = 1_000_000
THEME_COLUMNS = (
    Column("theme"),
    Column("answers", 9, align_right=True),
    Column("right", 7, align_right=True),
    Column("time", 7, align_right=True),
)
NO_ANSWERS = "Your rating appears here once you have answered positions of this game in practice."


class TrainingScreen(BaseScreen[None]):
    """The choice of a game and a mode of training, with the ratings and scores of the game.

    Args:
        series: The name of a series to start at once; "" for none.
    """

    CSS_PATH = "training.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "game or mode", id="training.tab"),
        Binding("d", "random_series", "random series", id="training.random"),
        Binding("colon", "ask", "a friend's series", id="training.series"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Positions in which one move, or few, is right; every other one is proved wrong. Practice "
        "adapts to your rating; streak and storm are the same for everybody each day, and a name "
        "such as storm-peg-7 gives a friend the same series."
    )
    TITLE = "Training"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-wide")]  # noqa: RUF012
    MIN_SIZE = (40, 16)

    def __init__(self, series: str = "") -> None:
        super().__init__()
        self._series_to_start = series
        self._service = TrainingService(self.app.saves)
        self._families = [name for name, puzzles in collections() if puzzles.trainer()]
        self._family_list = RowList(markup=False, compact=True, id="families")
        self._mode_list = RowList(markup=False, compact=True, id="modes")
        self._curve, self._themes = (
            StyledLines(id="curve"),
            TextTable(id="themes", has_cursor=False),
        )
        self._is_starting = False
        self.is_loaded = False

    def compose_body(self) -> Iterable[Widget]:
        self._family_list.border_title, self._mode_list.border_title = "Game", "Mode"
        self._curve.border_title, self._themes.border_title = "Rating", "By theme"
        yield Horizontal(
            Vertical(self._family_list, self._mode_list, id="choice"),
            Vertical(self._curve, self._themes, id="record"),
        )

    def on_mount(self) -> None:
        self._show_lists()
        self._family_list.focus()

    def on_screen_resume(self) -> None:
        self.run_worker(self._load, exclusive=True, group="load")

    async def _load(self) -> None:
        await self._service.load()
        if self.is_attached:
            self.is_loaded = True
            self._show_lists()
            if series := self._series_to_start:
                self._series_to_start = ""
                self._open_series(series)

    # Display

    @property
    def chosen_family(self) -> str:
        """The family under the cursor."""
        return self._families[self._family_list.highlighted or 0]

    @property
    def chosen_mode(self) -> str:
        """The mode under the cursor."""
        return MODES[self._mode_list.highlighted or 0]

    def refresh_view(self) -> None:
        super().refresh_view()
        if self.is_mounted:
            self._show_lists()

    def _show_lists(self) -> None:
        """Show the ratings of the games and the modes; the cursors stay."""
        _set_rows(self._family_list, map(self._family_row, self._families))
        _set_rows(self._mode_list, map(self._mode_row, MODES))
        self._show_record()

    def _family_row(self, family: str) -> Text:
        rating = self._service.record.rating(family)
        has_rating = family in self._service.record.curves
        value = f"{rating.value:,.0f}" if has_rating else "–"
        return Text.assemble(f"{FAMILIES[family].title:<16}", (f"{value:>7}", "dim"))

    def _mode_row(self, mode: str) -> Text:
        if mode == MISTAKES:
            text = "off"
            if self._service.collects_mistakes:
                text = f"{len(self._service.due_mistakes)} to find now"
        else:
            text = MODE_TEXTS[mode]
        return Text.assemble(f"{MODE_TITLES[mode]:<14}", (text, "dim"))

    def _show_record(self) -> None:
        """Show what enter does, and the rating curve and the themes of the game."""
        self.show_status(self._enter_text())
        self._curve.set_drawing(self._draw_curve)
        scores = self._service.record.scores_by_theme(self.chosen_family)
        total = self._service.record.scores.get(self.chosen_family)
        rows = [("all", total), *scores.items()] if total else []
        self._themes.display = bool(rows)
        self._themes.set_rows(
            THEME_COLUMNS,
            [
                (
                    theme,
                    str(score.answers),
                    f"{score.percentage} %",
                    f"{score.average_seconds:.0f} s",
                )
                for theme, score in rows
                if score
            ],
        )

    def _enter_text(self) -> str:
        """Return what the enter key does with the highlighted game and mode."""
        family, mode = self.chosen_family, self.chosen_mode
        if mode == MISTAKES:
            return "⏎ on the mode opens the mistakes of your own games."
        if mode == PRACTICE:
            return f"⏎ on the mode starts positions of {FAMILIES[family].title} near your rating."
        code = series_of_day(mode, family, daily.today()).code
        return f"⏎ on the mode starts today's series, {code}, the same for everybody."

    def _draw_curve(self, width: int, height: int) -> Block:
        curve = self._service.record.curves.get(self.chosen_family, [])
        if not curve:
            return wrap_text(NO_ANSWERS, width, "dim")
        points = [(number, max(0.0, each.rating.value)) for number, each in enumerate(curve, 1)]
        title = FAMILIES[self.chosen_family].title
        return draw_line_plot(
            [PlotSeries(title, [(0, points[0][1]), *points])],
            width,
            height,
            x_label="answers",
            y_label="rating",
            log=False,
            ascii_only=self.app.options.appearance.ascii_only,
        )

    @on(OptionList.OptionHighlighted, "#families")
    def _on_family_highlighted(self) -> None:
        self._show_record()

    # Starting

    @on(OptionList.OptionSelected, "#families")
    def _on_family_selected(self) -> None:
        self._mode_list.focus()

    @on(OptionList.OptionSelected, "#modes")
    def _on_mode_selected(self) -> None:
        if self.chosen_mode == MISTAKES:
            self.app.push_screen(MistakesScreen(self._service))
        elif self.chosen_mode == PRACTICE:
            self._start(self.chosen_family, PRACTICE, None)
        else:
            today = series_of_day(self.chosen_mode, self.chosen_family, daily.today())
            self._start(today.family, today.mode, today)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "random_series" or self.chosen_mode in (STREAK, STORM) or None

    @on(OptionList.OptionHighlighted, "#modes")
    def _on_mode_highlighted(self) -> None:
        self.show_status(self._enter_text())
        self.refresh_bindings()

    def action_random_series(self) -> None:
        seed = secrets.randbelow(RANDOM_SEEDS)
        series = Series(self.chosen_mode, self.chosen_family, seed)
        self._start(series.family, series.mode, series)

    def open_prompt(self, text: str = "") -> None:
        hint = "the name of a series, such as storm-peg-7"
        self.show_prompt(PromptLine(":", self._open_series, text, hint=hint))

    def _open_series(self, text: str) -> bool:
        try:
            series = parse_series(text)
        except NotationError as error:
            self.notify_here(str(error))
            return False
        self._start(series.family, series.mode, series)
        return True

    def _start(self, family: str, mode: str, series: Series | None) -> None:
        """Start a run, once its positions have been read or made."""
        if not self._is_starting:
            self._is_starting = True
            self.run_worker(self._start_run(family, mode, series), group="start")

    async def _start_run(self, family: str, mode: str, series: Series | None) -> None:
        seed = series.seed if series else secrets.randbits(32)
        try:
            self.show_status("Looking for positions…")
            positions = await self._service.positions(family, seed)
        except WorkerLost as error:
            self.notify_here(worker_problem(error))
            return
        finally:
            self._is_starting = False
            self.show_status(self._enter_text())
        run = TrainingRun(mode, family, self._choose(family, positions, series), series)
        if not self.is_active:
            return
        if run.go_on(time.monotonic()):
            self.app.push_screen(ExerciseScreen(run, self._service))
        else:
            self.notify_here(f"No positions of {FAMILIES[family].title} were found")

    def _choose(
        self, family: str, positions: Sequence[TrainingPosition], series: Series | None
    ) -> Iterator[TrainingPosition]:
        """Return the positions of a run in their order."""
        if series:
            return series_positions(series, positions)
        rng = SeededRandom(secrets.randbits(32))
        return practice_positions(family, positions, lambda: self._service.record, rng)


def _set_rows(row_list: RowList, rows: Iterable[Text]) -> None:
    """Show rows in a list whose cursor stays."""
    highlighted = row_list.highlighted or 0
    row_list.set_options(Option(row) for row in rows)
    row_list.highlighted = highlighted
