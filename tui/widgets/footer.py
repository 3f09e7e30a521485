"""The keys that work now, read from the live bindings: for the footer, the help and the palette."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from textual.binding import ActiveBinding, Binding
from textual.keys import REPLACED_KEYS, key_to_character
from textual.screen import Screen

Pair = tuple[str, str]
ELSEWHERE = ("app.help", "app.palette", "go.back")  # always at the same place
SELDOM = ("go", "app")  # kinds of actions
PASSING = ("play.redo", "play.winnable")  # come and go during a game
SIGNS = {
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


class Keys(NamedTuple):
    """What can be done here, most wanted first; the ways to help and back; what soon goes again."""

    own: Sequence[Pair]
    ways: Sequence[Pair] = ()
    passing: Sequence[Pair] = ()


def sign(key: str) -> str:
    """How a key is shown: "⏎", "^p", "shift+↓"."""
    held, plus, last = key.rpartition("+")
    typed = character_of(last)
    plain = typed if typed and typed.isprintable() and typed != " " else last
    return f"{held}{plus}".replace("ctrl+", "^") + SIGNS.get(last, plain)


def character_of(key: str) -> str | None:
    """What a key types, also one that Textual has a name of its own for ("slash")."""
    return key_to_character(REPLACED_KEYS.get(key, key))


def _first_keys(
    screen: Screen[Any], wanted: Callable[[Binding], bool]
) -> Iterator[tuple[str, ActiveBinding]]:
    """Each action by its first key's sign, also those that have nothing to do at the moment."""
    seen, spelt = set(), getattr(screen, "key_shown", None)  # as the screen has it now
    order = order_of(type(screen), type(screen.app))
    found = screen.active_bindings.values()
    for active in sorted(found, key=lambda one: order.get(one.binding.id, len(order))):
        binding = active.binding
        if binding.id and binding.id not in seen and wanted(binding):
            seen.add(binding.id)
            shown = screen.app.get_key_display(binding)
            yield (spelt(shown) if spelt else shown), active


@cache
def order_of(*holders: type) -> dict[str | None, int]:
    """Ids as the tables list them: Textual puts keys that the person has changed last."""
    tables = [base.__dict__.get("BINDINGS", ()) for one in holders for base in one.__mro__]
    ids = [one.id for table in tables for one in table if isinstance(one, Binding)]
    return {name: at for at, name in enumerate(dict.fromkeys(ids))}


def _kind(binding: Binding) -> str:
    return (binding.id or "").partition(".")[0]


def told(screen: Screen[Any]) -> Iterator[tuple[str, ActiveBinding]]:
    """Those that help and palette tell, the screen's own first: also what has no place in a footer.

    Of two that do the same only the first.
    """
    found = _first_keys(screen, lambda binding: binding.show or _kind(binding) in SELDOM)
    own_first = sorted(found, key=lambda one: _kind(one[1].binding) in SELDOM)
    by_does = {active.binding.description: (key, active) for key, active in reversed(own_first)}
    return reversed(by_does.values())


def footer_keys(screen: Screen[Any], board: list[Pair]) -> Keys:
    """Those of the board and the screen; of how things look only help and palette tell."""
    here, seldom, passing = list(board), list[Pair](), list[Pair]()
    ways: dict[str, Pair] = {}
    for key, active in _first_keys(screen, lambda binding: binding.show):
        if not active.enabled:
            continue
        name, kind = active.binding.id or "", _kind(active.binding)
        pair = (key, active.binding.description)
        if name in ELSEWHERE:
            ways[name] = pair
        elif name in PASSING:
            passing.append(pair)
        elif kind != "set" and name != "app.quit":
            (seldom if kind in SELDOM else here).append(pair)
    here += sorted(seldom, key=lambda pair: pair[1] == "settings")  # sought more seldom still
    return Keys(here, [ways[name] for name in ELSEWHERE if name in ways], passing)
