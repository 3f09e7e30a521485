"""Identity of the lobby's players: an account of the machine, with or without a profile.

A player's folder is named after the profile's key, "1001" or "1001.anna". If another account took
that name first, a random suffix is added: "1001~5f1c09ab".
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from ludoscope.games.errors import short_repr

if sys.platform != "win32":
    import pwd

PROFILE_KEY_PATTERN = re.compile(r"(0|[1-9][0-9]{0,9})(?:\.([A-Za-z0-9_-]{1,64}))?")
FOLDER_NAME_PATTERN = re.compile(rf"({PROFILE_KEY_PATTERN.pattern})(?:~[0-9a-f]{{8}})?")
MAX_NAME_LENGTH = 32  # characters, on screen


@dataclass(frozen=True, slots=True, order=True)
class UserProfile:
    """An account of the machine and one of its profiles.

    Attributes:
        uid: Account number.
        profile: Name of the profile, "" without one.
    """

    uid: int
    profile: str = ""

    @property
    def key(self) -> str:
        """Text form of the profile in files and names of folders; see `parse_profile_key`."""
        return f"{self.uid}.{self.profile}" if self.profile else str(self.uid)

    @property
    def full_name(self) -> str:
        """Name of the account, with that of the profile if there is one."""
        name = account_name(self.uid)
        return f"{name}/{self.profile}"[:MAX_NAME_LENGTH] if self.profile else name

    @property
    def short_name(self) -> str:
        """Name of the profile if it belongs to the current account, else the full name."""
        if self.profile and self.uid == os.geteuid():
            return self.profile[:MAX_NAME_LENGTH]
        return self.full_name


def parse_profile_key(text: str) -> UserProfile:
    """Return the profile with the given key.

    Raises:
        ValueError: The text is not a profile key.
    """
    match = PROFILE_KEY_PATTERN.fullmatch(text)
    if not match:
        raise ValueError(f"{short_repr(text)} found, expected the key of a user profile")
    return UserProfile(int(match[1]), match[2] or "")


def folder_profile(folder_name: str, owner_uid: int) -> UserProfile | None:
    """Return the profile that a folder belongs to, or None if its name and owner disagree."""
    match = FOLDER_NAME_PATTERN.fullmatch(folder_name)
    if not match or match[2] != str(owner_uid):
        return None
    return UserProfile(owner_uid, match[3] or "")


@cache
def account_name(uid: int) -> str:
    """Return the name of an account, or "user N".

    May block on a network directory service: don't call it in the event loop.
    """
    name = ""
    if sys.platform != "win32":
        with suppress(KeyError, OSError, OverflowError):
            name = pwd.getpwuid(uid).pw_name
    printable = "".join(char for char in name if char.isprintable())
    return printable[:MAX_NAME_LENGTH] or f"user {uid}"


def display_names(profiles: Iterable[UserProfile]) -> Mapping[UserProfile, str]:
    """Return a name for each profile: the short name if it is unique, else the full name."""
    short_names = {profile: profile.short_name for profile in profiles}
    counts = Counter(short_names.values())
    return {
        profile: name if counts[name] == 1 else profile.full_name
        for profile, name in short_names.items()
    }
