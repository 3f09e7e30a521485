"""The store as screens use it: asynchronous, with errors shown as notifications."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from sqlite3 import Connection
from typing import Generic, NamedTuple, TypeVar

from ludoscope.games.game import spec_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import NewerSavesError, OpenedSave, Store, StoreError

T = TypeVar("T")


class StoreResult(NamedTuple, Generic[T]):
    """The answer of the store, and a message for the user or ""."""

    value: T
    message: str


class SavesService:
    """Reads from the store and writes notes by way of `Autosave`.

    If the store fails, its methods return a default and the game goes on.

    Attributes:
        store: The store, for queries whose future the caller handles.
    """

    def __init__(
        self,
        store: Store,
        autosave: Autosave,
        notify: Callable[[str], None],
        on_newer_version: Callable[[], None],
    ) -> None:
        """Create the service.

        Args:
            store: The store.
            autosave: Stores sessions and notes in the background.
            notify: Shows a message.
            on_newer_version: Called when a query fails as a newer version wrote the saves.
        """
        self.store = store
        self._autosave = autosave
        self._notify = notify
        self._on_newer_version = on_newer_version

    async def saved_store(self) -> Store:
        """Return the store once everything shown is stored, or has failed to be."""
        await self._autosave.wait_until_saved()
        return self.store

    async def wait_for_result(self, future: "Future[T]", default: T) -> StoreResult[T]:
        """Return the result of a query, or `default` if it fails."""
        try:
            return StoreResult(await asyncio.wrap_future(future), self.store.next_notice())
        except NewerSavesError:
            self._on_newer_version()
            return StoreResult(default, "")
        except StoreError as error:
            return StoreResult(default, str(error))

    async def wait_and_notify(self, future: "Future[T]", default: T) -> T:
        """Return the result of a query, or `default` if it fails; show the message, if any."""
        answer = await self.wait_for_result(future, default)
        self._notify(answer.message)
        return answer.value

    async def write(self, query: Callable[[Connection], object]) -> None:
        """Run a query that changes the saves; show the message, if any.

        It is done even if the caller is cancelled, such as the worker of a screen that is closed.
        """
        await asyncio.shield(self.wait_and_notify(self.store.run(query), None))

    async def load_session(self, name: str) -> StoreResult[SavedSession | None]:
        """Return the session of a puzzle as it was last shown, None if there is none.

        It is only to be read; one that is continued is read by `open_session`.
        """
        default: SavedSession | None = None
        stored, message = await self.wait_for_result(self.store.load(name), default)
        return StoreResult(self._autosave.pending_save(name) or stored, message)

    async def open_session(self, puzzle: Puzzle) -> StoreResult[OpenedSave]:
        """Return the session of a puzzle as it was last shown; see `Store.open_session`."""
        if pending := self._autosave.pending_save(puzzle.name, spec_text(puzzle.game)):
            return StoreResult(OpenedSave(pending), "")
        return await self.wait_for_result(self.store.open_session(puzzle), OpenedSave(None))

    async def load_note(self, kind: str, name: str) -> str:
        """Return a stored text, "" if there is none; see `Store.save_note`."""
        return await self.wait_and_notify(self.store.load_note(kind, name), "")

    def save_note(self, kind: str, name: str, text: str) -> None:
        """Store a text; see `Store.save_note`."""
        self._autosave.save_note(kind, name, text)
