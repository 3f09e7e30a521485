"""What the person likes: each choice works at once, and is kept where the settings are theirs."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ludoscope.tui.boards.board import Look
from ludoscope.tui.saves.settings import NAMED, Settings, wear


class Person(NamedTuple):
    """Whose choices they are; not `lasting` where others play with this folder.

    `tell` gets what was chosen, `announce` that it cannot be saved.
    """

    folder: Path
    look: Look
    lasting: bool
    tell: Callable[[str], None]
    announce: Callable[[str], None]

    async def keep(self, said: str, write: Callable[[], object]) -> None:
        """Say what was chosen and write it, in a thread; a visitor chooses for a visit."""
        if not self.lasting:
            self.tell(f"{said}; for this session" if said else "")
            return
        self.tell(said)
        try:
            await asyncio.to_thread(write)
        except OSError as error:
            lost = f"{said}; not saved" if said else "settings cannot be saved"
            self.announce(f"{lost}: {error.strerror}")


class Preferences:
    """`worn` is called with the name of a setting that the look has another option of now."""

    def __init__(self, person: Person, worn: Callable[[str], None]) -> None:
        self._person = person
        self._worn = worn

    async def choose(self, said: str, **chosen: Any) -> None:
        """Say what the person has chosen, and keep it for good where it is theirs alone."""
        await self._person.keep(said, partial(Settings.change, self._person.folder, **chosen))

    async def change(self, name: str, value: Any, said: str = "") -> None:
        """Choose an option of a setting, from now on and for good; `said` in better words."""
        setting = NAMED[name]
        option = setting.option(value, self._person.look)
        wear(self._person.look, setting, option)
        self._worn(name)
        said = said or f"{setting.title}: {option.word}"
        if name == "motion" and value and self._person.look.still:
            said += "; not in this session, which was started with reduced motion"
        await self.choose(said, **{name: value})

    async def wrong(self) -> str:
        """A sentence where the settings cannot be as they are kept; the usual ones are used."""
        return (await asyncio.to_thread(Settings.read, self._person.folder))[1]
