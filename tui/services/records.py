"""What the store answers: where it fails the game goes on, and the person is told."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.store import Store, StoreError

T = TypeVar("T")


class Records:
    """The store and what is still on its way there, `autosave`; `tell` gets what is wrong."""

    def __init__(self, store: Store, autosave: Autosave, tell: Callable[[str], None]) -> None:
        self.store = store
        self._autosave = autosave
        self._tell = tell

    async def settled(self) -> Store:
        """The store, once all that was shown is stored or has failed."""
        await self._autosave.wait_until_saved()
        return self.store

    async def answer(self, asked: "Future[T]", otherwise: T) -> tuple[T, str]:
        """What the store answers, `otherwise` if it fails; and what is wrong with it, or ""."""
        try:
            return await asyncio.wrap_future(asked), self.store.notice()
        except StoreError as error:
            return otherwise, str(error)

    async def stored(self, asked: "Future[T]", otherwise: T) -> T:
        """The same, with the person told of what is wrong."""
        answer, wrong = await self.answer(asked, otherwise)
        self._tell(wrong)
        return answer

    async def session(self, name: str) -> tuple[Save | None, str]:
        """The session of a puzzle as it was shown last, None where there is none; what is wrong."""
        none: Save | None = None
        save, wrong = await self.answer(self.store.load(name), none)
        return self._autosave.pending_save(name) or save, wrong

    async def noted(self, kind: str, name: str) -> str:
        """A text that was kept, "" when there is none."""
        return await self.stored(self.store.load_note(kind, name), "")

    def note(self, kind: str, name: str, text: str) -> None:
        """Keep a text."""
        self._autosave.save_note(kind, name, text)
