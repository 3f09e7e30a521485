"""The keys that work now, read from the live bindings: for the footer, the help and the palette."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from textual.binding import ActiveBinding, Binding
from textual.keys import REPLACED_KEYS, key_to_character
from textual.screen import Screen

KeyHint = tuple[str, str]
"""A key as it is shown, and what it does."""

FIXED_ACTIONS = ("app.help", "app.palette", "go.back")  # always at the same place
RARE_GROUPS = ("go", "app")  # of actions, listed after the others
TRANSIENT_ACTIONS = ("play.redo", "play.winnable")  # come and go during a game
SILENT_KEYS = ("ctrl+q",)  # not shown anywhere
NO_KEY = "no key"  # in place of the key of an action that has lost its key to another
KEY_SYMBOLS = {
    "enter": "⏎",
    "escape": "esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "colon": ":",
    "slash": "/",
    "question_mark": "?",
    "comma": ",",
}

AnyScreen: TypeAlias = Screen[Any]


class DisplayedBinding(NamedTuple):
    """An action's first key as it is shown, and the binding."""

    key: str
    active: ActiveBinding


class FooterKeyGroups(NamedTuple):
    """The keys in a footer.

    Attributes:
        main: Keys of the board and the screen, the most important first.
        fixed: Keys that every screen has: help, palette, back.
        transient: Keys that come and go during a game.
    """

    main: Sequence[KeyHint]
    fixed: Sequence[KeyHint] = ()
    transient: Sequence[KeyHint] = ()


def key_symbol(key: str) -> str:
    """Format a key: "⏎", "^p", "shift+↓"."""
    modifiers, plus, last = key.rpartition("+")
    typed = key_character(last)
    plain = typed if typed and typed.isprintable() and typed != " " else last
    return f"{modifiers}{plus}".replace("ctrl+", "^") + KEY_SYMBOLS.get(last, plain)


def key_character(key: str) -> str | None:
    """Return the character that a key types, also for Textual's names ("slash")."""
    return key_to_character(REPLACED_KEYS.get(key, key))


def _first_keys(
    screen: AnyScreen, is_listed: Callable[[Binding], bool]
) -> Iterator[DisplayedBinding]:
    """Yield the first key of each action, disabled actions included, in the order of BINDINGS."""
    listed_ids: set[str] = set()
    order = binding_order(type(screen), type(screen.app))
    bindings = screen.active_bindings.values()
    for active in sorted(bindings, key=lambda active: order.get(active.binding.id, len(order))):
        binding = active.binding
        if binding.id and binding.id not in listed_ids and is_listed(binding):
            listed_ids.add(binding.id)
            yield DisplayedBinding(screen.app.get_key_display(binding), active)


@cache
def binding_order(*classes: type) -> dict[str | None, int]:
    """Return the place of each binding's id in the BINDINGS of some classes.

    Textual lists keys that the user has changed last.
    """
    tables = [base.__dict__.get("BINDINGS", ()) for cls in classes for base in cls.__mro__]
    ids = [binding.id for table in tables for binding in table if isinstance(binding, Binding)]
    return {binding_id: index for index, binding_id in enumerate(dict.fromkeys(ids))}


def _group(binding: Binding) -> str:
    """Return the group of an action: "go" of "go.back"."""
    return (binding.id or "").partition(".")[0]


def is_rare(binding: Binding) -> bool:
    """Return True for actions that are listed after those of the screen."""
    return _group(binding) in RARE_GROUPS


def list_help_keys(screen: AnyScreen) -> Iterator[DisplayedBinding]:
    """Yield the keys for help and palette, the screen's own first.

    Keys that have no place in a footer are included. Of two keys with the same description only
    the first is listed.
    """
    rows = _first_keys(screen, lambda binding: binding.show or is_rare(binding))
    own_first = sorted(rows, key=lambda row: is_rare(row.active.binding))
    descriptions: set[str] = set()
    for row in own_first:
        if row.active.binding.description not in descriptions:
            descriptions.add(row.active.binding.description)
            yield row


def footer_keys(screen: AnyScreen, board: list[KeyHint]) -> FooterKeyGroups:
    """Return the keys of the footer: those of the board, then the enabled ones of the screen.

    Keys of settings are left to help and palette.
    """
    main, rare, transient = list(board), list[KeyHint](), list[KeyHint]()
    fixed: dict[str, KeyHint] = {}
    for key, active in _first_keys(screen, lambda binding: binding.show):
        if not active.enabled or active.binding.key == NO_KEY:
            continue
        name, group = active.binding.id or "", _group(active.binding)
        pair = (key, active.binding.description)
        if name in FIXED_ACTIONS:
            fixed[name] = pair
        elif name in TRANSIENT_ACTIONS:
            transient.append(pair)
        elif group in RARE_GROUPS and name != "app.quit":
            rare.append(pair)
        elif group != "set" and name != "app.quit":
            main.append(pair)
    main += sorted(rare, key=lambda pair: pair[1] == "settings")  # the settings last
    return FooterKeyGroups(
        main, [fixed[name] for name in FIXED_ACTIONS if name in fixed], transient
    )
