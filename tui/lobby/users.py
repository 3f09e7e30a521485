"""Who is who in company: an account of the machine, and a profile where several people share it.

key    "1001", or "1001.anna" with a profile: how a person's folder is called, unless somebody else
       took the name first; then "1001~5f1c09ab" and the like
name   what others read: the profile among those of one account, else the account
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

KEY = re.compile(r"(0|[1-9][0-9]{0,9})(?:\.([A-Za-z0-9_-]{1,64}))?")
FOLDER = re.compile(rf"({KEY.pattern})(?:~[0-9a-f]{{8}})?")
LONGEST = 32  # characters of a name that is shown


@dataclass(frozen=True, slots=True, order=True)
class Person:
    """`uid` of the account; `profile` is "" without one."""

    uid: int
    profile: str = ""

    @property
    def key(self) -> str:
        return f"{self.uid}.{self.profile}" if self.profile else str(self.uid)

    @property
    def full_name(self) -> str:
        """The account, and the profile."""
        name = account(self.uid)
        return f"{name}/{self.profile}"[:LONGEST] if self.profile else name

    def name(self) -> str:
        """What those of the same account call them; others read the account too."""
        return self.profile[:LONGEST] if self.profile and self.uid == os.geteuid() else ""


def read_key(text: str) -> Person:
    """ValueError when it is no person's key."""
    if not (match := KEY.fullmatch(text)):
        raise ValueError(f"{text[:40]!r} found, expected the key of a person")
    return Person(int(match[1]), match[2] or "")


def owner(name: str, uid: int) -> Person | None:
    """Whose folder of that name it is, if it belongs to that account; None for any other."""
    match = FOLDER.fullmatch(name)
    if not match or match[2] != str(uid):
        return None
    return Person(uid, match[3] or "")


@cache
def account(uid: int) -> str:
    """The account's name. It may be asked of a network: not in the event loop."""
    name = ""
    if sys.platform != "win32":
        import pwd

        with suppress(KeyError, OSError, OverflowError):
            name = pwd.getpwuid(uid).pw_name
    shown = "".join(char for char in name if char.isprintable())[:LONGEST]
    return shown or f"user {uid}"


def names(people: Iterable[Person]) -> Mapping[Person, str]:
    """What each is called, none as another is."""
    people = set(people)
    short = {person: person.name() or person.full_name for person in people}
    times = Counter(short.values())
    return {one: name if times[name] == 1 else one.full_name for one, name in short.items()}
