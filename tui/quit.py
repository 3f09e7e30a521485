"""Quitting: at once, unless something is not saved or ctrl+c is pressed during a game."""

from typing import Any

from textual.screen import Screen
from textual.widgets import Input

from ludoscope.tui import screens
from ludoscope.tui.screens.base import unsaved_texts
from ludoscope.tui.services.app_protocol import AppBase


class QuitHandler:
    """Quits the app; asks for confirmation where something would be lost, but only once."""

    def __init__(self, app: AppBase) -> None:
        self._app = app
        self._quit_dialog: Screen[Any] | None = None
        self._is_asking_unsaved = False

    async def quit(self) -> None:
        """Quit; ask first if something is not saved. If that was asked already, quit."""
        has_unsaved = self._app.autosave.has_pending or bool(self._unsaved_texts())
        if self._is_asking_unsaved or not has_unsaved:
            self._app.exit()
        else:
            self._app.run_worker(self._save_and_quit, group="leave", exclusive=True)

    async def interrupt(self) -> None:
        """Copy the selected text; without a selection quit, but ask once during a game."""
        if text := self._selected_text():
            self._app.copy_to_clipboard(text)
            self._app.notify_here("Copied (if your terminal supports it)")
        elif self._needs_confirmation():
            self._ask_quit()
        else:
            await self.quit()

    def _selected_text(self) -> str | None:
        focused = self._app.focused
        if isinstance(focused, Input):
            return focused.selected_text
        return self._app.screen.get_selected_text()

    def _needs_confirmation(self) -> bool:
        """Return True during a game, unless that was asked already or `quit` will ask."""
        is_asking = self._quit_dialog in self._app.screen_stack
        return self._is_playing() and not (is_asking or self._unsaved_texts())

    def _unsaved_texts(self) -> list[str]:
        return unsaved_texts(self._app.screen_stack)

    def _is_playing(self) -> bool:
        """Return True if a game that is begun and not over is on the screen or below it."""
        for screen in self._app.screen_stack:
            if isinstance(screen, screens.PlayScreen):
                session = screen.model.session
                if not (session.at_start or session.is_over):
                    return True
        return False

    def _ask_quit(self) -> None:
        async def on_answer(is_confirmed: bool | None) -> None:
            if is_confirmed:
                await self.quit()

        choices = [
            screens.Choice("Quit", "the game is saved and can be continued", True),
            screens.Choice("Stay", "back to the game", False),
        ]
        key = self._app.options.key_display("app.interrupt", "ctrl+c")
        title = f"Quit Ludoscope? ({key} also quits)"
        self._quit_dialog = screens.PickerDialog(title, choices)
        self._app.push_screen(self._quit_dialog, on_answer)

    async def _save_and_quit(self) -> None:
        """Try once more to save; quit if everything is saved, else ask."""
        autosave = self._app.autosave
        autosave.send_pending()
        await autosave.wait_until_saved()
        texts = self._unsaved_texts()
        retry_text = ""
        if autosave.unsaved_text:
            texts.insert(0, autosave.unsaved_text)
            retry_text = "saving is tried again every few seconds"
        if not texts:
            self._app.exit()
            return
        self._is_asking_unsaved = True
        choices = [
            screens.Choice("Stay", retry_text, False),
            screens.Choice("Quit", "unsaved changes are lost", True),
        ]
        dialog = screens.PickerDialog(f"{'. '.join(texts)}. Quit anyway?", choices)
        self._app.push_screen(dialog, self._on_unsaved_answer)

    async def _on_unsaved_answer(self, is_confirmed: bool | None) -> None:
        self._is_asking_unsaved = False
        if is_confirmed:
            self._app.exit()
