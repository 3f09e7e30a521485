"""Keys of the play screen beside its letters, for boards on which letters name pieces.

They work on every board; where a letter is a piece's they are the only ones, and are shown.
"""

from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.boards.user_options import UserOptions

BESIDE = {
    "play.undo": "ctrl+u",
    "play.redo": "ctrl+y",
    "play.winnable": "ctrl+k",
    "play.hint": "ctrl+g",  # ctrl+i is tab
    "play.solve": "ctrl+s",
    "play.stop": "ctrl+x",
    "play.watch": "ctrl+w",
    "play.bookmark": "ctrl+d",  # tmux takes ctrl+b
    "play.tree": "ctrl+t",
    "play.copy": "ctrl+e",  # ctrl+c quits
    "set.analysis": "ctrl+a",
    "go.next": "ctrl+n",
    "go.previous": "ctrl+o",  # ctrl+p opens the list of commands
    "go.restart": "ctrl+r",
}


def lettered(family: str) -> bool:
    """Whether letters are keys of pieces on the boards of a family."""
    return bool(board_family(family).board_class.LETTERS)


def shown_key(options: UserOptions, action: str, usual: str, letters: bool) -> str:
    """How the key of an action is shown where `letters` are keys of pieces, or are not."""
    beside = BESIDE.get(action) if letters else None
    return options.key_display(action, beside.replace("ctrl+", "^") if beside else usual)
