"""Autosave: sends sessions and notes to the store, and tracks what is not stored yet.

A move is stored before it is shown: its frame waits for it, for well under a millisecond. If the
disk is slow or fails, the frame does not wait and the user is told: what could not be stored stays
*pending*. It is tried again with each move and every few seconds, and reported until it is stored.
"""

import asyncio
import time
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from ludoscope.games.game import spec_text
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import results
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.statistics import Attempt
from ludoscope.tui.saves.store import Store

MAX_FRAME_DELAY_SECONDS = 0.25  # a frame waits no longer for its move to be stored
RETRY_DELAY_SECONDS = 2.0
QUIT_TIMEOUT_SECONDS = 2.0  # for the last move when the user quits
QUIT_POLL_SECONDS = 0.02
MIN_UPDATE_STEP_SECONDS = 0.001  # between the times of two sessions, if the clock has not advanced
SLOW_MESSAGE = "saving is slow; the game continues"


class PendingSession(NamedTuple):
    """A session in its current state, with its attempts and notes since it was last stored.

    Attempts are keyed by all but the time when they were begun: the first of two equal ones stays.
    """

    save: SavedSession
    attempts: Mapping[Hashable, Attempt] = MappingProxyType({})
    notes: tuple[results.Note, ...] = ()

    @property
    def key(self) -> Hashable:
        """The name and the parameters of the puzzle: two files may have the same name."""
        return self.save.name, self.save.spec

    @property
    def move_count(self) -> int:
        """The number of moves in the tree."""
        return self.save.moves.count("\n") + 1 if self.save.moves else 0

    def updated(
        self, save: SavedSession, notes: tuple[results.Note, ...], *, now: float, has_attempt: bool
    ) -> "PendingSession":
        """Return the same with a later state of the session and the notes earned there.

        Args:
            save: The later state.
            notes: The notes.
            now: The time in seconds since 1970.
            has_attempt: False if statistics do not count the current position, see
                `Session.is_counted`.
        """
        attempts = dict(self.attempts)
        for attempt in save.attempts(now) if has_attempt else ():
            key = (attempt.id, attempt.won, attempt.clean, attempt.seconds, attempt.length)
            attempts.setdefault(key, attempt)
        return PendingSession(save, attempts, tuple(dict.fromkeys((*self.notes, *notes))))

    def send(self, store: Store) -> "Future[None]":
        return store.save(self.save, self.attempts.values(), self.notes)


class PendingNote(NamedTuple):
    """A text to store, such as the players of a puzzle; see `Store.save_note`."""

    kind: str
    name: str
    text: str

    @property
    def key(self) -> Hashable:
        """The kind and the name."""
        return self.kind, self.name

    def send(self, store: Store) -> "Future[None]":
        return store.save_note(self.kind, self.name, self.text)


Pending = PendingSession | PendingNote


class _Request(NamedTuple):
    """A write that the store has been asked for."""

    pending: Pending
    future: "Future[None]"


class Autosave:
    """Stores sessions and notes in the background; to be used in the event loop.

    Args:
        store: The store.
        on_saved: Called in the event loop when a frame need no longer wait, with a message for the
            user or "".

    Attributes:
        on_session_shown: Called with each session that is opened or changed.
    """

    def __init__(self, store: Store, on_saved: Callable[[str], None]) -> None:
        self._store = store
        self._on_saved = on_saved
        self._pending: dict[Hashable, Pending] = {}
        self._requests: dict[Hashable, _Request] = {}
        self._stored_move_counts: dict[Hashable, int] = {}  # by the key of the session
        self._is_late = False
        self._deadline_timer: asyncio.TimerHandle | None = None
        self._retry_timer: asyncio.TimerHandle | None = None
        self._error = ""
        self._last_update = 0.0
        self.on_session_shown: Callable[[Session], object] = _ignore

    def start(self) -> None:
        """Begin to work, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._store.run(results.last_update).add_done_callback(self._on_last_update_read)

    # State

    @property
    def has_pending(self) -> bool:
        return bool(self._pending)

    @property
    def must_delay_frame(self) -> bool:
        """True while the next frame should wait for the store."""
        return self.has_pending and not self._is_late and not self._error

    @property
    def unsaved_text(self) -> str:
        """A sentence on what is shown but not stored, "" if everything is stored in time."""
        if not self._pending or not (self._error or self._is_late):
            return ""
        move_count = sum(
            max(0, pending.move_count - self._stored_move_counts.get(pending.key, 0))
            for pending in self._pending.values()
            if isinstance(pending, PendingSession)
        )
        if not move_count:
            return "The last change is not saved"
        return f"{move_count} moves are not saved" if move_count > 1 else "1 move is not saved"

    @property
    def problem_message(self) -> str:
        """A message on what is not stored and why, "" if everything is stored in time."""
        unsaved = self.unsaved_text
        return f"{unsaved}: {self._error or SLOW_MESSAGE}" if unsaved else ""

    def pending_save(self, name: str, spec: str = "") -> SavedSession | None:
        """Return the session of a puzzle if its current state is not stored yet.

        Args:
            name: The name of the puzzle.
            spec: The parameters of its game as text; "" for the last one played of that name.
        """
        saves = [
            pending.save
            for pending in self._pending.values()
            if isinstance(pending, PendingSession)
            and pending.save.name == name
            and spec in ("", pending.save.spec)
        ]
        return max(saves, key=lambda save: save.updated, default=None)

    async def wait_until_saved(self) -> None:
        """Wait until everything is stored or has failed, at most `QUIT_TIMEOUT_SECONDS`."""
        deadline = time.monotonic() + QUIT_TIMEOUT_SECONDS
        while self._pending and not self._error and time.monotonic() < deadline:
            await asyncio.sleep(QUIT_POLL_SECONDS)

    # Storing

    def track_session(self, session: Session) -> None:
        """Take note of a session that has just been read from the store, or is new."""
        key = session.puzzle.name, spec_text(session.puzzle.game)
        if key not in self._pending:
            self._stored_move_counts[key] = len(session.history.nodes) - 1
        self.on_session_shown(session)

    def save_session(self, session: Session) -> None:
        """Store a session in its current state."""
        now = max(time.time(), 0.0)
        save = SavedSession.from_session(
            session, session.elapsed_seconds(time.monotonic()), self._next_update_time(now)
        )
        notes = tuple(results.earned_notes(session))
        pending = PendingSession(save)
        previous = self._pending.get(pending.key)
        if isinstance(previous, PendingSession):
            pending = previous
        # attempts and wins have the time of the clock, even if it was set back
        self._add(pending.updated(save, notes, now=now, has_attempt=session.is_counted))
        self.on_session_shown(session)

    def save_note(self, kind: str, name: str, text: str) -> None:
        """Store a text; see `Store.save_note`."""
        self._add(PendingNote(kind, name, text))

    def _add(self, pending: Pending) -> None:
        self._pending[pending.key] = pending
        if not self._deadline_timer and not self._error:
            self._deadline_timer = self._loop.call_later(MAX_FRAME_DELAY_SECONDS, self._on_deadline)
        self._send(pending.key)

    def send_pending(self) -> None:
        """Try at once to store everything that is pending."""
        if self._retry_timer:
            self._retry_timer.cancel()
            self._retry_timer = None
        for key in list(self._pending):
            self._send(key)

    def send_before_close(self) -> None:
        """Send what is pending after the event loop has ended, before the store is closed."""
        for key, pending in self._pending.items():
            request = self._requests.get(key)
            if not request or request.pending is not pending:
                self._requests[key] = _Request(pending, pending.send(self._store))

    def final_problem_message(self) -> str:
        """Return `problem_message` after the store is closed: what could not be stored at all."""
        for key, (pending, future) in self._requests.items():
            if not future.done():
                continue
            if error := future.exception():
                self._error = str(error)
            elif self._pending.get(key) is pending:
                del self._pending[key]
        return self.problem_message

    def _next_update_time(self, now: float) -> float:
        """Return a time for a session that is later than that of any other one.

        Args:
            now: The time in seconds since 1970; the clock may have been set back.
        """
        self._last_update = max(now, self._last_update + MIN_UPDATE_STEP_SECONDS)
        return self._last_update

    def _on_last_update_read(self, future: "Future[float]") -> None:
        """Pass the result on to the event loop; runs in the thread of the store."""
        if not future.exception():
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(self._set_last_update, future.result())

    def _set_last_update(self, last_update: float) -> None:
        self._last_update = max(self._last_update, last_update)

    def _send(self, key: Hashable) -> None:
        if key in self._requests:
            return  # the latest state is sent when the store has answered
        pending = self._pending[key]
        future = pending.send(self._store)
        self._requests[key] = _Request(pending, future)
        future.add_done_callback(partial(self._on_store_done, key))

    def _on_store_done(self, key: Hashable, future: "Future[None]") -> None:
        """Pass the outcome on to the event loop; runs in the thread of the store."""
        error = str(future.exception() or "")
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(self._on_answer, key, error)

    def _on_answer(self, key: Hashable, error: str) -> None:
        sent = self._requests.pop(key).pending
        if error:
            self._on_error(error)
            return
        if isinstance(sent, PendingSession):
            self._stored_move_counts[key] = sent.move_count
        if self._pending.get(key) is sent:
            del self._pending[key]
        elif key in self._pending:
            self._send(key)
        if self._pending:
            if self._error:
                self.send_pending()  # the store works again
            return
        message = "Everything is saved now" if self._error else ""
        self._error, self._is_late = "", False
        self._cancel_deadline()
        self._on_saved(message)

    def _on_error(self, error: str) -> None:
        self._error = error
        self._cancel_deadline()
        if not self._retry_timer:
            self._retry_timer = self._loop.call_later(RETRY_DELAY_SECONDS, self._retry)
        self._on_saved("")

    def _retry(self) -> None:
        self._retry_timer = None
        self.send_pending()

    def _cancel_deadline(self) -> None:
        if self._deadline_timer:
            self._deadline_timer.cancel()
        self._deadline_timer = None

    def _on_deadline(self) -> None:
        self._is_late, self._deadline_timer = True, None
        self._on_saved("")


def _ignore(session: Session) -> None:
    """Do nothing, in place of a callback."""
