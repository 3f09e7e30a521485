"""The app: which screen is shown, what is saved; `opening` has how puzzles are opened.

Files, catalogue and saves are read in threads; the event loop only ever paints and hears keys.
"""

import asyncio
import sys
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import RenderableType
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import CompositorUpdate
from textual.binding import Binding, BindingType
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
from ludoscope.tui.terminal.driver import HardenedDriver
from ludoscope.tui.terminal.pace import Pace
from ludoscope.tui.terminal.painter import Painted
from ludoscope.tui.widgets import themes

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
    CSS_PATH: ClassVar = ["app.tcss", "screens/home.tcss"]  # Textual loads no first screen's own
    ENABLE_COMMAND_PALETTE = False  # Textual's own has emoji, and a cursor that is only a colour
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", id="app.help"),
        Binding("ctrl+p", "palette", "everything", id="app.palette", priority=True),
        Binding("comma", "settings", "settings", id="app.settings", show=False),
        Binding("ctrl+l", "lab", "lab", id="app.lab", show=False),
        Binding("ctrl+q", "quit", "leave", id="app.quit", show=False, priority=True),
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
        super().__init__(driver_class=HardenedDriver, ansi_color=True)
        self.look = look or Look()
        themes.register(self)
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
        self._painted = Painted()
        self._faults = 0  # of FAMILIES, that the person has been told

    def get_default_screen(self) -> Screen[Any]:
        return HomePage()

    def on_mount(self) -> None:
        self.keeping.start()
        self._store.claim()
        if isinstance(self._driver, HardenedDriver):
            self.pace = Pace(self._driver.ask)
            self._driver.answered = self.pace.answered
            self._driver.told = partial(self.call_later, self._tell)
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
        if page := self.page():
            page.paint()
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

        self.push_screen(StatisticsPage())

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """In one write, and none where nothing is new."""
        if isinstance(renderable, CompositorUpdate):
            if self._running and self._driver and not (self._closed or self._batch_count):
                self._send(self._painted.changes(renderable, self.console))
            renderable = None
        super()._display(screen, renderable)

    def _send(self, frame: str) -> None:
        if frame and self._driver:
            self._driver.write(f"{SYNC_START}{frame}{SYNC_END}" if self._sync_available else frame)

    def on_resize(self) -> None:
        self._painted.forget()  # also said when the terminal was somebody else's for a while


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
