"""The app: which screen is shown, how puzzles are opened, what is saved.

Files, catalogue and saves are read in threads; the event loop only ever paints and hears keys.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import RenderableType
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual._compositor import CompositorUpdate
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ludoscope.games import FAMILIES, Unloadable
from ludoscope.games.peg import PegGame
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.kernels import kernels_compiled
from ludoscope.search.process.ceiling import keep_to
from ludoscope.tui import problems
from ludoscope.tui.boards.board import Look
from ludoscope.tui.collecting import REFUSALS, Collecting
from ludoscope.tui.driver import HardenedDriver
from ludoscope.tui.exact import Painted
from ludoscope.tui.keeping import Keeping
from ludoscope.tui.manners import Manners
from ludoscope.tui.pace import Pace
from ludoscope.tui.save import Save
from ludoscope.tui.screens.home import HomePage
from ludoscope.tui.screens.page import Page
from ludoscope.tui.seats import read as read_seats
from ludoscope.tui.session import Session
from ludoscope.tui.store import Store, StoreError, home

if TYPE_CHECKING:
    from ludoscope.tui.race import Entrant
    from ludoscope.tui.screens.lab import Matter
    from ludoscope.tui.solving import Solving

T = TypeVar("T")


class LudoscopeApp(Collecting, Manners):
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
        super().__init__(driver_class=HardenedDriver, ansi_color=True)
        self.theme = "ansi-dark"
        self.look = look or Look()
        keep_to(self.look.ceiling)
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

    def get_default_screen(self) -> Screen[Any]:
        return HomePage(self.look.ascii_only)

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
        if FAMILIES.faults:
            self.call_after_refresh(partial(self._tell, FAMILIES.faults[0]))
        self.call_after_refresh(self.check_files)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where files are shut, so is the shell that one may have come from."""
        return self.files or action != "suspend_process"

    # What the screens ask for

    def open(self, name: str, family: str | None = None, replace: bool = False) -> None:
        """The puzzle of that name or in that file; a notice when there is none."""
        path = "./-" if name == "-" else name  # standard input is the keyboard's
        self._open(partial(self._find, path, family, self.files), replace)

    def open_text(self, text: str) -> bool:
        """The puzzle that a text holds; False when it is not the text of one."""
        from ludoscope.puzzles import catalogue

        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not catalogue.holds_puzzle(text):
            return False
        self._open(partial(catalogue.pasted, text))
        return True

    def resume(self, save: Save) -> None:
        self._open(save.puzzle)

    def reopen(self, name: str) -> None:
        """A puzzle that was played, if need be as it was then: it may have been a file."""

        async def open_again() -> None:
            save = self.keeping.owed(name) or await self._stored(self._store.load(name), None)

            def find() -> Puzzle:
                try:
                    return self._find(name, None, files=False)
                except LookupError:
                    if save:
                        return save.puzzle()
                    raise

            self._open(find)

        self.run_worker(open_again, group="reopen", exclusive=True)

    def play(self, puzzle: Puzzle) -> None:
        self._open(lambda: puzzle)

    def show_solution(self, puzzle: Puzzle, solving: "Solving") -> None:
        """What a solver has found, to be stepped along on the puzzle's own screen."""
        from ludoscope.tui.screens.play import PlayPage

        async def show() -> None:
            await self._show(puzzle)
            if isinstance(page := self.screen, PlayPage):
                page.table.present(solving)
                page.paint()

        self.run_worker(show, group="open", exclusive=True)

    def edit(self, game: PegGame, puzzle: str = "") -> None:
        """Let the person set up a problem, to begin with this one, of the puzzle of that name."""
        from ludoscope.tui.screens.editor import EditorPage

        self.push_screen(EditorPage(self.look, game, self._folder, problems.own_name(puzzle)))

    def go_to_neighbour(self, name: str, step: int) -> None:
        """The next or the previous puzzle of the catalogue, in place of this one."""
        from ludoscope.puzzles import catalogue

        def find() -> Puzzle:
            own = problems.neighbour(self._folder, name, step)
            neighbour = own or catalogue.neighbour(name, step)
            if neighbour is None:
                raise LookupError(f"there is no puzzle {'after' if step > 0 else 'before'} this")
            return self._find(neighbour, None, files=False)

        self._open(find, replace=True)

    def open_library(self, family: str = "") -> None:
        """A family's, or without one everything there is."""
        from ludoscope.tui.screens.library import LibraryPage

        self.push_screen(LibraryPage(self.look.ascii_only, family))

    def action_lab(self) -> None:
        from ludoscope.tui.screens.lab_door import open_lab

        self.run_worker(partial(open_lab, self), group="lab", exclusive=True)

    async def found(self, name: str) -> Puzzle | str:
        """The puzzle of that name, or why there is none."""
        try:
            return await asyncio.to_thread(self._find, name, None, self.files)
        except REFUSALS as error:
            return str(error)

    # Opening

    @property
    def folder(self) -> Path:
        """Where saves, settings and exports are."""
        return self._folder

    def _find(self, name: str, family: str | None, files: bool) -> Puzzle:
        """A puzzle of the catalogue, else one that the person has set up, else one in a file."""
        from ludoscope.puzzles import catalogue

        own = problems.find(self._folder, name)
        if own and own.name == name:
            return own
        try:
            return catalogue.find(name, family, files=files and not own)
        except catalogue.UnknownPuzzle as error:
            if own:
                return own
            if not self.files and "/" in name:
                raise catalogue.UnknownPuzzle(f"{error}; visitors open no files") from None
            raise

    def _open(self, find: Callable[[], Puzzle], replace: bool = False) -> None:
        async def open_found() -> None:
            try:
                puzzle = await asyncio.to_thread(find)
            except REFUSALS as error:
                self._tell(str(error))
            else:
                try:
                    await self._show(puzzle, replace)
                except Unloadable as error:  # a board by a stranger
                    self._tell(str(error))

        self.run_worker(open_found, group="open", exclusive=True)

    async def _show(self, puzzle: Puzzle, replace: bool = False) -> None:
        """The play screen, where the person left the puzzle."""
        from ludoscope.tui.screens.play import PlayPage

        if self._uncovered(puzzle):
            return
        session = Session(puzzle, now=time.monotonic())
        save, said = await self._answer(self._store.load(puzzle.name), None)
        save = self.keeping.owed(puzzle.name) or save
        if save:
            try:
                await asyncio.to_thread(save.resume, session)
            except ValueError as error:
                said = f"{error}: begun anew"
        if puzzle.game.players == 2 and (
            seats := read_seats(await self.noted("seats", puzzle.name))
        ):
            session.seat(seats)
        if puzzle.moves:
            said = said or self._follow(session, puzzle)
        if isinstance(self.screen, Page):
            self.screen.prompt = None
        if self.opening and isinstance(self.screen, Page):
            said = said or self.screen.notice
        if replace and not isinstance(self.screen, PlayPage):
            return  # the person has left the game that this was to follow
        page = PlayPage(session, self.look, self.keeping)
        page.notice = said
        # not awaited: the next opening cancels this one, and would take the app's loop with it
        _ = self.switch_screen(page) if replace else self.push_screen(page)
        self.opening = False
        self.left = puzzle.name

    def _uncovered(self, puzzle: Puzzle) -> bool:
        """Go back to the screen where the puzzle is played, if there is one.

        Two of them would store their games over each other.
        """
        from ludoscope.tui.screens.play import PlayPage

        pages = [page for page in self.screen_stack if isinstance(page, PlayPage)]
        page = next((page for page in pages if page.table.puzzle.name == puzzle.name), None)
        if not page:
            return False
        while self.screen is not page:
            self.pop_screen()
        page.prompt = None
        said = self._sent(page.table.session, puzzle)
        if said:
            page.table.follow_line(puzzle.moves)
        page.tell(said)
        return True

    def _follow(self, session: Session, puzzle: Puzzle) -> str:
        """Go where the moves that came with a puzzle lead; what is said of it."""
        said = self._sent(session, puzzle)
        if said:
            session.follow(puzzle.moves)
            self.keeping.keep(session)
        return said

    def _sent(self, session: Session, puzzle: Puzzle) -> str:
        """What is to be said of the moves that came with a puzzle, "" where nothing new came."""
        if not puzzle.moves or list(puzzle.moves) == session.moves:
            return ""
        own = f"; your own game is kept: {self.look.key('play.tree', 't')} shows it"
        return "as it was sent" + (own if session.ply else "")

    async def noted(self, kind: str, name: str) -> str:
        """A text that was kept, "" when there is none."""
        return await self._stored(self._store.noted(kind, name), "")

    async def note(self, kind: str, name: str, text: str) -> None:
        """Keep a text."""
        self.keeping.note(kind, name, text)

    # Saves

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
