"""The keys that work now, read from the live bindings: for the footer, the help and the palette."""

from collections.abc import Iterator
from typing import Any

from textual.binding import ActiveBinding
from textual.screen import Screen

Pair = tuple[str, str]
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
}


def live(screen: Screen[Any]) -> Iterator[tuple[str, ActiveBinding]]:
    """Each action that a key runs now and that is to be shown, by its first key's sign."""
    return ((key, active) for key, active in shown(screen) if active.enabled)


def shown(screen: Screen[Any]) -> Iterator[tuple[str, ActiveBinding]]:
    """The same, with those that have nothing to do at the moment."""
    seen = set()
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if binding.show and binding.id and binding.id not in seen:
            seen.add(binding.id)
            name = SIGNS.get(key, key.replace("ctrl+", "^"))
            yield binding.key_display or name, active


def footer_keys(screen: Screen[Any], board: list[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The two lines: what the board and the game take, and ways to go elsewhere.

    How things look is set once; help and palette tell of that.
    """
    above: list[Pair] = list(board)
    below: list[Pair] = []
    for key, active in live(screen):
        kind = (active.binding.id or "").partition(".")[0]
        if kind != "set":
            line = below if kind in ("go", "app") else above
            line.append((key, active.binding.description))
    return above, below
