"""How a person quits: at once, unless something cannot be saved or ctrl+c meets a game."""

from typing import Any

from textual.screen import Screen
from textual.widgets import Input

from ludoscope.tui.services.app_protocol import Services


class Quitting:
    """Asks at most once; who insists quits."""

    def __init__(self, app: Services) -> None:
        self._app = app
        self._question: Screen[Any] | None = None  # whether to quit the game
        self._doubting = False  # whether the person is asked if they want to lose what is not saved

    async def quit(self) -> None:
        """Quit; ask once if something cannot be saved."""
        if self._doubting or not self._app.autosave.has_pending:
            self._app.exit()
        else:
            self._app.run_worker(self._save_first, group="leave", exclusive=True)

    async def interrupt(self) -> None:
        """Copy what is selected; where nothing is, quit: a game that is not over asks once."""
        if text := self._selected():
            self._app.copy_to_clipboard(text)
            self._app.tell("copied, if your terminal allows it")
        elif self._playing() and self._question not in self._app.screen_stack:
            self._ask()
        else:
            await self.quit()

    def _selected(self) -> str | None:
        field = self._app.focused
        if isinstance(field, Input):
            return field.selected_text
        return self._app.screen.get_selected_text()

    def _playing(self) -> bool:
        from ludoscope.tui.screens.play.screen import PlayPage

        pages = (page for page in self._app.screen_stack if isinstance(page, PlayPage))
        sessions = [page.table.session for page in pages]
        return any(not (session.at_start or session.over) for session in sessions)

    def _ask(self) -> None:
        from ludoscope.tui.screens.picker.dialog import Choice, Picker

        async def answer(quits: bool | None) -> None:
            if quits:
                await self.quit()

        choices = [
            Choice("quit", "the game is saved and can be continued", True),
            Choice("stay", "back to the game", False),
        ]
        self._question = Picker("Quit Ludoscope? ctrl+c again quits too", choices)
        self._app.push_screen(self._question, answer)

    async def _save_first(self) -> None:
        from ludoscope.tui.screens.picker.dialog import Choice, Picker

        autosave = self._app.autosave
        autosave.send_all()
        await autosave.wait_until_saved()
        if not (unsaved := autosave.unsaved_text):
            self._app.exit()
            return
        self._doubting = True
        choices = [
            Choice("stay", "saving is tried again every few seconds", False),
            Choice("quit", "what is not saved is lost", True),
        ]
        self._app.push_screen(Picker(f"{unsaved}: quit anyway?", choices), self._decide)

    async def _decide(self, quits: bool | None) -> None:
        self._doubting = False
        if quits:
            self._app.exit()
