"""What the person likes: each choice works at once, and is kept where the settings are theirs."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludoscope.tui.boards.board import Look
from ludoscope.tui.saves.settings import NAMED, Settings, wear


class Preferences:
    """`worn` is called with the name of a setting that the look has another option of now.

    What is not `lasting` is forgotten on leaving: others play with this folder.
    """

    def __init__(
        self,
        folder: Path,
        look: Look,
        lasting: bool,
        tell: Callable[[str], None],
        worn: Callable[[str], None],
    ) -> None:
        self._folder = folder
        self._look = look
        self._lasting = lasting
        self._tell = tell
        self._worn = worn

    async def choose(self, said: str, **chosen: Any) -> None:
        """Say what the person has chosen, and keep it for good where it is theirs alone."""
        write = partial(Settings.change, self._folder, **chosen)
        await keep(said, write if self._lasting else None, self._tell)

    async def change(self, name: str, value: Any, said: str = "") -> None:
        """Choose an option of a setting, from now on and for good; `said` in better words."""
        setting = NAMED[name]
        option = setting.option(value, self._look)
        wear(self._look, setting, option)
        self._worn(name)
        said = said or f"{setting.title}: {option.word}"
        if name == "motion" and value and self._look.still:
            said += "; this run keeps still, as it was started"
        await self.choose(said, **{name: value})

    async def wrong(self) -> str:
        """A sentence where the settings cannot be as they are kept; the usual ones are used."""
        return (await asyncio.to_thread(Settings.read, self._folder))[1]


async def keep(said: str, write: Callable[[], object] | None, tell: Callable[[str], None]) -> None:
    """Say what was chosen and write it, in a thread; None where a visitor chooses for a visit."""
    if write is None:
        tell(f"{said}; for this visit" if said else "")
        return
    tell(said)
    try:
        await asyncio.to_thread(write)
    except OSError as error:
        lost = f"{said}; not saved" if said else "settings cannot be saved"
        tell(f"{lost}: {error.strerror}")
