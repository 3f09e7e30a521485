"""The store as screens use it: asynchronous, with errors shown as notifications."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, NamedTuple, TypeVar

from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.store import Store, StoreError

T = TypeVar("T")


class Answer(NamedTuple, Generic[T]):
    """The answer of the store, and a message for the user or ""."""

    value: T
    message: str


class SavesService:
    """Reads from the store and writes notes by way of `Autosave`.

    If the store fails, its methods return a default and the game goes on.

    Attributes:
        store: The store, for queries whose future the caller handles.
    """

    def __init__(self, store: Store, autosave: Autosave, notify: Callable[[str], None]) -> None:
        self.store = store
        self._autosave = autosave
        self._notify = notify

    async def saved_store(self) -> Store:
        """Return the store once everything shown is stored, or has failed to be."""
        await self._autosave.wait_until_saved()
        return self.store

    async def answer(self, future: "Future[T]", default: T) -> Answer[T]:
        """Return the result of a query, or `default` if it fails."""
        try:
            return Answer(await asyncio.wrap_future(future), self.store.next_notice())
        except StoreError as error:
            return Answer(default, str(error))

    async def result(self, future: "Future[T]", default: T) -> T:
        """Return the result of a query, or `default` if it fails; show the message, if any."""
        answer = await self.answer(future, default)
        self._notify(answer.message)
        return answer.value

    async def load_session(self, name: str) -> Answer[Save | None]:
        """Return the session of a puzzle as it was last shown, None if there is none."""
        default: Save | None = None
        stored, message = await self.answer(self.store.load(name), default)
        return Answer(self._autosave.pending_save(name) or stored, message)

    async def load_note(self, kind: str, name: str) -> str:
        """Return a stored text, "" if there is none; see `Store.save_note`."""
        return await self.result(self.store.load_note(kind, name), "")

    def save_note(self, kind: str, name: str, text: str) -> None:
        """Store a text; see `Store.save_note`."""
        self._autosave.save_note(kind, name, text)
