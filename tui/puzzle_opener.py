"""The puzzle opener: opens puzzles on the play screen, by name, from a file, a text or the saves.

All ways end in `PuzzleOpener._show`, which restores the session and pushes the screen.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.events import ScreenResume

from ludoscope.games import PluginError
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.files import normalize_line_ends
from ludoscope.puzzles.names import name_opened_in_app
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.series import find_series, is_random_name, parse_member
from ludoscope.tui import screens
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.puzzle_finder import FIND_ERRORS, find_error_text, find_in_thread
from ludoscope.tui.services.session_loader import load_session, message_on_line, message_on_tree
from ludoscope.tui.text.formatting import capitalize_first

if TYPE_CHECKING:
    from ludoscope.tui.model.solver_run import SolverRun
    from ludoscope.tui.screens.play.screen import PlayScreen

SLOW_FILE_SECONDS = 2.0  # after which a message says how to cancel
SLOW_SEARCH_SECONDS = 0.5  # after which a message says that a deal is searched for


class PuzzleOpener:
    """Finds puzzles in threads and opens them. A new request cancels the previous one.

    All requests run in one exclusive group of workers.

    Attributes:
        last_opened: The name of the puzzle opened last, until a library has moved its cursor to
            it.
    """

    def __init__(self, app: AppBase) -> None:
        self._app = app
        self.last_opened = ""

    def open(self, name: str, family: str | None = None, replace: bool = False) -> None:
        """Open the puzzle of that name or in that file.

        Args:
            name: The name or path.
            family: The name of the family, if the puzzle must be of one.
            replace: Replace the current play screen; do nothing if the user has left it.
        """
        self._open(partial(self._find_named, name, family), replace)

    def open_typed_name(self, text: str, family: str | None = None) -> None:
        """Open the puzzle that the user has typed: the one begun, else the usual variant.

        Args:
            text: A name, a path, or words such as "oil 3".
            family: The name of the family, if the puzzle must be of one.
        """

        async def find() -> Puzzle | None:
            name = await asyncio.to_thread(self._app.puzzle_finder.name_of, text, family)
            save = (await self._app.saves.load_session(name)).value
            is_begun = save and save.ply and not save.over
            return await self._find_named(name if is_begun else name_opened_in_app(name), family)

        self._open(find)

    def cancel(self) -> None:
        """Open nothing of what was requested; a thread that waits for a file is left behind."""
        if self._app.workers.cancel_group(self._app, "open"):
            self._app.clear_notifications()  # the file does not answer yet

    def open_text(self, text: str) -> bool:
        """Open the puzzle in a text, such as a pasted one; return False if there is none."""
        text = normalize_line_ends(text)
        if not catalogue.is_puzzle_text(text):
            return False
        self._open(partial(find_in_thread, partial(catalogue.parse, text)))
        return True

    def open_saved(self, save: SavedSession) -> None:
        """Open a saved session."""
        self._open(partial(find_in_thread, save.puzzle))

    def reopen(self, name: str) -> None:
        """Open a puzzle played before; from the saves if it was a file that no longer exists."""

        async def find_again() -> Puzzle:
            save, message = await self._app.saves.load_session(name)
            self._app.notify_anywhere(message)

            def find() -> Puzzle:
                try:
                    return self._app.puzzle_finder.find(name)
                except LookupError:
                    if save:
                        return save.puzzle()
                    raise

            return await find_in_thread(find)

        self._open(find_again)

    def open_puzzle(self, puzzle: Puzzle, replace: bool = False) -> None:
        """Open a puzzle, in place of the current play screen if `replace` is true."""
        self._open(partial(find_in_thread, lambda: puzzle), replace)

    def open_first(self, puzzle: Puzzle, on_shown: Callable[[], object]) -> None:
        """Open the puzzle that the app was started with; show the home screen if that fails.

        Args:
            puzzle: The puzzle.
            on_shown: Called after the first frame.
        """

        async def open_first() -> None:
            try:
                await self._show(puzzle)
            except PluginError as error:
                self._app.is_opening_first = False
                self._app.screen.post_message(ScreenResume())  # the home screen skipped its first
                self._app.notify_here(capitalize_first(str(error)))
            self._app.screen.call_after_refresh(on_shown)

        self._app.run_worker(open_first, group="open", exclusive=True)

    def show_solution(self, puzzle: Puzzle, solver_run: "SolverRun") -> None:
        """Open a puzzle with the solution that a solver has found, to step through."""

        def show(screen: "PlayScreen") -> None:
            screen.model.show_solver_result(solver_run)
            screen.refresh_view()

        self._app.run_worker(self._show(puzzle, on_shown=show), group="open", exclusive=True)

    def open_adjacent(self, name: str, step: int) -> None:
        """Open the next (`step` 1) or previous (−1) puzzle in place of the one of that name.

        Deals that cannot be won are skipped, unless the user has set that any are dealt.
        """
        app = self._app

        async def find() -> Puzzle:
            if await asyncio.to_thread(parse_member, name):
                deal = await app.winnable_deals.next_deal(name, step)
                return await self._find(deal)
            return await find_in_thread(partial(app.puzzle_finder.find_adjacent, name, step))

        self._open(find, replace=True, waits_for_search=True)

    def open_random(self, name: str, family: str, replace: bool = False) -> None:
        """Open a random deal of a series, or else a random puzzle of a group.

        Args:
            name: The name of the series, or of a puzzle of the series or group.
            family: Its family.
            replace: Open it in place of the current play screen.
        """

        async def find() -> Puzzle:
            if await asyncio.to_thread(find_series, name):
                return await self._find_random(name)
            return await self._find(await self._app.similar.random_puzzle(name, family))

        self._open(find, replace, waits_for_search=True)

    def open_similar(self, name: str, replace: bool = False) -> None:
        """Open another puzzle that is as hard as the one of that name.

        See `tui.services.similar`.

        Args:
            name: The name of the puzzle.
            replace: Open it in place of the current play screen.
        """

        async def find() -> Puzzle:
            return await self._find(await self._app.similar.similar_puzzle(name))

        self._open(find, replace, waits_for_search=True)

    async def _find_named(self, name: str, family: str | None) -> Puzzle | None:
        """Return the puzzle of that name or in that file.

        If several puzzles have the name, show them in a library and return None.
        """
        if await asyncio.to_thread(is_random_name, name):
            return await self._find_random(name)
        path = "./-" if name == "-" else name  # "-" would mean standard input
        try:
            return await find_in_thread(
                partial(self._app.puzzle_finder.find, path, family, files=True)
            )
        except catalogue.AmbiguousName:
            if isinstance(screen := self._app.screen, BaseScreen):
                screen.close_prompt()
            self._app.navigator.open_library(family or "", path)
            return None

    async def _find(self, name: str) -> Puzzle:
        return await find_in_thread(partial(self._app.puzzle_finder.find, name))

    async def _find_random(self, series: str) -> Puzzle:
        """Return a random deal of a series, winnable unless the user has set that any are dealt."""
        return await self._find(await self._app.winnable_deals.random_deal(series))

    def _open(
        self,
        find: Callable[[], Awaitable[Puzzle | None]],
        replace: bool = False,
        waits_for_search: bool = False,
        on_shown: Callable[["PlayScreen"], object] | None = None,
    ) -> None:
        """Open the puzzle that `find` returns, if any; cancel the previous request."""

        async def find_and_show() -> None:
            if waits_for_search:
                timer = self._app.set_timer(SLOW_SEARCH_SECONDS, self._notify_search)
            else:
                timer = self._app.set_timer(SLOW_FILE_SECONDS, self._notify_slow_file)
            try:
                puzzle = await find()
            except FIND_ERRORS as error:
                self._app.notify_here(capitalize_first(find_error_text(error)))
                return
            finally:
                timer.stop()
            if puzzle is None:
                return
            try:
                await self._show(puzzle, replace, on_shown)
            except PluginError as error:
                self._app.notify_here(capitalize_first(str(error)))

        self._app.run_worker(find_and_show, group="open", exclusive=True)

    def _notify_search(self) -> None:
        self._app.notify_here("Searching for a deal…")

    def _notify_slow_file(self) -> None:
        """Tell how to cancel, if the puzzle was entered in a prompt, which is still open."""
        if isinstance(screen := self._app.screen, BaseScreen) and screen.active_prompt:
            key = self._app.options.key_display("line.cancel", "esc")
            self._app.notify_here(f"The file does not answer yet. Press {key} to cancel.")

    async def _show(
        self,
        puzzle: Puzzle,
        replace: bool = False,
        on_shown: Callable[["PlayScreen"], object] | None = None,
    ) -> None:
        """Open the play screen on the session of a puzzle.

        Args:
            puzzle: The puzzle.
            replace: True to open it only in place of a play screen.
            on_shown: Called with the screen when it is open, perhaps after a question.
        """
        app = self._app
        if open_screen := self._find_open_screen(puzzle.name):
            resume = partial(self._resume, open_screen, puzzle, on_shown)
            app.navigator.return_to(open_screen, resume)
            return
        session, message = await load_session(puzzle, app.options, app.saves, app.autosave)
        analysis = await app.saves.load_note("verdicts", puzzle.name) if session.move_texts else ""
        if isinstance(app.screen, BaseScreen):
            app.screen.close_prompt()
        if replace and not isinstance(app.screen, screens.PlayScreen):
            return  # the user has left the game that was to be replaced
        screen = screens.PlayScreen(session, app.options)
        screen.model.restore_analysis(analysis)
        screen.model.rating = await app.difficulties.find_bundled(puzzle)  # in the first frame
        if app.winnable_deals.is_known(puzzle.name):
            screen.model.add_known_winnable()
        screen.model.show_message(message)
        # a game opened from another one takes its place: esc leads back to where the first was
        # opened; not awaited: the next request cancels this worker, and with it what it waits for
        is_over_game = isinstance(app.screen, screens.PlayScreen)
        _ = app.switch_screen(screen) if is_over_game else app.push_screen(screen)
        app.is_opening_first = False
        self.last_opened = puzzle.name
        if on_shown:
            on_shown(screen)

    def _find_open_screen(self, name: str) -> "PlayScreen | None":
        """Return the screen that has the puzzle of that name open, None if there is none."""
        for screen in self._app.screen_stack:
            if isinstance(screen, screens.PlayScreen) and screen.model.puzzle.name == name:
                return screen
        return None

    def _resume(
        self,
        screen: "PlayScreen",
        puzzle: Puzzle,
        on_shown: Callable[["PlayScreen"], object] | None,
    ) -> None:
        """Show a puzzle on the screen that has it open; open it anew if it has changed since.

        Two screens with the same puzzle would overwrite each other's saves.
        """
        app = self._app
        if screen.model.puzzle.game.spec() != puzzle.game.spec():
            closed = screen.dismiss(None)

            async def wait_until_closed() -> Puzzle:
                await asyncio.shield(closed)  # it stores its session and analysis
                await app.library.delete_analysis(puzzle.name)
                return puzzle

            self._open(wait_until_closed, on_shown=on_shown)
            return
        screen.close_prompt()
        message = message_on_line(screen.model.session, puzzle, app.options)
        has_more = bool(puzzle.tree and screen.model.add_shared_tree(puzzle.tree))
        if message:
            screen.model.show_shared_line(puzzle.moves)
        if message or has_more:
            app.autosave.save_session(screen.model.session)
        screen.notify_here(message_on_tree(message, has_more, app.options))
        if on_shown:
            on_shown(screen)
