"""The lobby as one player sees it: what they publish, and what they read of others.

Methods block on the disk: don't call them in the event loop, nor a Lobby from two threads at once.
They raise OSError if the player's own files cannot be written; malformed files of others are
skipped.
"""

import os
import stat
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from errno import EEXIST, EPERM
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ludoscope.puzzles import daily
from ludoscope.puzzles.registry import collections
from ludoscope.tui.lobby import shared_files
from ludoscope.tui.lobby.json_documents import is_newer
from ludoscope.tui.lobby.presence import (
    MAX_PRESENCE_BYTES,
    PRESENCE_FILE,
    Presence,
    parse_presence,
)
from ludoscope.tui.lobby.published_games import (
    MAX_GAME_BYTES,
    MAX_RESULT_BYTES,
    LeaderboardEntry,
    WatchedGame,
    parse_game,
    parse_result,
)
from ludoscope.tui.lobby.training_results import (
    MAX_TRAINING_BYTES,
    TRAINING_PREFIX,
    TrainingEntry,
    TrainingResult,
    encode_results,
    parse_results,
    training_file,
    with_best_result,
)
from ludoscope.tui.lobby.users import FOLDER_NAME_PATTERN, UserProfile, folder_profile

MAX_FOLDER_ENTRIES = 100_000  # of the shared folder that are looked at; more are ignored
MAX_PLAYERS = 10_000
MAX_PROFILES_PER_ACCOUNT = 200  # our own and those seen last; see `_limit_by_account`
MAX_OWN_FILE_BYTES = 1 << 18
MAX_CACHED_FILES = 50_000  # of all players: presence, results of a day, games
# after a change, the shared folder is listed again for so long: another change may bear its time
LISTING_SETTLED_SECONDS = 2.0
MAX_LISTING_SECONDS = 60.0  # after which it is listed again: others may have been seen last
GAME_FILE = "game.json"
RESULT_PREFIX = "result-"
KEEP_DAYS = 40  # our own results and games are deleted after them
SECONDS_PER_DAY = 86_400
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LobbyPlayer:
    """A player with a presence file, online or not.

    Attributes:
        profile: Identity of the player.
        presence: Contents of the presence file.
        last_seen: Time of its last update, in seconds since 1970.
    """

    profile: UserProfile
    presence: Presence
    last_seen: float


class OwnFolder(NamedTuple):
    """Our open folder in the shared folder: its name and file descriptor."""

    name: str
    fd: int


class PlayerFolder(NamedTuple):
    """The folder of a player in the shared folder; it is opened only to read a file.

    Attributes:
        profile: The player who owns it.
        name: Name of the folder.
        root_fd: File descriptor of the shared folder.
    """

    profile: UserProfile
    name: str
    root_fd: int

    def file_stamp(self, file_name: str) -> shared_files.FileStamp | None:
        """Return the stamp of a file, None if there is no such file.

        The folder is not opened for it, since most files have not changed. If its owner replaced it
        by a symbolic link, the stamp is that of another file, but `read` refuses the link.
        """
        return shared_files.file_stamp(f"{self.name}/{file_name}", self.root_fd)

    def read(self, file_name: str, max_bytes: int) -> bytes:
        """Return the contents of a file.

        Raises:
            OSError: It is not a regular file in a folder of the player, or it is too large.
        """
        with shared_files.open_folder(self.name, self.root_fd) as folder_fd:
            if os.fstat(folder_fd).st_uid != self.profile.uid:
                raise OSError(EPERM, "of another account", self.name)
            return shared_files.read(file_name, folder_fd, self.profile.uid, max_bytes)


class CachedFile(NamedTuple, Generic[T]):
    """The parsed contents of a file, None if malformed, and the stamp of the version read."""

    stamp: shared_files.FileStamp
    contents: T | None

    @property
    def modified_at(self) -> float:
        """Time of the last change, in seconds since 1970, at most the present time."""
        return min(self.stamp.modified_ns / 1e9, time.time())


class Lobby:
    """The shared folder from the view of one player.

    Attributes:
        own_profile: The player.
        unchecked_results: Results that the last leaderboard left out for lack of time.
    """

    def __init__(self, path: Path, own_profile: UserProfile) -> None:
        self._path = path
        self.own_profile = own_profile
        self.unchecked_results = 0
        self._own_folder_name = ""
        self._profiles: Mapping[str, UserProfile] = {}  # by folder in order, as last listed
        self._listing_stamp: tuple[int, int, int] | None = None  # of the shared folder then
        self._listed_at = 0.0  # monotonic time
        # folders at which the next checks of results begin
        self._leaderboard_start = self._training_start = ""
        self._cache: dict[tuple[str, str], CachedFile[Any]] = {}  # by folder and file
        self._cached_day: date | None = None  # of the results in the cache
        self._published_game: bytes | None = None

    # Folders

    @contextmanager
    def own_folder(self) -> Iterator[OwnFolder]:
        """Open our own folder, created if there is none."""
        with shared_files.open_folder(self._path) as root_fd:
            if not self._own_folder_name:
                self._own_folder_name = self._claim_folder(root_fd)
            name = self._own_folder_name
            try:
                with shared_files.open_folder(name, root_fd) as folder_fd:
                    yield OwnFolder(name, folder_fd)
            except FileNotFoundError:
                # removed by the host: the next call creates it again
                self._own_folder_name, self._published_game = "", None
                raise

    def _claim_folder(self, root_fd: int) -> str:
        """Find or create our folder, delete old files in it and return its name."""
        folders = _list_folders(root_fd, self.own_profile)
        existing = [name for name, profile in folders if profile == self.own_profile]
        alternative = f"{self.own_profile.key}~{os.urandom(4).hex()}"
        for name in (*existing, self.own_profile.key, alternative):
            if shared_files.make_folder(name, root_fd):
                with shared_files.open_folder(name, root_fd) as folder_fd:
                    kept_for_days = (RESULT_PREFIX, TRAINING_PREFIX, GAME_FILE)
                    shared_files.delete_leftovers(folder_fd, oldest_kept_time(), kept_for_days)
                return name
        raise FileExistsError(EEXIST, "the name of your folder is taken", str(self._path))

    def folders(self, first: str = "") -> Iterator[PlayerFolder]:
        """Yield the folder of each player, usable during the iteration.

        Args:
            first: Name of the folder to begin with; those before it in the alphabet come last.

        Raises:
            OSError: The shared folder cannot be read.
        """
        with shared_files.open_folder(self._path) as root_fd:
            profiles = self._listed_profiles(root_fd)
            names = list(profiles)
            start = bisect_left(names, first)
            for name in (*names[start:], *names[:start]):
                yield PlayerFolder(profiles[name], name, root_fd)

    def _listed_profiles(self, root_fd: int) -> Mapping[str, UserProfile]:
        """Return the owner of each folder by its name.

        They are listed again if a folder came or went, and now and then.
        """
        status, now = os.fstat(root_fd), time.monotonic()
        stamp = status.st_ino, status.st_mtime_ns, status.st_ctime_ns
        if stamp != self._listing_stamp or now - self._listed_at > MAX_LISTING_SECONDS:
            self._listed_at = now
            self._profiles = dict(_list_folders(root_fd, self.own_profile))
            is_settled = time.time() - status.st_mtime > LISTING_SETTLED_SECONDS
            self._listing_stamp = stamp if is_settled else None
        return self._profiles

    def read_cached(
        self, folder: PlayerFolder, file_name: str, max_bytes: int, parse: Callable[[bytes], T]
    ) -> CachedFile[T] | None:
        """Return a player's file, read again only if it has changed.

        Args:
            folder: The player's folder.
            file_name: Name of the file.
            max_bytes: Size of the largest file that is read.
            parse: Parser of the file; raises ValueError or LookupError.

        Returns:
            The version read, or None if the file is missing, unsafe or malformed.
        """
        key = folder.name, file_name
        stamp = folder.file_stamp(file_name)
        if not stamp:
            self._cache.pop(key, None)
            return None
        cached: CachedFile[T] | None = self._cache.get(key)
        if not cached or cached.stamp != stamp:
            contents: T | None = None
            with suppress(OSError, ValueError, LookupError):
                contents = parse(folder.read(file_name, max_bytes))
            if len(self._cache) > MAX_CACHED_FILES:
                self._cache.clear()
            self._cache[key] = cached = CachedFile(stamp, contents)
        return cached if cached.contents is not None else None

    def check_not_newer(self, file_name: str, folder: OwnFolder) -> None:
        """Raise OSError if a newer version of the program wrote a file of ours."""
        try:
            data = shared_files.read(file_name, folder.fd, os.geteuid(), MAX_OWN_FILE_BYTES)
        except OSError:  # missing or unsafe
            return
        if is_newer(data):
            raise PermissionError(EPERM, "a newer version of Ludoscope wrote it", file_name)

    # Presence

    def players(self) -> Iterator[tuple[LobbyPlayer, PlayerFolder]]:
        """Yield every player with a presence file, ourselves included, and their folder."""
        for folder in self.folders():
            file = self.read_cached(folder, PRESENCE_FILE, MAX_PRESENCE_BYTES, parse_presence)
            if file and file.contents:
                yield LobbyPlayer(folder.profile, file.contents, file.modified_at), folder

    def update_presence(self, change: Callable[[Presence], Presence]) -> None:
        """Apply a change to our presence file; updates its time even if nothing changes."""
        with self.own_folder() as folder, shared_files.lock_folder(folder.fd):
            presence = self.own_presence(folder)
            changed_presence = change(presence)
            is_same = changed_presence == presence
            if is_same and shared_files.file_stamp(PRESENCE_FILE, folder.fd):
                os.utime(PRESENCE_FILE, dir_fd=folder.fd, follow_symlinks=False)
            else:
                self.check_not_newer(PRESENCE_FILE, folder)
                shared_files.write(PRESENCE_FILE, folder.fd, changed_presence.encode())

    def own_presence(self, own_folder: OwnFolder) -> Presence:
        """Return the contents of our presence file, or the default if there is none."""
        return self._read_own(own_folder, PRESENCE_FILE, MAX_PRESENCE_BYTES, parse_presence) or (
            Presence()
        )

    def _read_own(
        self, own_folder: OwnFolder, file_name: str, max_bytes: int, parse: Callable[[bytes], T]
    ) -> T | None:
        """Return the contents of a file of ours, None if it is missing or malformed.

        Raises:
            OSError: It exists, but cannot be read: it must not be replaced by an empty one.
        """
        with suppress(FileNotFoundError, ValueError, LookupError):
            uid = self.own_profile.uid
            return parse(shared_files.read(file_name, own_folder.fd, uid, max_bytes))
        return None

    # Leaderboard

    def leaderboard(
        self, day: date, max_seconds: float | None = None
    ) -> Mapping[str, list[LeaderboardEntry]]:
        """Return the results of a day's puzzles by family, the best first.

        Args:
            day: The day.
            max_seconds: CPU time for the replay of results that have not been checked before.
                Those left out are counted in `unchecked_results`; the next call begins with them.
        """
        deadline = inf if max_seconds is None else time.thread_time() + max_seconds
        puzzle_names = {
            family: daily.name_for(family, day)
            for family, puzzles in collections()
            if puzzles.daily_prefix
        }
        board: dict[str, list[LeaderboardEntry]] = {family: [] for family in puzzle_names}
        if day != self._cached_day:
            self._cached_day = day
            for key in [key for key in self._cache if key[1].startswith(RESULT_PREFIX)]:
                del self._cache[key]
        self.unchecked_results = 0
        first_left_out = ""
        for folder in self.folders(self._leaderboard_start):
            for family, puzzle_name in puzzle_names.items():
                if time.thread_time() > deadline and self._has_changed(
                    folder, _result_file(puzzle_name)
                ):
                    self.unchecked_results += 1
                    first_left_out = first_left_out or folder.name
                    continue
                parse = partial(parse_result, name=puzzle_name)
                file = self.read_cached(folder, _result_file(puzzle_name), MAX_RESULT_BYTES, parse)
                if file and file.contents:
                    board[family].append(LeaderboardEntry(folder.profile, file.contents))
        self._leaderboard_start = first_left_out
        for entries in board.values():
            entries.sort(key=lambda entry: (entry.result.rank, entry.profile))
        return board

    def _has_changed(self, folder: PlayerFolder, file_name: str) -> bool:
        """Return True if a player's file of results has to be read."""
        stamp = folder.file_stamp(file_name)
        cached = self._cache.get((folder.name, file_name))
        return stamp is not None and (cached is None or cached.stamp != stamp)

    def has_published_result(self, puzzle_name: str) -> bool:
        """Return True if we have published a solution of a daily puzzle."""
        parse = partial(parse_result, name=puzzle_name)
        with self.own_folder() as folder:
            result = self._read_own(folder, _result_file(puzzle_name), MAX_RESULT_BYTES, parse)
        return result is not None

    def publish_result(self, puzzle_name: str, data: bytes) -> bool:
        """Publish a solution of a daily puzzle if it is better than the one published before.

        Args:
            puzzle_name: Name of the daily puzzle.
            data: The solution, made by `encode_result`.

        Returns:
            True if it was published.

        Raises:
            ValueError: It is not a solution of that puzzle.
        """
        result = parse_result(data, puzzle_name)
        file_name, parse = _result_file(puzzle_name), partial(parse_result, name=puzzle_name)
        with self.own_folder() as folder, shared_files.lock_folder(folder.fd):
            best = self._read_own(folder, file_name, MAX_RESULT_BYTES, parse)
            if best and best.rank <= result.rank:
                return False
            self.check_not_newer(file_name, folder)
            shared_files.write(file_name, folder.fd, data)
        return True

    # Training

    def training_board(
        self, day: date, max_seconds: float | None = None
    ) -> Mapping[str, list[TrainingEntry]]:
        """Return the results of a day's training by series, the best first.

        Args:
            day: The day.
            max_seconds: CPU time for the check of files that have not been read before, as in
                `leaderboard`, after which it is called.
        """
        deadline = inf if max_seconds is None else time.thread_time() + max_seconds
        board: dict[str, list[TrainingEntry]] = {}
        first_left_out = ""
        for folder in self.folders(self._training_start):
            if time.thread_time() > deadline and self._has_changed(folder, training_file(day)):
                self.unchecked_results += 1
                first_left_out = first_left_out or folder.name
                continue
            file = self.read_cached(folder, training_file(day), MAX_TRAINING_BYTES, parse_results)
            for result in (file.contents or []) if file else []:
                entries = board.setdefault(result.series, [])
                entries.append(TrainingEntry(folder.profile, result))
        self._training_start = first_left_out
        for entries in board.values():
            entries.sort(key=lambda entry: (entry.result.rank, entry.profile))
        return dict(sorted(board.items()))

    def publish_training(self, day: date, result: TrainingResult) -> None:
        """Publish the result of a run, unless a better one of the same series is published."""
        file_name = training_file(day)
        with self.own_folder() as folder, shared_files.lock_folder(folder.fd):
            published = self._read_own(folder, file_name, MAX_TRAINING_BYTES, parse_results) or []
            results = with_best_result(published, result)
            if results != published:
                self.check_not_newer(file_name, folder)
                shared_files.write(file_name, folder.fd, encode_results(results))

    # Game on the screen

    def publish_game(self, data: bytes) -> None:
        """Publish the game on our screen, made by `encode_game`; b"" withdraws it."""
        if self._published_game == data:
            return
        with self.own_folder() as folder:
            self.check_not_newer(GAME_FILE, folder)
            if data:
                shared_files.write(GAME_FILE, folder.fd, data)
            else:
                shared_files.delete(GAME_FILE, folder.fd)
        self._published_game = data

    def published_game(self, player: UserProfile) -> WatchedGame | None:
        """Return the game on a player's screen, or None if they publish none."""
        for folder in self.folders():
            if folder.profile == player:
                file = self.read_cached(folder, GAME_FILE, MAX_GAME_BYTES, parse_game)
                return (
                    WatchedGame(file.contents, file.modified_at) if file and file.contents else None
                )
        return None


def oldest_kept_time() -> float:
    """Return the time in seconds since 1970 before which files are old."""
    return time.time() - KEEP_DAYS * SECONDS_PER_DAY


def _result_file(puzzle_name: str) -> str:
    return f"{RESULT_PREFIX}{puzzle_name}.json"


def _list_folders(root_fd: int, own_profile: UserProfile) -> Iterator[tuple[str, UserProfile]]:
    """Yield the name and owner of each player's folder, the first one of each profile."""
    with os.scandir(root_fd) as entries:
        names = (entry.name for entry in islice(entries, MAX_FOLDER_ENTRIES))
        folders = sorted(islice(_limit_by_account(names, root_fd, own_profile), MAX_PLAYERS))
    profiles: set[UserProfile] = set()
    for name, profile in folders:
        if profile not in profiles:
            profiles.add(profile)
            yield name, profile


def _limit_by_account(
    names: Iterable[str], root_fd: int, own_profile: UserProfile
) -> Iterator[tuple[str, UserProfile]]:
    """Yield the name and owner of each player's folder, of an account at most as many as allowed.

    An account with very many folders hides nobody: those above its limit do not count, nor do
    folders with the number of an account that does not own them. Our own account comes first; of
    each our own folders are taken, then those whose players were seen last.
    """
    folders_by_account: dict[int, list[tuple[str, UserProfile]]] = defaultdict(list)
    for name in names:
        if not FOLDER_NAME_PATTERN.fullmatch(name):
            continue
        uid = _folder_owner(name, root_fd)
        profile = None if uid is None else folder_profile(name, uid)
        if profile:
            folders_by_account[profile.uid].append((name, profile))

    def priority(folder: tuple[str, UserProfile]) -> tuple[bool, int]:
        name, profile = folder
        return profile == own_profile, _seen_at(name, root_fd)

    for account in sorted(folders_by_account, key=lambda account: account != own_profile.uid):
        folders = folders_by_account[account]
        if len(folders) > MAX_PROFILES_PER_ACCOUNT:
            folders.sort(key=priority, reverse=True)
        yield from folders[:MAX_PROFILES_PER_ACCOUNT]


def _seen_at(name: str, root_fd: int) -> int:
    """Return when the player with that folder was last seen, in nanoseconds; 0 if never."""
    stamp = shared_files.file_stamp(f"{name}/{PRESENCE_FILE}", root_fd)
    return stamp.modified_ns if stamp else 0


def _folder_owner(name: str, parent_fd: int) -> int | None:
    """Return the account that owns a folder, or None if it is not a folder."""
    try:
        status = os.stat(name, dir_fd=parent_fd, follow_symlinks=False)
    except OSError:
        return None
    return status.st_uid if stat.S_ISDIR(status.st_mode) else None
