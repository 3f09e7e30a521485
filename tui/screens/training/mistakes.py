"""MistakesScreen: the moves that lost the player's own games, to be found at growing intervals."""

import asyncio
import time
from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import DataTable, Static

from ludoscope.games import FAMILIES, NotationError
from ludoscope.puzzles.training.check import find_flaw
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.tui.model.training_record import MISTAKES
from ludoscope.tui.model.training_run import DAY_SECONDS, TIMES_FOUND, TrainingRun
from ludoscope.tui.saves.training import Mistake
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.training.exercise import ExerciseScreen
from ludoscope.tui.services.training import TrainingService
from ludoscope.tui.text.formatting import format_count
from ludoscope.tui.widgets.text_table import Cell, Column, TextTable

COLUMNS = (
    Column("game"),
    Column("found", 10, align_right=True),
    Column("next", 16, align_right=True),
)
EXPLANATION = (
    "The position before each move that lost one of your games. It comes back after a day, and "
    "after four more, until you have found a right move twice in a row. Nothing of it is rated or "
    "mixed with the other modes."
)


class MistakesScreen(BaseScreen[None]):
    """The player's mistakes; they are collected only if the player wants it.

    Args:
        service: Reads and stores them.
    """

    CSS_PATH = "training.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "train", "find those due", id="mistakes.train"),
        Binding("a", "switch", "collect on/off", id="mistakes.collect"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "The moves that lost your own games, to be found at growing intervals. They are collected "
        "only while you want it; enter opens the highlighted one at once."
    )
    TITLE = "Training › Your mistakes"
    MIN_SIZE = (40, 14)

    def __init__(self, service: TrainingService) -> None:
        super().__init__()
        self._service = service
        self._is_searching = False
        self._listed: list[Mistake] = []
        self._table = TextTable(id="mistakes")

    def compose_body(self) -> Iterable[Widget]:
        yield self._table
        yield Static(EXPLANATION, id="explanation")

    def on_screen_resume(self) -> None:
        self.refresh_view()
        self._search()

    def refresh_view(self) -> None:
        super().refresh_view()
        if self._table.is_attached:
            self._listed = self._open_mistakes()
            self._table.set_rows(COLUMNS, list(map(self._row, self._listed)))
            self._show_state()
            self.refresh_bindings()

    def _open_mistakes(self) -> list[Mistake]:
        """Return the mistakes that have not been found often enough."""
        left = [each for each in self._service.mistakes if each.found < TIMES_FOUND]
        return sorted(left, key=lambda mistake: mistake.due)

    def _row(self, mistake: Mistake) -> list[Cell]:
        days = (mistake.due - self._service.now) / DAY_SECONDS
        due = "now" if days <= 0 else f"in {format_count(int(days) + 1, 'day')}"
        family = FAMILIES[mistake.family].title if mistake.family in FAMILIES else mistake.family
        title = Text.assemble(mistake.title, (f"  {family}", "dim"))
        return [title, f"{mistake.found} of {TIMES_FOUND}", due]

    def _show_state(self) -> None:
        """Say whether mistakes are collected, and how many are due."""
        key = self.app.options.key_display("mistakes.collect", "a")
        if not self._service.collects_mistakes:
            self.show_status(f"Mistakes are not collected. Press {key} to collect them.")
        elif self._is_searching:
            self.show_status("Searching your games for moves that lost them…")
        else:
            count = len(self._service.due_mistakes)
            self.show_status(f"{format_count(count, 'position')} to find now.")

    def _search(self) -> None:
        """Search the games that were played since the last search."""
        if self._service.collects_mistakes and not self._is_searching:
            self._is_searching = True
            self._show_state()
            self.run_worker(self._search_games, group="search")

    async def _search_games(self) -> None:
        try:
            await self._service.find_new_mistakes()
        except WorkerLost as error:
            self.notify_here(f"Not all games could be searched: {error}")
        self._is_searching = False
        if self.is_attached:
            self.refresh_view()

    def _stop_searching(self) -> None:
        self.workers.cancel_group(self, "search")
        self._is_searching = False

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "train" or bool(self._service.due_mistakes) or None

    def action_switch(self) -> None:
        self._service.collect_mistakes(not self._service.collects_mistakes)
        if not self._service.collects_mistakes:
            self._stop_searching()
        self.refresh_view()
        self._search()

    def action_train(self) -> None:
        self._start(self._service.due_mistakes)

    @on(DataTable.RowSelected)
    def _open_selected(self, event: DataTable.RowSelected) -> None:
        if event.cursor_row < len(self._listed):
            self._start([self._listed[event.cursor_row]])

    def _start(self, mistakes: list[Mistake]) -> None:
        self.run_worker(self._start_run(mistakes), group="start", exclusive=True)

    async def _start_run(self, mistakes: list[Mistake]) -> None:
        """Show the positions of mistakes one after the other."""
        positions = await asyncio.to_thread(
            lambda: [each for each in map(_read_position, mistakes) if each]
        )
        if not self.is_active:
            return
        run = TrainingRun(MISTAKES, "", iter(positions))
        if run.go_on(time.monotonic()):
            self.app.push_screen(ExerciseScreen(run, self._service))
        else:
            self.notify_here("The position cannot be read")


def _read_position(mistake: Mistake) -> TrainingPosition | None:
    """Return the position of a mistake; None if it cannot be read, or its game is missing."""
    try:
        position = TrainingPosition.parse(mistake.name, mistake.line)
        return None if find_flaw(position) else position
    except (NotationError, LookupError):
        return None
