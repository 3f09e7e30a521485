"""Sessions on their way to the store, and whether a frame has to wait for them.

A move is stored before it is shown: its frame waits for it, for well under a millisecond. If the
disk is slow or fails, the frame does not wait and the user is told: what could not be stored is
*owed*, tried again with each move and every few seconds, and reported until it is stored.

owed   a session by its puzzle, in its current state, with its attempts since it was last stored; a
       text by its kind and name
"""

import asyncio
import time
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import results
from ludoscope.tui.saves.save import Save
from ludoscope.tui.saves.sql_tables import MOST
from ludoscope.tui.saves.statistics import Attempt
from ludoscope.tui.saves.store import Store

LONGEST = 0.25  # seconds that a frame waits for its move to be stored
LATE = "saving is slow; the game continues"
AGAIN = 2.0  # seconds until a store that failed is tried again
PATIENCE, PAUSE = 2.0, 0.02  # seconds to wait for the last move on leaving, and between looks
INSTANT = 0.001  # seconds between two sessions that the clock does not tell apart


class Owed(NamedTuple):
    """Attempts by all but the time when they were begun: the first of two is the one that began."""

    save: Save
    attempts: Mapping[Hashable, Attempt] = MappingProxyType({})
    notes: tuple[results.Note, ...] = ()

    @property
    def moves(self) -> int:
        """How many there are in the tree, a line each."""
        return self.save.moves.count("\n") + bool(self.save.moves)

    def then(self, save: Save, notes: tuple[results.Note, ...]) -> "Owed":
        """With the session as it stands later."""
        attempts = dict(self.attempts)
        for one in save.attempts():
            attempts.setdefault((one.id, one.won, one.clean, one.seconds, one.length), one)
        return Owed(save, attempts, tuple(dict.fromkeys((*self.notes, *notes))))

    def put(self, store: Store) -> "Future[None]":
        return store.save(self.save, self.attempts.values(), self.notes)


class Text(NamedTuple):
    """A text to store, such as the players; see `Store.note`."""

    kind: str
    name: str
    text: str

    def put(self, store: Store) -> "Future[None]":
        return store.note(self.kind, self.name, self.text)


class Autosave:
    """Used in the event loop; `told` is called there whenever the waiting is over.

    It gets a sentence when something has changed that the person should know, or "". `trouble` is
    what they have to know until it is over.
    """

    def __init__(self, store: Store, told: Callable[[str], None]) -> None:
        self._store = store
        self._told = told
        self._owed: dict[Hashable, Owed | Text] = {}
        self._sent: dict[Hashable, tuple[Owed | Text, Future[None]]] = {}
        self._moves: dict[str, int] = {}  # by puzzle, how many are stored
        self._late = False
        self._deadline: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        self._wrong = ""
        self._latest = 0.0
        self.shown: Callable[[Session], object] = bool  # is told of each session, as it stands

    def start(self) -> None:
        """In the event loop, before anything is kept."""
        self._events = asyncio.get_running_loop()
        self._store.ask(results.latest).add_done_callback(self._dated)

    # What is owed

    @property
    def behind(self) -> bool:
        """Whether anything is still to be stored."""
        return bool(self._owed)

    @property
    def waiting(self) -> bool:
        return self.behind and not self._late and not self._wrong

    @property
    def unsaved(self) -> str:
        """What is not stored though it was shown, "" where everything is."""
        if not self._owed or not (self._wrong or self._late):
            return ""
        moves = sum(
            max(0, owed.moves - self._moves.get(owed.save.name, 0))
            for owed in self._owed.values()
            if isinstance(owed, Owed)
        )
        if not moves:
            return "the last change is not saved"
        return f"{moves} moves are not saved" if moves > 1 else "1 move is not saved"

    @property
    def trouble(self) -> str:
        """Why it is not stored."""
        return f"{self.unsaved}: {self._wrong or LATE}" if self.unsaved else ""

    def owed(self, name: str) -> Save | None:
        """The session of a puzzle where the store does not have it as it was shown."""
        owed = self._owed.get(name)
        return owed.save if isinstance(owed, Owed) else None

    async def settled(self) -> None:
        """Wait until all is stored or has failed, at most `PATIENCE` seconds."""
        until = time.monotonic() + PATIENCE
        while self._owed and not self._wrong and time.monotonic() < until:
            await asyncio.sleep(PAUSE)

    # Storing

    def begin(self, session: Session) -> None:
        """A session is taken up as it is stored."""
        if session.puzzle.name not in self._owed:
            self._moves[session.puzzle.name] = len(session.history.nodes) - 1
        self.shown(session)

    def keep(self, session: Session) -> None:
        """Store a session as it stands now."""
        name = session.puzzle.name
        save = Save.of(session, session.elapsed(time.monotonic()), self._now())
        earned = tuple(results.noteworthy(session))
        before = self._owed.get(name)
        self._owe(name, (before if isinstance(before, Owed) else Owed(save)).then(save, earned))
        self.shown(session)

    def note(self, kind: str, name: str, text: str) -> None:
        """Store a text."""
        self._owe((kind, name), Text(kind, name, text))

    def _owe(self, name: Hashable, owed: Owed | Text) -> None:
        self._owed[name] = owed
        if not self._deadline and not self._wrong:
            self._deadline = self._events.call_later(LONGEST, self._overdue)
        self._send(name)

    def send_all(self) -> None:
        """Try at once whatever is owed."""
        if self._again:
            self._again.cancel()
            self._again = None
        for name in list(self._owed):
            self._send(name)

    def send_last(self) -> None:
        """The same once the event loop is gone, and before the store is closed."""
        for name, owed in self._owed.items():
            if self._sent.get(name, (None,))[0] is not owed:
                self._sent[name] = owed, owed.put(self._store)

    def lost(self) -> str:
        """Once the store is closed: what it could not store, and why."""
        for name, (owed, answer) in self._sent.items():
            if answer.done() and not answer.exception() and self._owed.get(name) is owed:
                del self._owed[name]
            elif answer.done() and answer.exception():
                self._wrong = str(answer.exception())
        return self.trouble

    def _now(self) -> float:
        """The time, but later than that of any session, as the clock may be set back.

        At most the latest time that an imported file may have.
        """
        self._latest = min(max(time.time(), self._latest + INSTANT), MOST)
        return self._latest

    def _dated(self, answer: "Future[float]") -> None:
        """Called in the store's thread."""
        if not answer.exception():
            with suppress(RuntimeError):
                self._events.call_soon_threadsafe(self._date, answer.result())

    def _date(self, latest: float) -> None:
        self._latest = max(self._latest, latest)

    def _send(self, name: Hashable) -> None:
        if name in self._sent:
            return  # what is owed then is sent when the answer is there
        owed = self._owed[name]
        answer = owed.put(self._store)
        self._sent[name] = owed, answer
        answer.add_done_callback(partial(self._answered, name))

    def _answered(self, name: Hashable, answer: "Future[None]") -> None:
        """Called in the store's thread."""
        wrong = str(answer.exception() or "")
        with suppress(RuntimeError):  # the app is gone already
            self._events.call_soon_threadsafe(self._stored, name, wrong)

    def _stored(self, name: Hashable, wrong: str) -> None:
        sent, _ = self._sent.pop(name)
        if wrong:
            self._fail(wrong)
            return
        if isinstance(sent, Owed):
            self._moves[sent.save.name] = sent.moves
        if self._owed.get(name) is sent:
            del self._owed[name]
        elif name in self._owed:
            self._send(name)
        if self._owed:
            if self._wrong:
                self.send_all()  # there is a way again
            return
        said = "everything is saved now" if self._wrong else ""
        self._wrong, self._late = "", False
        self._forget_deadline()
        self._told(said)

    def _fail(self, wrong: str) -> None:
        self._wrong = wrong
        self._forget_deadline()
        if not self._again:
            self._again = self._events.call_later(AGAIN, self._try_again)
        self._told("")

    def _try_again(self) -> None:
        self._again = None
        self.send_all()

    def _forget_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None

    def _overdue(self) -> None:
        self._late, self._deadline = True, None
        self._told("")
