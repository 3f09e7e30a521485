"""Storing of the user's choices: settings and keys, in files beside the saves."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class ChoiceStore(NamedTuple):
    """Writes the files of settings and keys in a thread, and shows what was changed.

    Attributes:
        folder: The folder of the saves.
        is_persistent: False if choices must not be stored, as others play with this folder.
        notify_here: Shows a message on the current screen.
        notify_anywhere: Shows a message that stays on other screens too.
    """

    folder: Path
    is_persistent: bool
    notify_here: Callable[[str], None]
    notify_anywhere: Callable[[str], None]

    async def save(self, message: str, write: Callable[[], object]) -> None:
        """Show what was chosen, if `message` is not "", and call `write` in a thread."""
        if not self.is_persistent:
            self.notify_here(f"{message} (for this session only)" if message else "")
            return
        self.notify_here(message)
        try:
            await asyncio.to_thread(write)
        except OSError as error:
            failure = f"{message}; not saved" if message else "Settings cannot be saved"
            self.notify_anywhere(f"{failure}: {error.strerror}")
