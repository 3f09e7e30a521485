"""The keys of a board, on each screen where one plays on it."""

from collections.abc import Iterable

from textual.binding import Binding

from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.keymap import respelt
from ludoscope.tui.model.letter_keys import BESIDE
from ludoscope.tui.widgets.footer import Pair

ARROWS = {"h": "left", "j": "down", "k": "up", "l": "right"}


def _board(key: str, *more: str) -> Binding:
    keys = ",".join((key, *more))
    return Binding(keys, f"board('{key}')", key, id=f"board.{key}", show=False)


BOARD_KEYS = (
    *(_board(key, letter) for letter, key in ARROWS.items()),
    *(_board(f"shift+{key}") for key in ARROWS.values()),
    *(_board(key) for key in ("enter", "tab", "shift+tab")),
)


def respelt_for(options: UserOptions, pairs: Iterable[Pair]) -> list[Pair]:
    """The keys as the person has them."""
    return [
        (options.display_keys(respelt(keys, options.preferences.key_displays)), does)
        for keys, does in pairs
    ]


def command_key(letter: str, action: str, does: str, name: str, *more: str) -> Binding:
    """By its letter, and by a key that works where letters are keys of pieces."""
    return Binding(",".join((letter, BESIDE[name], *more)), action, does, id=name)
