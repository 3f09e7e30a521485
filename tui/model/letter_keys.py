"""Control keys of the play screen, for boards on which letters name pieces.

They work on every board. Where the letters are keys of pieces, only these are shown.
"""

from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.boards.user_options import UserOptions

CONTROL_KEYS = {
    "play.undo": "ctrl+u",
    "play.redo": "ctrl+y",
    "play.winnable": "ctrl+k",
    "play.hint": "ctrl+g",  # terminals send ctrl+i as tab
    "play.solve": "ctrl+s",
    "play.stop": "ctrl+x",
    "play.watch": "ctrl+w",
    "play.bookmark": "ctrl+d",  # tmux takes ctrl+b
    "play.tree": "ctrl+t",
    "play.copy": "ctrl+e",  # ctrl+c quits
    "set.analysis": "ctrl+a",
    "go.next": "ctrl+n",
    "go.previous": "ctrl+o",  # ctrl+p opens the command palette
    "go.restart": "ctrl+r",
}


def has_letter_keys(family: str) -> bool:
    """Return True if letters are keys of pieces on the boards of a family."""
    return bool(board_family(family).board_class.LETTERS_SELECT_PIECES)


def display_key(
    options: UserOptions, action: str, default_key: str, letters_name_pieces: bool
) -> str:
    """Return the key of an action as it is shown.

    Args:
        options: The options of the user, with the key bindings they changed.
        action: The id of the binding, such as "play.undo".
        default_key: The key shown if the user has not changed it.
        letters_name_pieces: True to show the control key instead of the default key.
    """
    control_key = CONTROL_KEYS.get(action) if letters_name_pieces else None
    if control_key:
        default_key = control_key.replace("ctrl+", "^")
    return options.key_display(action, default_key)
