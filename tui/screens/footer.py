"""The keys that work now, read from the live bindings; the footer and the help both use it."""

from collections.abc import Iterator
from typing import Any

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
    "comma": ",",
}


def sign(key: str) -> str:
    """What a key is called on the screen."""
    return SIGNS.get(key, key.replace("ctrl+", "^"))


def live(screen: Screen[Any]) -> Iterator[tuple[str, str, str]]:
    """(id, key, what it does) of every enabled binding that is to be shown, in order."""
    seen = set()
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if active.enabled and binding.show and binding.id and binding.id not in seen:
            seen.add(binding.id)
            yield binding.id, binding.key_display or sign(key), binding.description


def footer_keys(screen: Screen[Any], board: list[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The two lines: what the board and the game take, and ways to go elsewhere."""
    above, below = list(board), []
    for name, key, does in live(screen):
        (below if name.startswith(("go.", "app.")) else above).append((key, does))
    return above, below
