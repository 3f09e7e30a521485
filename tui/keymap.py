"""The person's own keys: a small JSON file beside the saves, from ids of actions to keys.

    {"play.hint": "f5", "go.back": "escape,q"}

A key has Textual's name ("f5", "ctrl+s", "question_mark") or is the character itself ("?").

id      what a binding is called ("play.hint"); it means the same on every screen that has it
sign    how a key is shown: "⏎", "^p", "?"
place   a screen that a binding works on
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from textual.binding import Binding
from textual.keys import Keys

from ludoscope.games.errors import short_repr
from ludoscope.search.storage import private_files
from ludoscope.tui.saves.json_file import read_object
from ludoscope.tui.widgets.footer import SIGNS, character_of, sign

NAME = "keys.json"
MODIFIERS = re.compile(r"((ctrl|shift|alt|super)\+)*")
NAMED = frozenset(key.value for key in Keys)
PIECES = re.compile("[A-Z0-9dg]")  # boats, typed card moves, and what one patience or another has
PLACES = {  # by the first part of an id
    "app": "Everywhere",
    "go": "Navigation",
    "play": "Play",
    "board": "Board",
    "set": "Settings",
    "list": "Lists",
}
BOARD = {"↑": "up", "↓": "down", "←": "left", "→": "right", "⏎": "enter", "tab": "tab"}
_BOARD = re.compile("|".join(BOARD))
MORE_SIGNS = (("left", "◄"), ("right", "►"), ("delete", "del"))  # of keys, where they are clicked
RENAMED_ACTIONS = {  # former ids, still accepted in the file, and the present ones
    "app.company": "app.lobby",
    "company.next": "lobby.next",
    "company.previous": "lobby.previous",
    "company.invite": "lobby.invite",
    "company.decline": "lobby.decline",
    "company.day_before": "lobby.day_before",
    "company.day_after": "lobby.day_after",
    "company.resign": "lobby.resign",
}

Own = Mapping[str, str]


@dataclass(slots=True)
class Action:
    """What can be done, on which screens, and by which keys as the program comes."""

    name: str
    does: str
    keys: list[str] = field(default_factory=list)
    places: set[type] = field(default_factory=set)

    @property
    def group(self) -> str:
        first = self.name.partition(".")[0]
        return PLACES.get(first, first.capitalize())


def is_key(name: str) -> bool:
    """Whether Textual has a key of that name."""
    plain = MODIFIERS.sub("", name, count=1)
    return name in NAMED or len(plain) == 1 or plain in NAMED or bool(character_of(plain))


def key_of(character: str) -> str:
    """Textual's name of the key that types a character."""
    if character == ",":
        return "comma"  # which also parts keys
    [binding] = Binding.make_bindings([Binding(character, "")])
    return binding.key


def signs(keys: str) -> str:
    """How a list of keys is shown."""
    return " ".join(sign(key) for key in keys.split(","))


def pressed(shown: str) -> str:
    """The key that is shown like this; "" when none is."""
    for key, its_sign in (*SIGNS.items(), *MORE_SIGNS):
        if shown == its_sign:
            return key
    if len(shown) == 1:
        return key_of(shown) if shown.isascii() and shown.isprintable() else ""
    held, plus, last = shown.replace("^", "ctrl+").rpartition("+")
    name = f"{held}{plus}{pressed(last) if plus else last}"
    return name if is_key(name) else ""


def respelt(shown: str, own: Own) -> str:
    """Keys of a board, such as "↑↓←→", as the person has them (`own`: signs by id)."""
    if not own:
        return shown
    return _BOARD.sub(lambda found: own.get(f"board.{BOARD[found[0]]}", found[0]), shown)


# The file


def read(folder: Path) -> tuple[dict[str, str], str]:
    """The keys by id, and a sentence on what is wrong with the file."""
    path, usual = folder / NAME, "the default keys are used"
    found, wrong = read_object(path, "actions and keys", usual)
    keys = {}
    for name, text in found.items():
        spelt = _spelt(text)
        if spelt is None:
            wrong = f"{path} gives {short_repr(name)} {json.dumps(text)[:40]}"
            return {}, f"{wrong}, expected the name of a key: {usual}"
        keys[name] = spelt
    return _with_present_ids(keys), wrong


def _with_present_ids(keys: Own) -> dict[str, str]:
    """Return the keys with former ids replaced; a present id in the file takes precedence."""
    present = {RENAMED_ACTIONS[name]: key for name, key in keys.items() if name in RENAMED_ACTIONS}
    present.update((name, key) for name, key in keys.items() if name not in RENAMED_ACTIONS)
    return present


def _spelt(text: object) -> str | None:
    """Keys, separated by commas, by Textual's names; None when they are no keys."""
    if not isinstance(text, str):
        return None
    if text == ",":
        return "comma"
    keys = [part.strip() for part in text.split(",")]
    names = [key_of(key) if len(key) == 1 else key for key in keys]
    return ",".join(names) if all(map(is_key, names)) else None


def write(folder: Path, keys: Own) -> None:
    """OSError when that cannot be done."""
    private_files.write_atomically(folder / NAME, json.dumps(dict(keys), indent=1) + "\n")


# What can be changed


def wrong(own: Own, known: Mapping[str, Action]) -> str:
    """A sentence on the first key that cannot be as `own` has it, "" when all can."""
    for name, keys in own.items():
        if name not in known:
            return f"there is no action {name[:40]}"
        for key in keys.split(","):
            if clash := taken(name, key, own, known):
                return clash
    return ""


def settled(own: Own, known: Mapping[str, Action]) -> dict[str, str]:
    """All keys that differ from the usual: the person's, and of actions that lose one what is left.

    So a key of one's own stays so where a later version has it for something new. An action whose
    last key it is does not give way.
    """
    found = dict(own)
    for other in (one for one in known.values() if one.name not in own):
        lost = {
            key
            for name, keys in own.items()
            if name in known and known[name].places & other.places
            for key in keys.split(",")
        }
        left = [key for key in other.keys if key not in lost]
        if left and left != other.keys:
            found[other.name] = ",".join(left)
    return found


def taken(name: str, key: str, own: Own, known: Mapping[str, Action]) -> str:
    """Why an action cannot have that key: what it is for on a screen of the same action."""
    action = known[name]
    if PIECES.fullmatch(key) and name.partition(".")[0] in ("play", "board", "set", "app", "go"):
        return f"{key} is for pieces: {action.does} cannot have it"
    for other in known.values():
        if other is not action and other.places & action.places:
            theirs = own[other.name].split(",") if other.name in own else other.keys
            if key in theirs:
                return f"{sign(key)} is for {other.does} ({other.name}), where {action.does} is too"
    return ""
