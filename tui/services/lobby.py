"""The lobby service: polls the shared folder in a thread and publishes the player's own games.

A poll takes a few `stat` calls per player; only files that have changed are read, and listeners are
called only if something is different.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from ludoscope.puzzles import daily
from ludoscope.puzzles.registry import collections
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.lobby.duel_events import first_duel_event
from ludoscope.tui.lobby.duel_store import DuelError, DuelStore
from ludoscope.tui.lobby.lobby import Lobby, LobbyPlayer
from ludoscope.tui.lobby.presence import HEARTBEAT_SECONDS
from ludoscope.tui.lobby.published_games import (
    LeaderboardEntry,
    PublishedGame,
    WatchedGame,
    encode_game,
    encode_result,
    is_solved_daily,
)
from ludoscope.tui.lobby.training_results import (
    MAX_ANSWERS,
    TrainingEntry,
    TrainingResult,
    make_result,
)
from ludoscope.tui.lobby.users import UserProfile, display_names
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.training_run import TrainingRun
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.services.base_lobby import BaseLobbyService

POLL_INTERVAL_SECONDS = 2.0
ACTIVE_POLL_INTERVAL_SECONDS = 0.4  # while a screen of the lobby is open
# share of a core that polls may take; with many players they become rarer
POLL_CPU_SHARE, ACTIVE_POLL_CPU_SHARE = 0.01, 0.05
CHECK_SECONDS = 0.1  # of CPU time in a poll, for the replay of results on the leaderboard
T = TypeVar("T")


@dataclass(frozen=True)
class LobbySnapshot:
    """The lobby at one poll.

    Attributes:
        players: Everyone in the folder, the current player included.
        duels: The current player's duels, in the order in which they are listed.
        leaderboard: Results by family of the requested day, empty if none is requested.
        watched_game: The requested player's game, None if none is requested or published.
        names: Displayed name of everyone in the other attributes.
        taken_at: Time of the poll, in seconds since 1970; 0 before the first one.
        day: Day of the leaderboard.
        watched_player: Player whose game was requested.
        unchecked_results: Results that are not on the leaderboard yet, as their moves have still to
            be replayed.
        training: The results of that day's training by the name of the series.
    """

    players: tuple[LobbyPlayer, ...] = ()
    duels: tuple[Duel, ...] = ()
    leaderboard: Mapping[str, list[LeaderboardEntry]] = field(default_factory=dict)
    watched_game: WatchedGame | None = None
    names: Mapping[UserProfile, str] = field(default_factory=dict)
    taken_at: float = 0.0
    day: date | None = None
    watched_player: UserProfile | None = None
    unchecked_results: int = 0
    training: Mapping[str, list[TrainingEntry]] = field(default_factory=dict)

    def display_name(self, profile: UserProfile) -> str:
        """Return the displayed name of a player."""
        return self.names.get(profile, profile.key)

    def find_player(self, profile: UserProfile) -> LobbyPlayer | None:
        """Return a player's presence, or None if they are not in the folder."""
        return self._players_by_profile.get(profile)

    @cached_property
    def _players_by_profile(self) -> Mapping[UserProfile, LobbyPlayer]:
        return {player.profile: player for player in self.players}

    def find_duel(self, duel_id: str) -> Duel | None:
        return next((duel for duel in self.duels if duel.id == duel_id), None)

    def is_online(self, profile: UserProfile) -> bool:
        """Return True if a player was online when the snapshot was taken."""
        player = self.find_player(profile)
        return player is not None and player.presence.is_online(self.taken_at - player.last_seen)


class PollResult(NamedTuple):
    """A snapshot, None if the folder could not be read, and an error message, "" if all went well.

    There may be both, if the folder could be read but not written.
    """

    snapshot: LobbySnapshot | None
    error: str


class LobbyService(BaseLobbyService):
    """Lobby service of an app with a shared folder.

    Attributes:
        lobby: The shared folder. Its methods block; use them through `run_write`.
        duels: The current player's duels; the same holds for them.
        snapshot: Result of the last poll.
        listeners: Functions that are called with each new snapshot.
        day: Day whose leaderboard the next snapshots contain, or None.
        watched_player: Player whose game the next snapshots contain, or None.
        open_duel_id: Id of the duel on the screen, of which there are no notifications, or "".
    """

    is_available = True

    def __init__(
        self,
        lobby: Lobby,
        options: UserOptions,
        notify: Callable[[str], None],
        ask_to_publish: Callable[[], object],
    ) -> None:
        """Initialise the service; `start` starts polling.

        Args:
            lobby: The shared folder.
            options: Options of the user; they are read again at each poll.
            notify: Shows a notification.
            ask_to_publish: Asks the user if results may be published; called when the first daily
                puzzle is solved or the first streak or storm ends.
        """
        self.lobby = lobby
        self._options, self._notify, self._ask_to_publish = options, notify, ask_to_publish
        self.duels = DuelStore(lobby)
        self.snapshot = LobbySnapshot()
        self.listeners: list[Callable[[LobbySnapshot], None]] = []
        self.day: date | None = None
        self.watched_player: UserProfile | None = None
        self.open_duel_id = ""
        self._session: Session | None = None  # on our screen
        self._encoded_game = b""  # of that session, if others may watch
        self._unpublished_results: dict[str, bytes] = {}  # by name of the daily puzzle
        self._unpublished_training: list[tuple[date, TrainingResult]] = []
        self._has_asked = False
        self._last_heartbeat = 0.0  # monotonic time; 0.0 before the first one
        self._announced_watchable = False
        self._error = ""  # of the last poll
        self._poll_cpu_seconds = 0.0  # of the last poll
        self._task: asyncio.Task[None] | None = None
        self._write_tasks: set[asyncio.Task[bool]] = set()

    @property
    def own_profile(self) -> UserProfile:
        """Profile of the current player."""
        return self.lobby.own_profile

    def start(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="lobby")
        self._poll_requested = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._poll_forever())

    def close(self) -> None:
        if not self._task:
            return
        self._task.cancel()
        self._task = None
        for task in self._write_tasks:
            task.cancel()  # what it writes is written all the same, before the executor ends
        leave = partial(
            self.lobby.update_presence, lambda presence: replace(presence, has_left=True)
        )
        last_writes = [self._executor.submit(self._publish), self._executor.submit(leave)]
        self._executor.shutdown(wait=True)
        for write in last_writes:
            write.exception()  # marks it as retrieved; the app is closing, nothing can be shown

    # Polling

    async def _poll_forever(self) -> None:
        while True:
            self._poll_requested.clear()
            await self.poll()
            # not `wait_for`, which swallows a cancellation when the event is set at the same time
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds_to_next_poll()):
                    await self._poll_requested.wait()

    def _seconds_to_next_poll(self) -> float:
        if not self.listeners:
            return max(POLL_INTERVAL_SECONDS, self._poll_cpu_seconds / POLL_CPU_SHARE)
        if self.snapshot.unchecked_results:
            return ACTIVE_POLL_INTERVAL_SECONDS
        return max(ACTIVE_POLL_INTERVAL_SECONDS, self._poll_cpu_seconds / ACTIVE_POLL_CPU_SHARE)

    async def poll(self) -> None:
        """Publish what has changed on our side, read the folder and call the listeners."""
        if self._options.preferences.allow_spectators and self._session and not self._encoded_game:
            self._encoded_game = encode_game(self._session)
        snapshot, error = await self._run_in_thread(self._poll_files)
        if error != self._error:
            self._error = error
            self._notify(error)
        if not snapshot:
            return
        previous, self.snapshot = self.snapshot, snapshot
        is_first_poll = not previous.taken_at
        event = first_duel_event(previous.duels, snapshot.duels, self.open_duel_id, is_first_poll)
        if event:
            action = ("app.answer", "^o") if event.is_invitation else ("app.lobby", "o")
            is_in_lobby = bool(self.listeners) and not event.is_invitation
            key = "" if is_in_lobby else self._options.key_display(*action)
            self._notify(event.message(snapshot.display_name(event.duel.opponent), key))
        if is_first_poll or replace(previous, taken_at=0) != replace(snapshot, taken_at=0):
            for listener in tuple(self.listeners):
                listener(snapshot)

    def poll_soon(self) -> None:
        """Poll as soon as possible."""
        if self._task:
            self._poll_requested.set()

    def _poll_files(self) -> PollResult:
        """Publish and read files. Runs in the thread."""
        started = time.thread_time()
        try:
            return self._publish_and_read()
        finally:
            self._poll_cpu_seconds = time.thread_time() - started

    def _publish_and_read(self) -> PollResult:
        error, day, watching = "", self.day, self.watched_player
        try:
            self._publish()
        except (OSError, ValueError) as failure:
            error = f"Others cannot see you: {_reason(failure)}"
        try:
            players = tuple(player for player, _ in self.lobby.players())
            duels = tuple(self.duels.list_duels())
            leaderboard = self.lobby.leaderboard(day, CHECK_SECONDS) if day else {}
            training = self.lobby.training_board(day, CHECK_SECONDS) if day else {}
            game = self.lobby.published_game(watching) if watching else None
        except OSError as failure:
            return PollResult(None, f"The shared folder cannot be read: {_reason(failure)}")
        try:
            self.duels.record_endings(duels)
        except OSError as failure:
            error = error or f"The end of a game cannot be stored: {_reason(failure)}"
        profiles = {self.lobby.own_profile}
        profiles.update(player.profile for player in players)
        profiles.update(duel.opponent for duel in duels)
        profiles.update(entry.profile for entries in leaderboard.values() for entry in entries)
        profiles.update(entry.profile for entries in training.values() for entry in entries)
        names = self.snapshot.names
        if profiles != names.keys():
            names = display_names(profiles)
        snapshot = LobbySnapshot(
            players,
            duels,
            leaderboard,
            game,
            names,
            taken_at=time.time(),
            day=day,
            watched_player=watching,
            unchecked_results=self.lobby.unchecked_results if day else 0,
            training=training,
        )
        return PollResult(snapshot, error)

    async def published_game(self, player: UserProfile) -> PublishedGame | None:
        """Return the game on a player's screen, or None if they publish none."""
        try:
            watched = await self._run_in_thread(partial(self.lobby.published_game, player))
        except OSError:
            return None
        return watched.game if watched else None

    # Publishing

    def share_session(self, session: Session) -> None:
        if not self._task:
            return
        share_results = self._options.preferences.share_results
        self._session, self._encoded_game = session, b""
        if is_solved_daily(session) and share_results != "no":
            seconds = session.elapsed_seconds(time.monotonic())
            self._unpublished_results[session.puzzle.name] = encode_result(session, seconds)
            if share_results == "ask" and not self._has_asked:
                self._has_asked = True
                self._ask_to_publish()
        self.poll_soon()

    def share_training(self, run: TrainingRun) -> None:
        share_results = self._options.preferences.share_results
        if not self._task or not run.series or not run.score or share_results == "no":
            return
        seconds = sum(answer.seconds for answer in run.answers)
        answers = [answer.moves for answer in run.answers[:MAX_ANSWERS]]
        try:
            result = make_result(run.series.code, answers, round(seconds, 1))
        except ValueError:  # the positions were made, and nobody else has them
            return
        self._unpublished_training.append((daily.today(), result))
        if share_results == "ask" and not self._has_asked:
            self._has_asked = True
            self._ask_to_publish()
        self.poll_soon()

    async def unpublished_dailies(self, day: date) -> list[str]:
        """Return the names of a day's puzzles on whose leaderboards we are not."""
        await self.poll()
        names = [
            daily.name_for(family, day) for family, puzzles in collections() if puzzles.daily_prefix
        ]

        def find_unpublished() -> list[str]:
            return [name for name in names if not self.lobby.has_published_result(name)]

        return await self._run_in_thread(find_unpublished)

    def publish_result(self, session: Session, seconds: float) -> None:
        """Publish a solved daily puzzle.

        Args:
            session: The session, at its end.
            seconds: Time that the player took.
        """
        self._unpublished_results[session.puzzle.name] = encode_result(session, seconds)
        self.poll_soon()

    def _publish(self) -> None:
        """Write our game, results and presence. Runs in the thread."""
        preferences, now = self._options.preferences, time.monotonic()
        is_watchable = preferences.allow_spectators
        if not is_watchable:
            self.lobby.publish_game(b"")
        elif self._encoded_game:
            self.lobby.publish_game(self._encoded_game)
        is_heartbeat_due = (
            not self._last_heartbeat or now - self._last_heartbeat > HEARTBEAT_SECONDS
        )
        if is_heartbeat_due or is_watchable != self._announced_watchable:
            self.lobby.update_presence(
                lambda presence: replace(presence, has_left=False, is_watchable=is_watchable)
            )
            self._last_heartbeat, self._announced_watchable = now, is_watchable
        if preferences.share_results == "yes":
            self._publish_results()

    def _publish_results(self) -> None:
        """Publish the results that are not published yet, and drop those that solve nothing.

        Raises:
            OSError: Some cannot be written; they are kept for the next poll.
            ValueError: A result is no solution of its puzzle.
        """
        write_errors: list[OSError] = []
        for puzzle_name in tuple(self._unpublished_results):
            data = self._unpublished_results.pop(puzzle_name)
            try:
                self.lobby.publish_result(puzzle_name, data)
            except OSError as error:
                self._unpublished_results.setdefault(puzzle_name, data)  # unless solved again
                write_errors.append(error)
        for _ in range(len(self._unpublished_training)):
            day, result = self._unpublished_training.pop(0)
            try:
                self.lobby.publish_training(day, result)
            except OSError as error:
                self._unpublished_training.append((day, result))
                write_errors.append(error)
        if write_errors:
            raise write_errors[0]

    async def run_write(self, write: Callable[[], object]) -> bool:
        """Run a function that writes files, then poll.

        Both are done even if the caller is cancelled, such as the worker of a screen that is
        closed; `close` waits for what is to be written.

        Args:
            write: The function; runs in the thread and may raise OSError, ValueError or DuelError.

        Returns:
            False if it failed; the user has been notified.
        """
        written = asyncio.wrap_future(self._executor.submit(write))
        task = asyncio.get_running_loop().create_task(self._finish_write(written))
        self._write_tasks.add(task)
        task.add_done_callback(self._write_tasks.discard)
        return await asyncio.shield(task)

    async def _finish_write(self, written: asyncio.Future[object]) -> bool:
        """Wait for a function that writes files, then poll; return False if it failed."""
        try:
            await asyncio.shield(written)
        except (OSError, ValueError, DuelError) as error:
            self._notify(_reason(error))
            return False
        await self.poll()
        return True

    async def _run_in_thread(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function)


def get_lobby_service(app: AppBase) -> LobbyService:
    """Return the lobby service of an app that is known to have a shared folder."""
    assert isinstance(app.lobby, LobbyService)
    return app.lobby


def _reason(error: Exception) -> str:
    """Return the reason of an error; it names files of the lobby, but not the host's folder."""
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        has_relative_name = error.filename and not os.path.isabs(error.filename)
        return f"{error.filename}: {reason}" if has_relative_name else reason
    return str(error)
