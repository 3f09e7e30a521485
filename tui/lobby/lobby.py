"""The shared folder as one person sees it: what they write there, and what they read of others.

Every method may wait for the disk: not for the event loop. One thread at a time uses a Company.
What cannot be written is an OSError; what others wrote and is not as it should be is left out.
"""

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from ludoscope.puzzles import daily
from ludoscope.puzzles.registry import collections
from ludoscope.tui.lobby import published_games, shared_files
from ludoscope.tui.lobby.presence import FILE as HERE
from ludoscope.tui.lobby.presence import MOST_HERE, Here, read_here
from ludoscope.tui.lobby.published_games import Entry, Result, Shown
from ludoscope.tui.lobby.users import Person, owner

MOST_ENTRIES = 10_000  # of the shared folder that are looked at
MOST_PROFILES = 200  # of an account that are shown
MOST_KNOWN = 5_000  # files remembered as they were read
GAME = "game.json"
KEPT_DAYS = 40  # of results and games shown that are our own
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody in the folder: `since` their last sign of life, in seconds since 1970."""

    person: Person
    here: Here
    since: float


class Company:
    """`us` is the person at this keyboard."""

    def __init__(self, path: Path, us: Person) -> None:
        self._path = path
        self.us = us
        self._own = ""  # the name of our folder
        self._known: dict[tuple[str, str], tuple[shared_files.Stamp, Any]] = {}
        self._written: dict[str, bytes] = {}  # by file, what need not be written again

    # Folders

    @contextmanager
    def own(self) -> Iterator[int]:
        """Our own folder, which is made when there is none; OSError."""
        with shared_files.folder(self._path) as root:
            self._own = self._own or self._made(root)
            try:
                with shared_files.folder(self._own, root) as handle:
                    yield handle
            except FileNotFoundError:
                self._own, self._written = "", {}  # the host has removed it; the next finds it new
                raise

    def _made(self, root: int) -> str:
        taken = sorted(name for name, person in self._names(root) if person == self.us)
        fresh = f"{self.us.key}~{os.urandom(4).hex()}"
        for name in (*taken, self.us.key, fresh):
            if shared_files.make(name, root):
                with shared_files.folder(name, root) as handle:
                    shared_files.sweep(handle, time.time() - KEPT_DAYS * 86400, ("result-", GAME))
                return name
        raise FileExistsError(17, "the name of your folder is taken", str(self._path))

    def _names(self, root: int) -> Iterator[tuple[str, Person]]:
        """The folders of people, with whom they belong to; each person's first only."""
        with os.scandir(root) as found:
            names = sorted(entry.name for entry in islice(found, MOST_ENTRIES))
        seen: set[Person] = set()
        profiles: dict[int, int] = {}
        for name in names:
            uid = _owner(name, root)
            person = None if uid is None else owner(name, uid)
            if person and person not in seen and profiles.get(person.uid, 0) < MOST_PROFILES:
                seen.add(person)
                profiles[person.uid] = profiles.get(person.uid, 0) + 1
                yield name, person

    def everyone(self) -> Iterator[tuple[Person, str, int]]:
        """Each person with a folder, its name and descriptor; OSError without a shared folder."""
        with shared_files.folder(self._path) as root:
            for name, person in self._names(root):
                with (
                    suppress(OSError),
                    shared_files.folder(name, root) as handle,
                ):  # if not gone meanwhile
                    if os.fstat(handle).st_uid == person.uid:
                        yield person, name, handle

    def read(
        self, name: str, file: str, handle: int, uid: int, most: int, parse: Callable[[bytes], T]
    ) -> T | None:
        """What a file holds, read again when it has changed; None for what is not as it should."""
        stamp = shared_files.stamp(file, handle)
        if not stamp:
            self._known.pop((name, file), None)
            return None
        known = self._known.get((name, file))
        if known and known[0] == stamp:
            found: T | None = known[1]
            return found
        try:
            value: T | None = parse(shared_files.read(file, handle, uid, most))
        except (OSError, ValueError, LookupError):
            value = None
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known[name, file] = stamp, value
        return value

    # Who is here

    def visits(self) -> Iterator[tuple[Seen, str, int]]:
        """Whoever has been here, we among them, with their folders."""
        for person, name, handle in self.everyone():
            here = self.read(name, HERE, handle, person.uid, MOST_HERE, read_here)
            if here:
                yield Seen(person, here, shared_files.changed(HERE, handle)), name, handle

    def change_here(self, change: Callable[[Here], Here]) -> None:
        """Say something else of ourselves, which is a sign of life too."""
        with self.own() as handle, shared_files.alone(handle):
            now = self.here(handle)
            after = change(now)
            if after == now and shared_files.stamp(HERE, handle):
                os.utime(HERE, dir_fd=handle, follow_symlinks=False)
            else:
                shared_files.write(HERE, handle, after.text())

    def here(self, handle: int) -> Here:
        """What we say of ourselves."""
        uid = os.geteuid()
        return self.read(self._own, HERE, handle, uid, MOST_HERE, read_here) or Here()

    # The puzzle of the day

    def board(self, day: date) -> Mapping[str, list[Entry]]:
        """By family who has solved its puzzle of that day, the best first."""
        names = {
            family: daily.name_for(family, day)
            for family, puzzles in collections()
            if puzzles.daily_prefix
        }
        board: dict[str, list[Entry]] = {family: [] for family in names}
        for person, folder, handle in self.everyone():
            for family, name in names.items():
                parse = partial(published_games.read_result, name=name)
                file, most = _result(name), published_games.MOST_RESULT
                if result := self.read(folder, file, handle, person.uid, most, parse):
                    board[family].append(Entry(person, result))
        for entries in board.values():
            entries.sort(key=lambda entry: (entry.result.rank, entry.person))
        return board

    def put_result(self, name: str, text: bytes) -> bool:
        """A solution of a puzzle of the day, unless ours is as good; whether it was put there."""
        result: Result = published_games.read_result(text, name)
        file, parse = _result(name), partial(published_games.read_result, name=name)
        with self.own() as handle, shared_files.alone(handle):
            most = published_games.MOST_RESULT
            before = self.read(self._own, file, handle, os.geteuid(), most, parse)
            if before and before.rank <= result.rank:
                return False
            shared_files.write(file, handle, text)
        return True

    # The game on the screen

    def show_game(self, text: bytes) -> None:
        """Let others watch; b"" shows none."""
        if self._written.get(GAME) == text:
            return
        with self.own() as handle:
            if text:
                shared_files.write(GAME, handle, text)
            else:
                shared_files.delete(GAME, handle)
        self._written[GAME] = text

    def game_of(self, person: Person) -> tuple[Shown, float] | None:
        """What somebody has on the screen, and since when; None when nothing is shown."""
        for one, name, handle in self.everyone():
            if one == person:
                most = published_games.MOST_GAME
                game = self.read(name, GAME, handle, one.uid, most, published_games.read_game)
                return (game, shared_files.changed(GAME, handle)) if game else None
        return None


def _result(name: str) -> str:
    return f"result-{name}.json"


def _owner(name: str, inside: int) -> int | None:
    """Whose folder that is; None where it is none."""
    try:
        found = os.stat(name, dir_fd=inside, follow_symlinks=False)
    except OSError:
        return None
    return found.st_uid if stat.S_ISDIR(found.st_mode) else None
