"""Which puzzle the app opens, and on which screen: by name, from a file, a text or the saves."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ludoscope.games import Unloadable
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.collecting import REFUSALS, Collecting
from ludoscope.tui.manners import Manners
from ludoscope.tui.play.seats import read as read_seats
from ludoscope.tui.play.session import Session
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.save import Save
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.page import Page

if TYPE_CHECKING:
    from ludoscope.tui.play.solving import Solving

T = TypeVar("T")


class Opening(Collecting, Manners):
    """A part of the app, which has all that is named here."""

    opening: bool  # whether a puzzle is on its way at the start
    left: str
    noted: Callable[[str, str], Awaitable[str]]
    _answer: Callable[["Future[T]", T], Awaitable[tuple[T, str]]]

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

    async def found(self, name: str) -> Puzzle | str:
        """The puzzle of that name, or why there is none."""
        try:
            return await asyncio.to_thread(self._find, name, None, self.files)
        except REFUSALS as error:
            return str(error)

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
        if isinstance(self.screen, Page | BaseScreen):
            self.screen.stop_asking()
            if self.opening:
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
