"""Sessions on their way to the store, and whether a frame has to wait for them.

What a person has seen is stored: a frame waits until the move in it is, for well under a
millisecond. A disk that takes long, or fails, is told of and not waited for.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from tui import results
from tui.save import Save
from tui.session import Session
from tui.store import Store

LONGEST = 0.25  # seconds that a frame waits for its move to be stored


class Keeping:
    """Made in the event loop; `told` is called there whenever the waiting is over.

    It gets a sentence when something is wrong and was not said of the move before, or "".
    """

    def __init__(self, store: Store, told: Callable[[str], None]) -> None:
        self._events = asyncio.get_running_loop()
        self._store = store
        self._told = told
        self._asked = 0
        self._late = False
        self._deadline: asyncio.TimerHandle | None = None
        self._wrong = ""

    @property
    def waiting(self) -> bool:
        return self._asked > 0 and not self._late

    def keep(self, session: Session) -> None:
        """Store a session as it stands now."""
        save = Save.of(session, session.elapsed(time.monotonic()), time.time())
        self._asked += 1
        if not self._deadline:
            self._deadline = self._events.call_later(LONGEST, self._overdue)
        self._store.save(save).add_done_callback(self._answered)
        if earned := list(results.noteworthy(session)):
            self._store.ask(partial(results.note, rows=earned))

    def _answered(self, answer: "Future[None]") -> None:
        """Called in the store's thread."""
        wrong = str(answer.exception() or "")
        with suppress(RuntimeError):  # the app is gone already
            self._events.call_soon_threadsafe(self._stored, wrong)

    def _stored(self, wrong: str) -> None:
        self._asked -= 1
        if not self._asked and self._deadline:
            self._deadline.cancel()
            self._deadline, self._late = None, False
        if not self._asked or wrong:
            self._say(wrong)

    def _overdue(self) -> None:
        self._late = True
        self._say("saving takes long; the game goes on meanwhile")

    def _say(self, wrong: str) -> None:
        said, self._wrong = self._wrong, wrong
        self._told(wrong if wrong != said else "")
