"""The user's own keys: a small JSON file beside the saves, from binding ids to keys.

    {"play.hint": "f5", "go.back": "escape,q"}

A key is spelt as in Textual ("f5", "ctrl+s", "question_mark") or as the character itself ("?").
A binding id, such as "play.hint", means the same action on every screen that has it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from textual.binding import Binding
from textual.keys import Keys

from ludoscope.games.errors import short_repr
from ludoscope.tui.saves import KEYS_FILE
from ludoscope.tui.saves.json_file import read_json_file, write_json_file
from ludoscope.tui.widgets.footer import KEY_SYMBOLS, NO_KEY, SILENT_KEYS, key_character, key_symbol

MODIFIERS = re.compile(r"((ctrl|shift|alt|super)\+)*")
KEY_NAMES = frozenset(key.value for key in Keys)
MOVE_KEYS = re.compile("[A-Z0-9]")  # boats, columns and cells
MOVE_KEY_GROUPS = ("play", "board", "set", "app", "go")  # of actions on screens with a board
GROUPS = {  # titles, by the first part of a binding id
    "app": "Everywhere",
    "go": "Navigation",
    "play": "Play",
    "board": "Board",
    "set": "Settings",
    "list": "Lists",
}
BOARD_KEYS = {"↑": "up", "↓": "down", "←": "left", "→": "right", "⏎": "enter", "tab": "tab"}
_BOARD_KEY = re.compile("|".join(BOARD_KEYS))
OTHER_DISPLAYS = (("left", "◄"), ("right", "►"), ("delete", "del"))  # of keys, in clickable hints

RENAMED_ACTIONS = {  # former ids, still accepted in the file, and the present ones
    "app.company": "app.lobby",
    "company.next": "lobby.next",
    "company.previous": "lobby.previous",
    "company.invite": "lobby.invite",
    "company.decline": "lobby.decline",
    "company.day_before": "lobby.day_before",
    "company.day_after": "lobby.day_after",
    "company.resign": "lobby.resign",
    "tree.marked": "tree.bookmark_next",
    "tree.unmarked": "tree.bookmark_back",
    "watching.again": "search.steps",
    "watching.back": "search.back",
    "watching.pause": "search.pause",
    "watching.replay": "search.replay",
    "watching.step": "search.step",
    "watching.stop": "search.stop",
    "workshop.length": "generator.length",
    "workshop.make": "generator.make",
    "workshop.play": "generator.play",
    "workshop.stop": "generator.stop",
}

KeysById: TypeAlias = Mapping[str, str]  # keys, separated by commas, by binding id


@dataclass(slots=True)
class Action:
    """An action that keys are bound to.

    Attributes:
        id: The binding id.
        description: The description, as in the footer.
        keys: The default keys.
        screens: The screens that have the action.
    """

    id: str
    description: str
    keys: list[str] = field(default_factory=list)
    screens: set[type] = field(default_factory=set)

    @property
    def group(self) -> str:
        first_part = self.id.partition(".")[0]
        return GROUPS.get(first_part, first_part.capitalize())


def is_key_name(name: str) -> bool:
    """Return True if Textual has a key of that name."""
    plain = MODIFIERS.sub("", name, count=1)
    if len(plain) == 1:
        return plain.isprintable()
    return name in KEY_NAMES or plain in KEY_NAMES or bool(key_character(plain))


def key_of_character(character: str) -> str:
    """Return Textual's name of the key that types a character."""
    if character == ",":
        return "comma"  # make_bindings takes a comma for the separator of two keys
    [binding] = Binding.make_bindings([Binding(character, "")])
    return binding.key


def display_keys(keys: str) -> str:
    """Return the display text of keys separated by commas."""
    return " ".join(key_symbol(key) for key in keys.split(",") if key not in SILENT_KEYS)


def key_for_display(display: str) -> str:
    """Return the key with a display text, the inverse of `key_symbol`; "" if there is none."""
    for key, key_display in (*KEY_SYMBOLS.items(), *OTHER_DISPLAYS):
        if display == key_display:
            return key
    if len(display) == 1:
        is_printable = display.isascii() and display.isprintable()
        return key_of_character(display) if is_printable else ""
    modifiers, plus, last = display.replace("^", "ctrl+").rpartition("+")
    name = f"{modifiers}{plus}{key_for_display(last) if plus else last}"
    return name if is_key_name(name) else ""


def replace_board_keys(display: str, key_displays: Mapping[str, str]) -> str:
    """Replace board keys such as "↑↓←→" by the user's own.

    Args:
        display: The display text of default keys.
        key_displays: The display text of the user's own keys, by binding id.
    """
    if not key_displays:
        return display
    return _BOARD_KEY.sub(
        lambda match: key_displays.get(f"board.{BOARD_KEYS[match[0]]}", match[0]), display
    )


# The file


class KeysFile(NamedTuple):
    """The keys in the file, by binding id, and a message if some or all cannot be used."""

    keys: dict[str, str]
    problem: str = ""


def read_keys_file(folder: Path) -> KeysFile:
    """Read the user's keys; leave out invalid ones, with a message about the first."""
    path = folder / KEYS_FILE
    content = read_json_file(path, "the default keys are used")
    problem = content.problem
    keys: dict[str, str] = {}
    for name, value in content.values.items():
        normalized = _normalize(value)
        if normalized is not None:
            keys[name] = normalized
        elif not problem:
            entry = f"{path} gives {short_repr(name)} {json.dumps(value)[:40]}"
            problem = f"{entry}, expected the name of a key: the entry is ignored"
    return KeysFile(_with_present_ids(keys), problem)


def _with_present_ids(keys: KeysById) -> dict[str, str]:
    """Return the keys with former ids replaced; a present id in the file takes precedence."""
    present = {RENAMED_ACTIONS[name]: key for name, key in keys.items() if name in RENAMED_ACTIONS}
    present.update((name, key) for name, key in keys.items() if name not in RENAMED_ACTIONS)
    return present


def _normalize(value: object) -> str | None:
    """Return keys separated by commas by Textual's names; None if `value` is not such a text."""
    if not isinstance(value, str):
        return None
    if value == ",":
        return "comma"
    keys = [part.strip() for part in value.split(",")]
    names = [key_of_character(key) if len(key) == 1 else key for key in keys]
    return ",".join(names) if all(is_key_name(name) for name in names) else None


def write(folder: Path, keys: KeysById, *, keep_present: bool = False) -> None:
    """Write the user's keys; a file with invalid entries is kept under another name.

    Args:
        folder: The folder of the saves.
        keys: The keys, by binding id.
        keep_present: True if the keys in the present file conflict.

    Raises:
        OSError: The file cannot be written.
    """
    keep_present = keep_present or bool(read_keys_file(folder).problem)
    write_json_file(folder / KEYS_FILE, keys, indent=1, keep_present=keep_present)


# Conflicts


def find_problem(keys_by_id: KeysById, actions: Mapping[str, Action]) -> str:
    """Return a message on the first key that an action cannot have, or ""."""
    for name, keys in keys_by_id.items():
        if name not in actions:  # see `find_unknown_action`
            continue
        for key in keys.split(","):
            if key != NO_KEY and (conflict := find_conflict(name, key, keys_by_id, actions)):
                return conflict
    return ""


def find_unknown_action(keys_by_id: KeysById, actions: Mapping[str, Action]) -> str:
    """Return a message on the first id without an action, or "".

    Such a key has no effect, but stays in the file: the action may be one of a newer version.
    """
    for name in keys_by_id:
        if name not in actions:
            return f"there is no action {short_repr(name)}"
    return ""


def effective_keys(keys_by_id: KeysById, actions: Mapping[str, Action]) -> dict[str, str]:
    """Return all keys that differ from the defaults, by binding id.

    These are the user's own, and for actions that lose a default key to them the remaining keys, or
    NO_KEY: the user's choice stays valid if a later version has that key as a default.
    """
    effective = dict(keys_by_id)
    for action in actions.values():
        if action.id in keys_by_id:
            continue
        lost_keys = {
            key
            for name, keys in keys_by_id.items()
            if name in actions and actions[name].screens & action.screens
            for key in keys.split(",")
        }
        remaining_keys = [key for key in action.keys if key not in lost_keys]
        if remaining_keys != action.keys:
            effective[action.id] = ",".join(remaining_keys) or NO_KEY
    return effective


def find_conflict(name: str, key: str, keys_by_id: KeysById, actions: Mapping[str, Action]) -> str:
    """Return a message if an action cannot have a key because it is in use, else "".

    Args:
        name: The binding id of the action.
        key: The key.
        keys_by_id: The keys that differ from the defaults, by binding id.
        actions: All actions by binding id.
    """
    action = actions[name]
    if MOVE_KEYS.fullmatch(key) and name.partition(".")[0] in MOVE_KEY_GROUPS:
        return f"{key} is reserved for moves and cannot be used for {action.description}"
    for other in actions.values():
        if other is not action and other.screens & action.screens:
            other_keys = keys_by_id[other.id].split(",") if other.id in keys_by_id else other.keys
            if key in other_keys:
                return f"{key_symbol(key)} is already used for {other.description} ({other.id})"
    return ""
