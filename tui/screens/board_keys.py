"""The keys of a board, on each screen where one plays on it."""

from textual.binding import Binding

ARROWS = {"h": "left", "j": "down", "k": "up", "l": "right"}


def _board(key: str, *more: str) -> Binding:
    keys = ",".join((key, *more))
    return Binding(keys, f"board('{key}')", key, id=f"board.{key}", show=False)


BOARD_KEYS = (
    *(_board(key, letter) for letter, key in ARROWS.items()),
    *(_board(f"shift+{key}") for key in ARROWS.values()),
    *(_board(key) for key in ("enter", "tab", "shift+tab")),
)
