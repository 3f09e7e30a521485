"""The app: which screen is shown, what is saved; `opening` has how puzzles are opened.

Files, catalogue and saves are read in threads; the event loop only ever paints and hears keys.
"""

import asyncio
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from ludoscope.games import FAMILIES
from ludoscope.games.peg import PegGame
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.kernels import kernels_compiled
from ludoscope.search.process.host_limits import set_host_limits
from ludoscope.tui.boards.board import Look
from ludoscope.tui.opening import Opening
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.keeping import Keeping
from ludoscope.tui.saves.store import Store, StoreError, home
from ludoscope.tui.screens.home import HomePage
from ludoscope.tui.screens.page import Page
from ludoscope.tui.terminal.choice import driver_class
from ludoscope.tui.terminal.nocolour import without_colours
from ludoscope.tui.terminal.pace import Pace
from ludoscope.tui.terminal.painted import PaintedDriver
from ludoscope.tui.terminal.private import driver

if TYPE_CHECKING:
    from ludoscope.tui.lab.race import Entrant
    from ludoscope.tui.lab.subject import Matter

T = TypeVar("T")


class LudoscopeApp(Opening):
    """`puzzle` is opened at once when one is given; without `files` none can be opened from disk.

    `folder` is where saves and settings are; settings are kept where they are the person's own.
    """

    TITLE = "Ludoscope"
    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False  # Textual's own has emoji, and a cursor that is only a colour
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "palette", "everything", id="app.palette", priority=True),
        Binding("comma", "settings", "settings", id="app.settings", show=False),
        Binding("ctrl+l", "lab", "lab", id="app.lab", show=False),
        Binding("ctrl+q", "quit", "leave", id="app.quit", priority=True),
        Binding("ctrl+c", "quit", "leave", id="app.interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "sleep", id="app.suspend", show=False, priority=True),
    ]

    def __init__(
        self,
        puzzle: Puzzle | None = None,
        look: Look | None = None,
        folder: Path | None = None,
        files: bool = True,
        own_settings: bool = True,
    ) -> None:
        self.look = look or Look()
        super().__init__(driver_class=driver_class(self.look.ascii_only), ansi_color=True)
        self.theme = "ansi-dark"
        set_host_limits(self.look.host_limits)
        self._first = puzzle
        self.opening = puzzle is not None  # home need not be painted before it
        self.left = ""  # the name of the puzzle played last, until a library has gone to it
        self.files = files
        self.own_settings = own_settings
        self._folder = folder or home()
        self.dress()
        self._store = Store(self._folder)
        self.keeping = Keeping(self._store, self._kept)
        self.pace = Pace()
        self.raced: tuple[Matter, list[Entrant]] | None = None  # what the lab was left with
        self._faults = 0  # of FAMILIES, that the person has been told

    def get_default_screen(self) -> Screen[Any]:
        return HomePage(self.look.ascii_only)

    def on_mount(self) -> None:
        self.keeping.start()
        self._store.claim()
        if isinstance(terminal := driver(self), PaintedDriver):
            self.pace = Pace(terminal.ask)
            terminal.answered = self.pace.answered
            terminal.told = partial(self.call_later, self._tell)
        if self._first:
            self.run_worker(partial(self._show, self._first), group="open", exclusive=True)
        elif not kernels_compiled():
            self.call_after_refresh(self._tell_of_kernels)
        self.call_after_refresh(self.tell_of_games)
        self.call_after_refresh(self.check_files)

    def tell_of_games(self) -> None:
        """Say which game was left out since the last call: any thread may have met its fault."""
        if faults := FAMILIES.faults[self._faults :]:
            self._faults += len(faults)
            self._tell(faults[0])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where files are shut, so is the shell that one may have come from."""
        return self.files or action != "suspend_process"

    # What the screens ask for

    def edit(self, game: PegGame, puzzle: str = "") -> None:
        """Let the person set up a problem, to begin with this one, of the puzzle of that name."""
        from ludoscope.tui.screens.editor import EditorPage

        self.push_screen(EditorPage(self.look, game, self._folder, problems.own_name(puzzle)))

    def open_library(self, family: str = "") -> None:
        """A family's, or without one everything there is."""
        from ludoscope.tui.screens.library import LibraryPage

        self.push_screen(LibraryPage(self.look.ascii_only, family))

    def action_lab(self) -> None:
        from ludoscope.tui.screens.lab_door import open_lab

        self.run_worker(partial(open_lab, self), group="lab", exclusive=True)

    # Saves

    @property
    def folder(self) -> Path:
        """Where saves, settings and exports are."""
        return self._folder

    async def noted(self, kind: str, name: str) -> str:
        """A text that was kept, "" when there is none."""
        return await self._stored(self._store.noted(kind, name), "")

    async def note(self, kind: str, name: str, text: str) -> None:
        """Keep a text."""
        self.keeping.note(kind, name, text)

    def _kept(self, wrong: str) -> None:
        """The frame of a move need not wait any longer."""
        if not self.screen_stack:  # a last save, made on leaving
            return
        if isinstance(self.screen, Page):
            self.screen.paint()
        if said := wrong or self._store.notice():
            self._tell(said)

    async def _answer(self, asked: "Future[T]", otherwise: T) -> tuple[T, str]:
        """What the store answers, and what is wrong with it: if it fails, the game goes on."""
        try:
            return await asyncio.wrap_future(asked), self._store.notice()
        except StoreError as error:
            return otherwise, str(error)

    async def _stored(self, asked: "Future[T]", otherwise: T) -> T:
        """The same, with the person told of what is wrong."""
        answer, wrong = await self._answer(asked, otherwise)
        if wrong:
            self._tell(wrong)
        return answer

    async def on_unmount(self) -> None:
        """What still runs has been cancelled; it must be gone before the event loop is."""
        from ludoscope.search.process.child import ended

        await ended()

    def close_store(self) -> str:
        """Store what is not stored yet; a sentence on what could not be stored, or ""."""
        self.keeping.send_last()
        self._store.close()
        return self.keeping.lost()

    def _tell_of_kernels(self) -> None:
        """Unless there is worse to tell."""
        if (page := self.page()) and not page.notice:
            self._tell("kernels not compiled: solvers take longer")

    def action_statistics(self) -> None:
        from ludoscope.tui.screens.statistics import StatisticsPage

        self.push_screen(StatisticsPage(self.look.ascii_only))

    def get_line_filters(self) -> Sequence[LineFilter]:
        return without_colours(super().get_line_filters())

    def on_resize(self, event: events.Resize) -> None:
        if isinstance(terminal := driver(self), PaintedDriver):
            terminal.resized(*event.size)


def run_app(
    puzzle: Puzzle | None,
    look: Look,
    folder: Path,
    files: bool = True,
    own_settings: bool = True,
) -> int:
    """Run the app until the person leaves; the exit status."""
    app = LudoscopeApp(puzzle, look, folder, files, own_settings)
    try:
        app.run(mouse=look.mouse)
    except RuntimeError as error:  # asyncio ends by a thread, which the system may refuse
        if app.return_code is None or "start new thread" not in str(error):
            raise
    finally:
        lost = app.close_store()
    if lost:
        print(f"ludoscope: {lost}", file=sys.stderr)
    return app.return_code or 0
