"""The question how to go on if a newer version of the program wrote the saves."""

from contextlib import suppress
from typing import Any

from textual.worker import Worker, WorkerError

from ludoscope.tui import screens
from ludoscope.tui.saves.store import Store
from ludoscope.tui.services.app_protocol import AppBase

PLAY, QUIT = "play", "quit"
TITLE = "A newer version of Ludoscope wrote your saves"
ROWS = (
    ("Play without saving", "what you do now is lost when you quit", PLAY),
    ("Quit", "and start the newer version", QUIT),
)
UNSAVED_MESSAGE = "Playing without saving: what you do now is lost when you quit"


class NewerSavesHandler:
    """Asks whether to play without saving or to quit.

    Attributes:
        is_unsaved: True if the user has chosen to play without saving.
    """

    def __init__(self, app: AppBase, store: Store) -> None:
        self._app = app
        self._store = store
        self._asking: Worker[Any] | None = None
        self.is_unsaved = False

    def ask_if_needed(self) -> None:
        """Ask if a newer version wrote the saves, unless the user was asked already."""
        if self._store.newer_version_message and not self._asking:
            self._asking = self._app.run_worker(self._ask)

    async def wait_for_choice(self) -> bool:
        """Ask if necessary, and return False if the user has chosen to quit."""
        self.ask_if_needed()
        if self._asking:
            await self._asking.wait()
            return self.is_unsaved
        return True

    async def _ask(self) -> None:
        for worker in [*self._app.workers]:
            if worker.group == "open":  # a puzzle that is being opened would hide the dialog
                with suppress(WorkerError):
                    await worker.wait()
        message = self._store.newer_version_message
        # a guest is not told the folders of the host
        folder = f": {self._app.data_folder}" if self._app.files_allowed else ""
        description = f"{message}.\nThe file is not changed{folder}"
        choices = [screens.Choice(name, detail, value, description) for name, detail, value in ROWS]
        choice: str | None = None
        while choice is None:  # the dialog can be closed without a choice
            dialog = screens.PickerDialog(TITLE, choices)
            choice = await self._app.push_screen_wait(dialog)
        if choice == QUIT:
            self._app.exit()
            return
        self.is_unsaved = True
        self._store.keep_in_memory()
        self._app.autosave.send_pending()
        self._app.notify_anywhere(UNSAVED_MESSAGE)
