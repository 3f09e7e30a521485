"""Bindings of the screens on which a board is played."""

from collections.abc import Iterable

from textual.binding import Binding

from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.keymap import replace_board_keys
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.widgets.footer import FooterKeyGroups, KeyHint

ARROW_KEYS = {"h": "left", "j": "down", "k": "up", "l": "right"}


def _board_binding(key: str, *other_keys: str) -> Binding:
    keys = ",".join((key, *other_keys))
    return Binding(keys, f"board('{key}')", key, id=f"board.{key}", show=False)


BOARD_BINDINGS = (
    *(_board_binding(key, letter) for letter, key in ARROW_KEYS.items()),
    *(_board_binding(f"shift+{key}") for key in ARROW_KEYS.values()),
    *(_board_binding(key) for key in ("enter", "tab", "shift+tab")),
)


def with_board_keys(keys: FooterKeyGroups, model: GameModel) -> FooterKeyGroups:
    """Return the keys of a footer after those of the board; escape drops what is picked."""
    if model.session.is_over:
        next_key = model.options.key_display("board.enter", "⏎")
        return keys._replace(main=[(next_key, "next puzzle"), *keys.main])
    position, board = model.session.position, model.board
    own_keys = with_user_keys(model.options, board.key_labels(position))
    fixed_keys = keys.fixed
    if board.has_selection():
        fixed_keys = [(key, "drop" if text == "back" else text) for key, text in keys.fixed]
    return keys._replace(main=[*own_keys, *keys.main], fixed=fixed_keys)


def with_user_keys(options: UserOptions, pairs: Iterable[KeyHint]) -> list[KeyHint]:
    """Return keys and descriptions with the keys that the user has chosen."""
    user_keys = options.preferences.key_displays
    return [
        (options.display_keys(replace_board_keys(keys, user_keys)), text) for keys, text in pairs
    ]
