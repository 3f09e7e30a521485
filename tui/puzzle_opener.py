"""Which puzzle is opened on the play screen: by name, from a file, a text or the saves."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.events import ScreenResume

from ludoscope.games import FAMILIES, PluginError
from ludoscope.puzzles.names import name_opened_in_app
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.registry import board_family, board_for
from ludoscope.tui.model.letter_keys import lettered, shown_key
from ludoscope.tui.model.players import read as read_players
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.save import Save
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.services.app_protocol import Opener, Services
from ludoscope.tui.services.puzzle_finder import REFUSALS

if TYPE_CHECKING:
    from ludoscope.tui.model.solver_run import Solving


class PuzzleOpener(Opener):
    """Finds puzzles in threads; of two that are asked for one after the other, the second.

    `busy` when the app begins with a puzzle: home need not be painted before it.
    """

    def __init__(self, app: Services, busy: bool) -> None:
        self._app = app
        self.busy = busy
        self.left = ""

    def open(self, name: str, family: str | None = None, replace: bool = False) -> None:
        path = "./-" if name == "-" else name  # standard input is the keyboard's
        find = partial(self._app.finder.find, path, family, files=True)
        self._open(find, replace, wanted=(family or "", path))

    def open_named(self, text: str, family: str | None = None) -> None:
        async def open_it() -> None:
            save, _ = await self._app.records.session(text)
            begun = save and save.ply and not save.over
            self.open(text if begun else name_opened_in_app(text), family)

        self._app.run_worker(open_it, group="reopen", exclusive=True)

    def open_text(self, text: str) -> bool:
        from ludoscope.puzzles import catalogue

        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not catalogue.is_puzzle_text(text):
            return False
        self._open(partial(catalogue.read_pasted, text))
        return True

    def resume(self, save: Save) -> None:
        self._open(save.puzzle)

    def reopen(self, name: str) -> None:
        """The puzzle may have been a file, which is gone."""

        async def open_again() -> None:
            save, wrong = await self._app.records.session(name)
            self._app.announce(wrong)

            def find() -> Puzzle:
                try:
                    return self._app.finder.find(name)
                except LookupError:
                    if save:
                        return save.puzzle()
                    raise

            self._open(find)

        self._app.run_worker(open_again, group="reopen", exclusive=True)

    def play(self, puzzle: Puzzle) -> None:
        self._open(lambda: puzzle)

    def begin(self, puzzle: Puzzle) -> None:
        """Open the puzzle that the app is started with; go to home if it has no board."""

        async def open_first() -> None:
            try:
                await self._show(puzzle)
            except PluginError as error:
                self.busy = False
                self._app.screen.post_message(ScreenResume())  # home has waited for the puzzle
                self._app.tell(str(error))

        self._app.run_worker(open_first, group="open", exclusive=True)

    def show_solution(self, puzzle: Puzzle, solving: "Solving") -> None:
        from ludoscope.tui.screens.play.screen import PlayPage

        async def show() -> None:
            await self._show(puzzle)
            if isinstance(page := self._app.screen, PlayPage):
                page.table.present(solving)
                page.paint()

        self._app.run_worker(show, group="open", exclusive=True)

    def go_to_neighbour(self, name: str, step: int) -> None:
        self._open(partial(self._app.finder.neighbour, name, step), replace=True)

    def _open(
        self,
        find: Callable[[], Puzzle],
        replace: bool = False,
        wanted: tuple[str, str] | None = None,
    ) -> None:
        """`wanted`: the family and the name that a library shows where several have that name."""

        async def open_found() -> None:
            try:
                puzzle = await asyncio.to_thread(find)
            except REFUSALS as error:
                self._refuse(error, wanted)
                return
            try:
                await self._show(puzzle, replace)
            except PluginError as error:  # a board by a stranger
                self._app.tell(str(error))

        self._app.run_worker(open_found, group="open", exclusive=True)

    def _refuse(self, error: Exception, wanted: tuple[str, str] | None) -> None:
        from ludoscope.puzzles.catalogue import AmbiguousName

        if not (wanted and isinstance(error, AmbiguousName)):
            self._app.tell(str(error))
            return
        if isinstance(screen := self._app.screen, BaseScreen):
            screen.stop_asking()
        self._app.navigator.open_library(*wanted)

    async def _show(self, puzzle: Puzzle, replace: bool = False) -> None:
        """The play screen, where the person left the puzzle."""
        from ludoscope.tui.screens.play.screen import PlayPage

        app = self._app
        if self._uncovered(puzzle):
            return
        session, said = await self._taken_up(puzzle)
        known = await app.records.noted("verdicts", puzzle.name) if session.texts else ""
        if isinstance(app.screen, BaseScreen):
            app.screen.stop_asking()
        if replace and not isinstance(app.screen, PlayPage):
            return  # the person has left the game that this was to follow
        page = PlayPage(session, app.options)
        page.table.recall(known)
        page.notice = said
        # not awaited: the next opening cancels this one, and would take the app's loop with it
        _ = app.switch_screen(page) if replace else app.push_screen(page)
        self.busy = False
        self.left = puzzle.name

    async def _taken_up(self, puzzle: Puzzle) -> tuple[Session, str]:
        """The session of a puzzle as it was left, and what is to be said of it."""
        records = self._app.records
        for_two = puzzle.game.players == 2
        person = await asyncio.to_thread(_winner, puzzle) if for_two else 0
        session = Session(puzzle, now=time.monotonic(), person=person)
        save, said = await records.session(puzzle.name)
        if save:
            try:
                await asyncio.to_thread(save.resume, session)
            except ValueError as error:
                said = f"{error}: started again"
        if not session.texts:
            board = board_for(session.game, self._app.options)
            while (move := board.automatic(session.position)) is not None:
                session.play(move, joined=True)  # before the first move, and no move itself
        if puzzle.game.players == 2 and (
            players := read_players(await records.noted("seats", puzzle.name))
        ):
            session.set_players(players)
        if puzzle.moves:
            said = said or self._follow(session, puzzle)
        return session, said

    def _uncovered(self, puzzle: Puzzle) -> bool:
        """Go back to the screen where the puzzle is played, if there is one.

        Two of them would store their games over each other.
        """
        from ludoscope.tui.screens.play.screen import PlayPage

        pages = [page for page in self._app.screen_stack if isinstance(page, PlayPage)]
        page = next((page for page in pages if page.table.puzzle.name == puzzle.name), None)
        if not page:
            return False
        while self._app.screen is not page:
            self._app.screen.dismiss(None)  # whoever waits for its answer hears that there is none
        page.stop_asking()
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
            self._app.autosave.keep(session)
        return said

    def _sent(self, session: Session, puzzle: Puzzle) -> str:
        """What is to be said of the moves that came with a puzzle, "" where nothing new came."""
        moves = FAMILIES[puzzle.game.family].merge_line(puzzle.moves)
        if not moves or moves == session.moves:
            return ""
        letters = lettered(puzzle.game.family) and not session.over
        tree = shown_key(self._app.options, "play.tree", "t", letters)
        own = f"; your own game is kept: {tree} shows it"
        return "as it was sent" + ("" if session.at_start else own)


def _winner(puzzle: Puzzle) -> int:
    """Who wins with best play, if that is known: the side that a person has in a first game."""
    value = board_family(puzzle.game.family).start_value(puzzle.name)
    return int(value is not None and value <= 0)
