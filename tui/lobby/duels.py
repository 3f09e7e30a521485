"""The games of two of a person: invited to, answered, played, in files of both sides."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from ludoscope.tui.lobby import journal, shared_files
from ludoscope.tui.lobby.duel import Duel, duel, invitation
from ludoscope.tui.lobby.journal import (
    ACCEPTS,
    DECLINES,
    INVITES,
    RESIGNS,
    WITHDRAWS,
    Head,
    Journal,
    read_journal,
)
from ludoscope.tui.lobby.lobby import Company
from ludoscope.tui.lobby.presence import MOST_DUELS, Here
from ludoscope.tui.lobby.users import Person

ORDER = ("invitation", "playing", "invited", "over", "declined", "withdrawn")


class DuelError(Exception):
    """What cannot be done in a game of two; a sentence."""


@dataclass(frozen=True, slots=True)
class _File:
    journal: Journal
    when: float


Theirs = Mapping[tuple[str, Person], _File]


class Duels:
    """Methods as those of Company: they may wait for the disk, and raise OSError."""

    def __init__(self, company: Company) -> None:
        self._company = company

    def all(self) -> list[Duel]:
        """Invitations to us first, then what is played; of each kind the newest first."""
        ours, theirs = self._read()
        us = self._company.us
        found = [_duel(name, file, theirs) for name, file in ours.items()]
        for (name, person), file in theirs.items():
            one = invitation(name, file.journal, person, us, file.when)
            if one and name not in ours:
                found.append(one)
        return sorted(found, key=lambda one: (ORDER.index(one.state), -one.when, one.id))

    def find(self, name: str, other: Person) -> Duel | None:
        """The one of that id with somebody, as it stands."""
        return next((one for one in self.all() if (one.id, one.other) == (name, other)), None)

    def _read(self) -> tuple[Mapping[str, _File], Theirs]:
        """By id our own files, and those of others that are with us."""
        us, company = self._company.us, self._company
        ours: dict[str, _File] = {}
        theirs: dict[tuple[str, Person], _File] = {}
        for seen, folder, handle in company.visits():
            for name, other in seen.here.duels:
                file = _file(name)
                if us not in (other, seen.person):
                    continue
                uid, most = seen.person.uid, journal.MOST
                read = company.read(folder, file, handle, uid, most, read_journal)
                if read and seen.person == us:
                    ours[name] = _File(read, shared_files.changed(file, handle))
                elif read and read.head.other == us:
                    theirs[name, seen.person] = _File(read, shared_files.changed(file, handle))
        return ours, theirs

    # What we do

    def invite(self, other: Person, rows: int, columns: int, side: int) -> str:
        """Ask somebody for a game, with us as that side; its id. ValueError, DuelError."""
        head = Head(other, INVITES, rows, columns, side)
        game = head.game()
        if game.is_won(game.start):
            raise DuelError(f"on {rows}×{columns} white cannot move: choose another board")
        name = os.urandom(8).hex()
        self._begin(name, head)
        return name

    def accept(self, one: Duel) -> None:
        """An invitation to us; DuelError when it is none any more."""
        self._answer(one, ACCEPTS)

    def decline(self, one: Duel) -> None:
        """The same."""
        self._answer(one, DECLINES)

    def _answer(self, one: Duel, does: str) -> None:
        now = self.find(one.id, one.other)
        if not now or now.state != "invitation":
            raise DuelError("that invitation is no longer open")
        self._begin(now.id, Head(now.other, does, now.game.rows, now.game.columns, now.side))

    def _begin(self, name: str, head: Head) -> None:
        """Our file first, then where others look for it: what they find is there."""
        with self._company.own() as handle, shared_files.alone(handle):
            if shared_files.stamp(_file(name), handle):
                raise DuelError("you answered that invitation in another session")
            self._make_room(handle)
            shared_files.append(_file(name), handle, head.line())
        with_it = (name, head.other)
        self._company.change_here(
            lambda here: replace(here, gone=False, duels=(*here.duels, with_it)[-MOST_DUELS:])
        )

    def _make_room(self, handle: int) -> None:
        """Forget what is over when there would be too many; DuelError when all are open."""
        listed = self._company.here(handle).duels
        if len(listed) < MOST_DUELS:
            return
        done = {one.id for one in self.all() if one.state not in ("playing", "invited")}
        old = next((name for name, _ in listed if name in done), None)
        if old is None:
            raise DuelError(f"{MOST_DUELS} games are in progress: finish one first")
        shared_files.delete(_file(old), handle)
        kept = tuple(one for one in listed if one[0] != old)
        shared_files.write(
            "here.json", handle, replace(self._company.here(handle), duels=kept).text()
        )

    def move(self, name: str, ply: int, text: str, after: str) -> None:
        """Make our move; DuelError when another session of ours has made one."""
        self._add(name, journal.move_line(ply, text, after), ply)

    def resign(self, name: str, ply: int) -> None:
        """Give up, after so many moves."""
        self._add(name, journal.end_line(RESIGNS, ply))

    def withdraw(self, one: Duel) -> None:
        """Take back an invitation; DuelError when it was accepted."""
        now = self.find(one.id, one.other)
        if not now or now.state != "invited":
            raise DuelError("that invitation has already been answered")
        self._add(now.id, journal.end_line(WITHDRAWS, 0))

    def _add(self, name: str, line: bytes, ply: int | None = None) -> None:
        with self._company.own() as handle, shared_files.alone(handle):
            with suppress(ValueError):
                data = shared_files.read(_file(name), handle, os.geteuid(), journal.MOST)
                known = read_journal(data)
                if known.ends or ply in known.moves:
                    raise DuelError("you have continued this game in another session")
            shared_files.append(_file(name), handle, line)

    def forget(self, name: str) -> None:
        """Take a game that is over, or an invitation that came to nothing, from our list."""
        with self._company.own() as handle, shared_files.alone(handle):
            shared_files.delete(_file(name), handle)

        def without(here: Here) -> Here:
            return replace(here, duels=tuple(one for one in here.duels if one[0] != name))

        self._company.change_here(without)


def _duel(name: str, ours: _File, theirs: Theirs) -> Duel:
    file = theirs.get((name, ours.journal.head.other))
    when = max(ours.when, file.when) if file else ours.when
    return duel(name, ours.journal, file.journal if file else None, when)


def _file(name: str) -> str:
    return f"duel-{name}.jsonl"
