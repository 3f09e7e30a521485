"""The lobby as one player sees it: what they publish, and what they read of others.

Methods block on the disk: don't call them in the event loop, nor a Lobby from two threads at once.
They raise OSError if the player's own files cannot be written; malformed files of others are
skipped.
"""

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from errno import EEXIST, EPERM
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

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
from ludoscope.tui.lobby.users import UserProfile, folder_profile

MAX_FOLDER_ENTRIES = 10_000  # of the shared folder; more are ignored
MAX_PROFILES_PER_ACCOUNT = 200
MAX_CACHED_FILES = 5_000
MAX_OWN_FILE_BYTES = 1 << 18
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


class PlayerFolder(NamedTuple):
    """An open folder of a player in the shared folder.

    Attributes:
        profile: The player who owns it.
        name: Name of the folder.
        fd: Its file descriptor.
    """

    profile: UserProfile
    name: str
    fd: int


class CachedFile(NamedTuple):
    """The parsed contents of a file, None if malformed, and the stamp of the version read."""

    stamp: shared_files.FileStamp
    contents: Any  # what the parser of that file returns


class Lobby:
    """The shared folder from the view of one player."""

    def __init__(self, path: Path, own_profile: UserProfile) -> None:
        self._path = path
        self.own_profile = own_profile
        self._own_folder_name = ""
        self._cache: dict[tuple[str, str], CachedFile] = {}  # by folder and file
        self._published_game: bytes | None = None

    # Folders

    @contextmanager
    def own_folder(self) -> Iterator[PlayerFolder]:
        """Open our own folder, created if there is none."""
        with shared_files.open_folder(self._path) as root_fd:
            if not self._own_folder_name:
                self._own_folder_name = self._claim_folder(root_fd)
            name = self._own_folder_name
            try:
                with shared_files.open_folder(name, root_fd) as folder_fd:
                    yield PlayerFolder(self.own_profile, name, folder_fd)
            except FileNotFoundError:
                # removed by the host: the next call creates it again
                self._own_folder_name, self._published_game = "", None
                raise

    def _claim_folder(self, root_fd: int) -> str:
        """Find or create our folder, delete old files in it and return its name."""
        existing = [
            name for name, profile in self._folder_names(root_fd) if profile == self.own_profile
        ]
        alternative = f"{self.own_profile.key}~{os.urandom(4).hex()}"
        for name in (*existing, self.own_profile.key, alternative):
            if shared_files.make_folder(name, root_fd):
                with shared_files.open_folder(name, root_fd) as folder_fd:
                    oldest = time.time() - KEEP_DAYS * SECONDS_PER_DAY
                    shared_files.delete_leftovers(folder_fd, oldest, (RESULT_PREFIX, GAME_FILE))
                return name
        raise FileExistsError(EEXIST, "the name of your folder is taken", str(self._path))

    def _folder_names(self, root_fd: int) -> Iterator[tuple[str, UserProfile]]:
        """Yield the name and owner of each player's folder, the first one of each profile."""
        with os.scandir(root_fd) as entries:
            names = sorted(entry.name for entry in islice(entries, MAX_FOLDER_ENTRIES))
        profiles: set[UserProfile] = set()
        profile_counts: dict[int, int] = {}
        for name in names:
            uid = _folder_owner(name, root_fd)
            profile = None if uid is None else folder_profile(name, uid)
            if profile is None or profile in profiles:
                continue
            count = profile_counts.get(profile.uid, 0)
            if count < MAX_PROFILES_PER_ACCOUNT:
                profiles.add(profile)
                profile_counts[profile.uid] = count + 1
                yield name, profile

    def profile_folders(self) -> Iterator[PlayerFolder]:
        """Yield the folder of each player, open during the iteration.

        Raises:
            OSError: The shared folder cannot be read.
        """
        with shared_files.open_folder(self._path) as root_fd:
            for name, profile in self._folder_names(root_fd):
                with (
                    suppress(OSError),  # the folder may be deleted meanwhile
                    shared_files.open_folder(name, root_fd) as folder_fd,
                ):
                    if os.fstat(folder_fd).st_uid == profile.uid:
                        yield PlayerFolder(profile, name, folder_fd)

    def read_cached(
        self, folder: PlayerFolder, file_name: str, max_bytes: int, parse: Callable[[bytes], T]
    ) -> T | None:
        """Return the contents of a player's file, read again only if it has changed.

        Args:
            folder: The player's folder.
            file_name: Name of the file.
            max_bytes: Size of the largest file that is read.
            parse: Parser of the file; raises ValueError or LookupError.

        Returns:
            The parsed contents, or None if the file is missing, unsafe or malformed.
        """
        key = folder.name, file_name
        stamp = shared_files.file_stamp(file_name, folder.fd)
        if not stamp:
            self._cache.pop(key, None)
            return None
        cached = self._cache.get(key)
        if cached and cached.stamp == stamp:
            cached_contents: T | None = cached.contents
            return cached_contents
        contents: T | None = None
        with suppress(OSError, ValueError, LookupError):
            data = shared_files.read(file_name, folder.fd, folder.profile.uid, max_bytes)
            contents = parse(data)
        if len(self._cache) > MAX_CACHED_FILES:
            self._cache.clear()
        self._cache[key] = CachedFile(stamp, contents)
        return contents

    def check_not_newer(self, file_name: str, folder: PlayerFolder) -> None:
        """Raise OSError if a newer version of the program wrote a file of ours."""
        try:
            data = shared_files.read(file_name, folder.fd, os.geteuid(), MAX_OWN_FILE_BYTES)
        except OSError:  # missing or unsafe
            return
        if is_newer(data):
            raise PermissionError(EPERM, "a newer version of Ludoscope wrote it", file_name)

    # Presence

    def players(self) -> Iterator[tuple[LobbyPlayer, PlayerFolder]]:
        """Yield every player with a presence file, ourselves included, and their open folder."""
        for folder in self.profile_folders():
            presence = self._presence(folder)
            if presence:
                last_seen = shared_files.modified_at(PRESENCE_FILE, folder.fd)
                yield LobbyPlayer(folder.profile, presence, last_seen), folder

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

    def own_presence(self, own_folder: PlayerFolder) -> Presence:
        """Return the contents of our presence file, or the default if there is none."""
        return self._presence(own_folder) or Presence()

    def _presence(self, folder: PlayerFolder) -> Presence | None:
        return self.read_cached(folder, PRESENCE_FILE, MAX_PRESENCE_BYTES, parse_presence)

    # Leaderboard

    def leaderboard(self, day: date) -> Mapping[str, list[LeaderboardEntry]]:
        """Return the results of a day's puzzles by family, the best first."""
        puzzle_names = {
            family: daily.name_for(family, day)
            for family, puzzles in collections()
            if puzzles.daily_prefix
        }
        board: dict[str, list[LeaderboardEntry]] = {family: [] for family in puzzle_names}
        for folder in self.profile_folders():
            for family, puzzle_name in puzzle_names.items():
                parse = partial(parse_result, name=puzzle_name)
                result = self.read_cached(
                    folder, _result_file(puzzle_name), MAX_RESULT_BYTES, parse
                )
                if result:
                    board[family].append(LeaderboardEntry(folder.profile, result))
        for entries in board.values():
            entries.sort(key=lambda entry: (entry.result.rank, entry.profile))
        return board

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
            best = self.read_cached(folder, file_name, MAX_RESULT_BYTES, parse)
            if best and best.rank <= result.rank:
                return False
            self.check_not_newer(file_name, folder)
            shared_files.write(file_name, folder.fd, data)
        return True

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
        for folder in self.profile_folders():
            if folder.profile == player:
                game = self.read_cached(folder, GAME_FILE, MAX_GAME_BYTES, parse_game)
                if not game:
                    return None
                return WatchedGame(game, shared_files.modified_at(GAME_FILE, folder.fd))
        return None


def _result_file(puzzle_name: str) -> str:
    return f"{RESULT_PREFIX}{puzzle_name}.json"


def _folder_owner(name: str, parent_fd: int) -> int | None:
    """Return the account that owns a folder, or None if it is not a folder."""
    try:
        status = os.stat(name, dir_fd=parent_fd, follow_symlinks=False)
    except OSError:
        return None
    return status.st_uid if stat.S_ISDIR(status.st_mode) else None
