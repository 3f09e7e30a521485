"""Company as screens know it: what others have written is read in a thread, over and over.

A look at the files takes a few `stat`s for each person; only what has changed is read, and only
what differs is told.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import TypeVar

from ludoscope.puzzles.daily import name_for
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.lobby.duels import DuelError, Duels
from ludoscope.tui.lobby.lobby import Company, Seen
from ludoscope.tui.lobby.news import news
from ludoscope.tui.lobby.presence import BEAT
from ludoscope.tui.lobby.published_games import Entry, Shown, daily_of, game_text, result_text
from ludoscope.tui.lobby.users import Person, names
from ludoscope.tui.model.session import Session
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.services.no_lobby import CompanyService

REST, EAGER = 2.0, 0.4  # seconds between two looks; while a page of it is open
T = TypeVar("T")


@dataclass(frozen=True)
class Snapshot:
    """`board` and `game` are those that a page has asked for; `names` of all in the others."""

    people: tuple[Seen, ...] = ()
    duels: tuple[Duel, ...] = ()
    board: Mapping[str, list[Entry]] = field(default_factory=dict)
    game: tuple[Shown, float] | None = None
    names: Mapping[Person, str] = field(default_factory=dict)
    seen: float = 0.0  # when that was, in seconds since 1970
    day: date | None = None  # of the board
    watching: Person | None = None  # whose game

    def name(self, person: Person) -> str:
        return self.names.get(person, person.key)

    def who(self, person: Person) -> Seen | None:
        return next((seen for seen in self.people if seen.person == person), None)

    def duel(self, name: str) -> Duel | None:
        return next((one for one in self.duels if one.id == name), None)

    def here(self, person: Person) -> bool:
        seen = self.who(person)
        return seen is not None and seen.here.present(self.seen - seen.since)


class InCompany(CompanyService):
    """`tell` gets sentences; `ask` is called when a first puzzle of the day was solved.

    `listeners` are called with each snapshot that is new. `day` and `watching` are what a page
    wants to see, `at_board` the id of the game of two that is on the screen.
    """

    on = True

    def __init__(
        self,
        company: Company,
        options: UserOptions,
        tell: Callable[[str], None],
        ask: Callable[[], object],
    ) -> None:
        self.company = company
        self._options, self._tell, self._ask = options, tell, ask
        self.duels = Duels(company)
        self.snapshot = Snapshot()
        self.listeners: list[Callable[[Snapshot], None]] = []
        self.day: date | None = None
        self.watching: Person | None = None
        self.at_board = ""
        self._session: Session | None = None  # on our screen
        self._game = b""  # as it is shown to others
        self._results: dict[str, bytes] = {}  # of puzzles of the day, to be put on the board
        self._asked = False
        self._beaten = 0.0  # when the last sign of life was given
        self._wrong = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def us(self) -> Person:
        return self.company.us

    def start(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="company")
        self._woken = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    def close(self) -> None:
        """What is on its way is written first."""
        if self._task:
            self._task.cancel()
            self._task = None
            leave = partial(self.company.change_here, lambda here: replace(here, gone=True))
            last = self._thread.submit(self._put)
            gone = self._thread.submit(leave)
            self._thread.shutdown(wait=True)
            for written in (last, gone):
                written.exception()  # there is nobody left to be told

    # What others do

    async def _keep_looking(self) -> None:
        while True:
            self._woken.clear()
            await self.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), EAGER if self.listeners else REST)

    async def look(self) -> None:
        """See what is new, now."""
        if self._options.preferences.allow_spectators and self._session and not self._game:
            self._game = game_text(self._session)
        snapshot, wrong = await self._in_thread(self._look)
        if wrong != self._wrong:
            self._wrong = wrong
            self._tell(wrong)
        if not snapshot:
            return
        before, self.snapshot = self.snapshot, snapshot
        said = news(before.duels, snapshot.duels, self.at_board, bool(before.seen))
        if said:
            key = "" if self.listeners else self._options.key_display("app.company", "c")
            self._tell(said.sentence(snapshot.name(said.duel.other), key))
        if replace(before, seen=0) != replace(snapshot, seen=0) or not before.seen:
            for listener in tuple(self.listeners):
                listener(snapshot)

    async def game_of(self, person: Person) -> Shown | None:
        """What somebody has on the screen now, if they let others watch."""
        try:
            game = await self._in_thread(partial(self.company.game_of, person))
        except OSError:
            return None
        return game[0] if game else None

    def wake(self) -> None:
        """Look at once."""
        if self._task:
            self._woken.set()

    def _look(self) -> tuple[Snapshot | None, str]:
        """In the thread: what is to be seen, and what is wrong."""
        wrong, day, watching = "", self.day, self.watching
        try:
            self._put()
        except (OSError, ValueError) as error:
            wrong = f"others cannot see you: {_reason(error)}"
        try:
            people = tuple(seen for seen, _, _ in self.company.visits())
            duels = tuple(self.duels.all())
            board = self.company.board(day) if day else {}
            game = self.company.game_of(watching) if watching else None
        except OSError as error:
            return None, f"the shared folder cannot be read: {_reason(error)}"
        known = {seen.person for seen in people} | {one.other for one in duels}
        known |= {entry.person for entries in board.values() for entry in entries}
        called = names(known | {self.company.us})
        return Snapshot(people, duels, board, game, called, time.time(), day, watching), wrong

    # What we do

    def follow(self, session: Session) -> None:
        if not self._task:
            return
        share_results = self._options.preferences.share_results
        self._session, self._game = session, b""
        if daily_of(session) and share_results != "no":
            spent = session.elapsed(time.monotonic())
            self._results[session.puzzle.name] = result_text(session, spent)
            if share_results == "ask" and not self._asked:
                self._asked = True
                self._ask()
        self.wake()

    async def missing(self, day: date) -> list[str]:
        """The puzzles of a day that are on the board without us, by name, as it is now."""
        await self.look()
        board = await self._in_thread(partial(self.company.board, day))
        without = (family for family in board if self.us not in {e.person for e in board[family]})
        return [name_for(family, day) for family in without]

    def post(self, session: Session, seconds: float) -> None:
        """Put a solved puzzle of the day on the board, with the time that it took."""
        self._results[session.puzzle.name] = result_text(session, seconds)
        self.wake()

    def _put(self) -> None:
        """In the thread: write what others are to see, and give a sign of life."""
        preferences, now = self._options.preferences, time.monotonic()
        watched = preferences.allow_spectators
        if self._game or not watched:
            self.company.show_game(self._game if watched else b"")
        if preferences.share_results == "yes":
            for name in tuple(self._results):
                self.company.put_result(name, self._results.pop(name))
        if now - self._beaten > BEAT or not self._beaten or watched != self._said_watched:
            self.company.change_here(lambda here: replace(here, gone=False, watched=watched))
            self._beaten, self._said_watched = now, watched

    _said_watched = False

    async def does(self, work: Callable[[], object]) -> bool:
        """Have something written, and see what came of it; False where it failed, which is told."""
        try:
            await self._in_thread(work)
        except (OSError, ValueError, DuelError) as error:
            self._tell(_reason(error))
            return False
        await self.look()
        return True

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def in_company(app: Services) -> InCompany:
    """The company of an app whose screens show some."""
    assert isinstance(app.company, InCompany)
    return app.company


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        said = error.strerror or str(error)
        return f"{error.filename}: {said}" if error.filename else said
    return str(error)
